#include "measures/rouge/weighted_lcs.hpp"

#include <algorithm>
#include <cmath>

#include "errors.hpp"

namespace steelyard {

namespace {

constexpr std::uint8_t kDiagonal = 0, kUp = 1, kLeft = 2;

Ids sentence_of(Ids codes, const SentenceRows& rows, std::size_t s) {
  return codes.subspan(rows.start(s), rows.length(s));
}

}  // namespace

double WeightedLcs::f(std::size_t k) {
  while (powers_.size() <= k) powers_.push_back(std::pow(static_cast<double>(powers_.size()), weight_));
  return powers_[k];
}

template <bool traced>
double WeightedLcs::fill(Ids hypothesis, Ids reference) {
  f(std::min(hypothesis.size(), reference.size()));
  const std::size_t columns = hypothesis.size() + 1;
  last_cells_.assign(columns, 0.0);
  last_runs_.assign(columns, 0);
  cells_.assign(columns, 0.0);
  runs_.assign(columns, 0);
  if (traced) {
    check_table(reference.size() * hypothesis.size(), hypothesis.size(), reference.size());
    ways_.resize(reference.size() * hypothesis.size());
  }
  std::uint8_t* way = ways_.data();
  for (const std::int32_t id : reference) {
    watch_.steps(columns);
    for (std::size_t j = 1; j < columns; ++j) {
      std::uint8_t from = kDiagonal;
      if (id == hypothesis[j - 1]) {
        const std::int32_t run = last_runs_[j - 1];
        cells_[j] =
            last_cells_[j - 1] + powers_[static_cast<std::size_t>(run) + 1] - powers_[static_cast<std::size_t>(run)];
        runs_[j] = run + 1;
      } else {
        from = last_cells_[j] >= cells_[j - 1] ? kUp : kLeft;
        cells_[j] = from == kUp ? last_cells_[j] : cells_[j - 1];
        runs_[j] = 0;
      }
      if (traced) *way++ = from;
    }
    cells_.swap(last_cells_);
    runs_.swap(last_runs_);
  }
  return last_cells_.back();
}

double WeightedLcs::operator()(Ids hypothesis, Ids reference) { return fill<false>(hypothesis, reference); }

void WeightedLcs::mark(Ids hypothesis, Ids reference) {
  fill<true>(hypothesis, reference);
  std::size_t i = reference.size(), j = hypothesis.size();
  while (i > 0 && j > 0) {
    const std::uint8_t way = ways_[(i - 1) * hypothesis.size() + j - 1];
    if (way == kDiagonal) hits_[i - 1] = 1;
    i -= way != kLeft;
    j -= way != kUp;
  }
}

double WeightedLcs::hits(const SentenceRows& hypothesis, const SentenceRows& reference, Ids counted_hypothesis,
                         Ids counted_reference) {
  codes_.reset(hypothesis, reference, counted_hypothesis, counted_reference);
  double sum = 0;
  for (std::size_t s = 0; s < reference.size(); ++s) {
    const Ids sentence = sentence_of(codes_.reference(), reference, s);
    hits_.assign(sentence.size(), 0);
    for (std::size_t t = 0; t < hypothesis.size(); ++t) {
      mark(sentence_of(codes_.hypothesis(), hypothesis, t), sentence);
    }
    std::size_t run = 0;
    for (std::size_t i = 0; i < sentence.size(); ++i) {
      if (!hits_[i] || !codes_.take(sentence[i])) continue;
      ++run;
      if (i + 1 == sentence.size() || !hits_[i + 1]) {
        sum += f(run);
        run = 0;
      }
    }
  }
  return sum;
}

}  // namespace steelyard
