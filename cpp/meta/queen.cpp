#include "meta/queen.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace steelyard {

namespace {

constexpr std::size_t kBits = 64;

// Calls visit(triple, m, m', m'') for all triples with m' ≠ m''.
template <class Visit>
void each_triple(std::size_t models, Visit&& visit) {
  std::size_t triple = 0;
  for (std::size_t m = 0; m < models; ++m) {
    for (std::size_t first = 0; first < models; ++first) {
      for (std::size_t second = 0; second < models; ++second) {
        if (first != second) visit(triple++, m, first, second);
      }
    }
  }
}

}  // namespace

void QueenCounter::operator()(const TestCase& test, std::span<const std::uint8_t> sets,
                              std::span<std::int32_t> accepted, std::span<std::int32_t> wins, Watch& watch) {
  make_triples(test, watch);
  make_tests(test, watch);
  const std::size_t texts = test.texts();
  for (std::size_t set = 0; set < wins.size(); ++set) {
    join(test, sets.subspan(set * test.measures, test.measures), watch);
    // each peer is weighed without each model
    watch.steps(texts * (test.models + 1) * words_);
    const auto counts = accepted.subspan(set * texts, texts);
    for (std::size_t text = 0; text < texts; ++text) counts[text] = count(text, std::min(text, test.models));
    wins[set] = count_wins(test, counts);
  }
}

void QueenCounter::make_triples(const TestCase& test, Watch& watch) {
  const std::size_t models = test.models;
  words_ = models ? (models * models * (models - 1) + kBits - 1) / kBits : 0;
  without_.assign((models + 1) * words_, 0);
  each_triple(models, [&](std::size_t triple, std::size_t m, std::size_t first, std::size_t second) {
    if (!test.present[m] || !test.present[first] || !test.present[second]) return;
    watch.steps(models + 1);
    for (std::size_t left = 0; left <= models; ++left) {
      if (left == m || left == first || left == second) continue;
      without_[left * words_ + triple / kBits] |= Word{1} << (triple % kBits);
    }
  });
}

void QueenCounter::make_tests(const TestCase& test, Watch& watch) {
  const std::size_t texts = test.texts();
  passed_.assign(test.measures * texts * words_, 0);
  for (std::size_t measure = 0; measure < test.measures; ++measure) {
    const double* x = test.similarities.data() + measure * texts * texts;
    for (std::size_t text = 0; text < texts; ++text) {
      if (!test.present[text]) continue;
      Word* row = passed_.data() + (measure * texts + text) * words_;
      watch.steps(words_ * kBits);
      each_triple(test.models, [&](std::size_t triple, std::size_t m, std::size_t first, std::size_t second) {
        const bool passed = x[text * texts + m] >= x[first * texts + second];
        row[triple / kBits] |= Word{passed} << (triple % kBits);
      });
    }
  }
}

void QueenCounter::join(const TestCase& test, std::span<const std::uint8_t> set, Watch& watch) {
  const std::size_t size = test.texts() * words_;
  joined_.assign(size, ~Word{0});
  for (std::size_t measure = 0; measure < test.measures; ++measure) {
    if (!set[measure]) continue;
    watch.steps(size);
    const Word* row = passed_.data() + measure * size;
    for (std::size_t i = 0; i < size; ++i) joined_[i] &= row[i];
  }
}

std::int32_t QueenCounter::count(std::size_t text, std::size_t without) const {
  const Word *row = joined_.data() + text * words_, *mask = without_.data() + without * words_;
  int bits = 0;
  for (std::size_t word = 0; word < words_; ++word) bits += std::popcount(row[word] & mask[word]);
  return bits;
}

std::int32_t QueenCounter::count_wins(const TestCase& test, std::span<const std::int32_t> accepted) const {
  const std::size_t models = test.models, texts = test.texts();
  std::int32_t wins = 0;
  bool peers = false;
  for (std::size_t peer = models; peer < texts; ++peer) peers = peers || test.present[peer];
  for (std::size_t m = 0; m < models && peers; ++m) {
    bool ahead = test.present[m] && accepted[m] > 0;
    for (std::size_t peer = models; peer < texts && ahead; ++peer) {
      ahead = !test.present[peer] || count(peer, m) < accepted[m];
    }
    wins += ahead;
  }
  return wins;
}

QueenTable queen_counts(const Similarities& similarities, Matrix<std::uint8_t> present, std::size_t models,
                        Matrix<std::uint8_t> sets, const Stop* stop) {
  Watch watch(stop);
  const auto [values, cases, measures, texts, others] = similarities;
  if (others != texts || present.rows != cases || present.columns != texts || models > texts ||
      sets.columns != measures) {
    throw std::invalid_argument("similarities, present, models and sets do not fit together");
  }
  const std::size_t size = measures * texts * texts;
  QueenTable out{std::vector<std::int32_t>(cases * sets.rows * texts), std::vector<std::int32_t>(cases * sets.rows)};
  QueenCounter count;
  for (std::size_t n = 0; n < cases; ++n) {
    const TestCase test{values.subspan(n * size, size), present[n], measures, models};
    count(test, sets.values, std::span(out.accepted).subspan(n * sets.rows * texts, sets.rows * texts),
          std::span(out.wins).subspan(n * sets.rows, sets.rows), watch);
  }
  return out;
}

}  // namespace steelyard
