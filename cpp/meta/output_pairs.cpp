#include "meta/output_pairs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <stdexcept>

namespace steelyard {

namespace {

constexpr std::size_t block_words = 256;

using Block = std::array<std::uint64_t, block_words>;

std::int64_t bits(std::uint64_t word) { return std::popcount(word); }

bool holds(const std::vector<std::uint64_t>& words, std::size_t pair) { return words[pair / 64] >> (pair % 64) & 1; }

// a / b > c / d for counts with b, d > 0.
bool greater(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
  return static_cast<__int128>(a) * d > static_cast<__int128>(c) * b;
}

// The more reliable one; of equals the less sensitive, which is nearer to the set, then the first.
bool preferred(const SingleMeasure& a, const SingleMeasure& b) {
  if (greater(a.confirmed, a.unanimous, b.confirmed, b.unanimous)) return true;
  if (greater(b.confirmed, b.unanimous, a.confirmed, a.unanimous)) return false;
  if (greater(b.confirmed, b.better, a.confirmed, a.better)) return true;
  if (greater(a.confirmed, a.better, b.confirmed, b.better)) return false;
  return a.measure < b.measure;
}

}  // namespace

// Takes (number of the pair, first output, second output); pairs of systems outside, segments inside.
template <class Take>
void OutputPairs::each_pair(Watch& watch, Take&& take) const {
  std::size_t pair = 0;
  for (std::size_t a = 0; a < systems_; ++a) {
    for (std::size_t b = a + 1; b < systems_; ++b) {
      watch.steps(segments_);
      for (std::size_t i = 0; i < segments_; ++i) take(pair++, a * segments_ + i, b * segments_ + i);
    }
  }
}

void OutputPairs::compare(const double* values, std::uint64_t* forth, std::uint64_t* back, Watch& watch) const {
  each_pair(watch, [&](std::size_t pair, std::size_t s, std::size_t t) {
    forth[pair / 64] |= static_cast<std::uint64_t>(values[s] >= values[t]) << (pair % 64);
    back[pair / 64] |= static_cast<std::uint64_t>(values[t] >= values[s]) << (pair % 64);
  });
}

OutputPairs::OutputPairs(std::span<const double> scores, std::size_t measures, std::size_t systems,
                         std::size_t segments, std::span<const double> quality, std::span<const std::int64_t> texts,
                         bool different, const Stop* stop)
    : measures_(measures),
      systems_(systems),
      segments_(segments),
      words_((segments * (systems * (systems - 1) / 2) + 63) / 64),
      forth_(measures * words_),
      back_(measures * words_),
      better_forth_(words_),
      better_back_(words_),
      distinct_(words_),
      same_(words_),
      curves_(measures) {
  Watch watch(stop);
  const std::size_t outputs = systems * segments;
  for (std::size_t m = 0; m < measures; ++m) {
    compare(scores.data() + m * outputs, forth_.data() + m * words_, back_.data() + m * words_, watch);
  }
  each_pair(watch, [&](std::size_t pair, std::size_t s, std::size_t t) {
    const bool same = !texts.empty() && texts[s] == texts[t];
    const bool distinct = texts.empty() || (!same && texts[s] > 0 && texts[t] > 0);
    same_[pair / 64] |= static_cast<std::uint64_t>(same) << (pair % 64);
    distinct_[pair / 64] |= static_cast<std::uint64_t>(distinct) << (pair % 64);
  });
  if (quality.empty()) return;
  compare(quality.data(), better_forth_.data(), better_back_.data(), watch);
  for (std::size_t w = 0; different && w < words_; ++w) {
    better_forth_[w] &= ~same_[w];
    better_back_[w] &= ~same_[w];
  }
  for (std::size_t m = 0; m < measures; ++m) curves_[m] = curve(scores.data() + m * outputs, watch);
}

std::vector<ThresholdPoint> OutputPairs::curve(const double* values, Watch& watch) const {
  struct Difference {
    double size;
    bool better;
  };
  std::vector<Difference> differences;
  each_pair(watch, [&](std::size_t pair, std::size_t s, std::size_t t) {
    const bool better = holds(better_forth_, pair), worse = holds(better_back_, pair);
    const double x = values[s], y = values[t];
    if (!(better || worse) || std::isnan(x) || std::isnan(y)) return;
    const double size = x == y ? 0.0 : x - y;  // equal infinities have no difference of their own
    differences.push_back({size, better});
    differences.push_back({-size, worse});
  });
  sort_watched(differences, [](const Difference& a, const Difference& b) { return a.size > b.size; }, watch);
  std::vector<ThresholdPoint> points;
  std::uint32_t unanimous = 0, confirmed = 0;
  for (std::size_t start = 0; start < differences.size();) {
    const double size = differences[start].size;
    for (; start < differences.size() && differences[start].size == size; ++start) {
      ++unanimous;
      confirmed += differences[start].better;
    }
    // A tie is 0, not -0. As sensitive as the threshold before it, a lower one has more pairs and is the less reliable.
    if (points.empty() || points.back().confirmed < confirmed) points.push_back({size + 0.0, unanimous, confirmed});
  }
  points.shrink_to_fit();
  return points;
}

JudgedPairs OutputPairs::judged() const {
  JudgedPairs found{0, 0};
  for (std::size_t w = 0; w < words_; ++w) {
    found.pairs += 2 * bits(better_forth_[w] | better_back_[w]);
    found.better += bits(better_forth_[w]) + bits(better_back_[w]);
  }
  return found;
}

SetCounts OutputPairs::count(std::span<const std::int32_t> members, Watch& watch) const {
  SetCounts counts;
  Block forth, back, known;
  for (std::size_t start = 0; start < words_; start += block_words) {
    const std::size_t size = std::min(block_words, words_ - start);
    watch.steps(size * (members.size() + 8));
    for (Block* block : {&forth, &back, &known}) std::fill_n(block->begin(), size, ~std::uint64_t{0});
    for (const std::int32_t member : members) {
      const std::uint64_t* f = forth_.data() + static_cast<std::size_t>(member) * words_ + start;
      const std::uint64_t* b = back_.data() + static_cast<std::size_t>(member) * words_ + start;
      for (std::size_t w = 0; w < size; ++w) {
        forth[w] &= f[w];
        back[w] &= b[w];
        known[w] &= f[w] | b[w];
      }
    }
    for (std::size_t w = 0; w < size; ++w) {
      const std::uint64_t better = better_forth_[start + w], worse = better_back_[start + w];
      const std::uint64_t judged = better | worse, distinct = known[w] & distinct_[start + w];
      const std::uint64_t same = judged & same_[start + w];
      counts.unanimous += bits(forth[w] & judged) + bits(back[w] & judged);
      counts.confirmed += bits(forth[w] & better) + bits(back[w] & worse);
      counts.better += bits(known[w] & better) + bits(known[w] & worse);
      counts.distinct += 2 * bits(distinct);
      counts.contradicted += 2 * bits(distinct & ~forth[w] & ~back[w]);
      counts.same += bits(forth[w] & same) + bits(back[w] & same);
    }
  }
  if (counts.unanimous && counts.better) find_single(members, counts);
  return counts;
}

// At the least sensitivity that is not below the set's, the most reliable of its measures.
void OutputPairs::find_single(std::span<const std::int32_t> members, SetCounts& counts) const {
  for (const std::int32_t member : members) {
    const std::vector<ThresholdPoint>& points = curves_[static_cast<std::size_t>(member)];
    const std::int64_t better = points.empty() ? 0 : points.back().confirmed;
    const auto found = std::ranges::partition_point(points, [&](const ThresholdPoint& point) {
      return greater(counts.confirmed, counts.better, point.confirmed, better);
    });
    if (found == points.end()) continue;
    const SingleMeasure single{member, found->unanimous, found->confirmed, better, found->threshold};
    if (counts.single.measure < 0 || preferred(single, counts.single)) counts.single = single;
  }
}

namespace {

void check_sets(const OutputPairs& pairs, std::span<const std::int32_t> members,
                std::span<const std::int64_t> offsets) {
  if (offsets.empty() || offsets.front() != 0 || offsets.back() != static_cast<std::int64_t>(members.size())) {
    throw std::invalid_argument("offsets do not span the members");
  }
  if (std::ranges::adjacent_find(offsets, std::ranges::greater_equal{}) != offsets.end()) {
    throw std::invalid_argument("a set of measures is empty");
  }
  for (const std::int32_t member : members) {
    if (member < 0 || static_cast<std::size_t>(member) >= pairs.measures()) {
      throw std::invalid_argument("no such measure");
    }
  }
}

}  // namespace

SetTable count_sets(const OutputPairs& pairs, std::span<const std::int32_t> members,
                    std::span<const std::int64_t> offsets, const Stop* stop) {
  check_sets(pairs, members, offsets);
  Watch watch(stop);
  SetTable out;
  out.counts.reserve((offsets.size() - 1) * SetTable::kKinds);
  out.thresholds.reserve(offsets.size() - 1);
  for (std::size_t n = 0; n + 1 < offsets.size(); ++n) {
    const auto first = static_cast<std::size_t>(offsets[n]), last = static_cast<std::size_t>(offsets[n + 1]);
    const SetCounts c = pairs.count(members.subspan(first, last - first), watch);
    out.counts.insert(out.counts.end(), {c.unanimous, c.confirmed, c.better, c.distinct, c.contradicted, c.same,
                                         c.single.measure, c.single.unanimous, c.single.confirmed, c.single.better});
    out.thresholds.push_back(c.single.threshold);
  }
  return out;
}

ThresholdTable threshold_table(const OutputPairs& pairs, std::size_t measure) {
  if (measure >= pairs.measures()) throw std::invalid_argument("no such measure");
  ThresholdTable out;
  for (const ThresholdPoint& point : pairs.thresholds(measure)) {
    out.thresholds.push_back(point.threshold);
    out.counts.insert(out.counts.end(), {point.unanimous, point.confirmed});
  }
  return out;
}

}  // namespace steelyard
