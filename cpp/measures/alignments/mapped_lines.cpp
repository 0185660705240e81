#include "measures/alignments/mapped_lines.hpp"

#include <numeric>

namespace steelyard {

void MappedLines::reset(std::size_t hypothesis, std::size_t reference) {
  to_reference_.assign(hypothesis, -1);
  to_hypothesis_.assign(reference, -1);
  pairs_ = 0;
}

void MappedLines::add(std::span<const Mapped> pairs) {
  for (const auto& [h, r, _] : pairs) {
    to_reference_[static_cast<std::size_t>(h)] = r;
    to_hypothesis_[static_cast<std::size_t>(r)] = h;
  }
  pairs_ += pairs.size();
}

void MappedLines::remove(std::span<const Mapped> pairs) {
  for (const auto& [h, r, _] : pairs) {
    to_reference_[static_cast<std::size_t>(h)] = to_hypothesis_[static_cast<std::size_t>(r)] = -1;
  }
  pairs_ -= pairs.size();
}

void MappedLines::add(const MappedLines& others) {
  for (std::size_t h = 0; h < to_reference_.size(); ++h) {
    const std::int32_t r = others.to_reference_[h];
    if (r < 0) continue;
    to_reference_[h] = r;
    to_hypothesis_[static_cast<std::size_t>(r)] = static_cast<std::int32_t>(h);
  }
  pairs_ += others.pairs_;
}

// Inversions, by a Fenwick tree of the ends.
std::int64_t MappedLines::crossings() {
  ends_.assign(to_hypothesis_.size() + 1, 0);
  std::int64_t count = 0, pairs = 0;
  for (const std::int32_t end : to_reference_) {
    if (end < 0) continue;
    count += pairs++;
    for (auto at = static_cast<std::size_t>(end) + 1; at > 0; at &= at - 1) count -= ends_[at];
    for (auto at = static_cast<std::size_t>(end) + 1; at < ends_.size(); at += at & (~at + 1)) ++ends_[at];
  }
  return count;
}

std::int64_t MappedLines::crossings(Mapped pair) const {
  std::int64_t count = 0;
  for (std::size_t h = 0; h < to_reference_.size(); ++h) {
    const std::int32_t end = to_reference_[h];
    count += end >= 0 && cross(pair, {static_cast<std::int32_t>(h), end, pair.stage});
  }
  return count;
}

// What begins before a pair or ends before it, but not both, crosses it.
void MappedLines::add_crossings(const OrderedPairs& group, std::int64_t weight, std::vector<std::int64_t>& costs) {
  const std::vector<std::int32_t>& lines = group.turned() ? to_hypothesis_ : to_reference_;
  const std::span<const std::int32_t> fewer = group.fewer(), more = group.more();
  const std::size_t width = group.width();
  before_.resize(group.turned() ? to_reference_.size() : to_hypothesis_.size());  // words of `more` before each end
  for (std::size_t end = 0, words = 0; end < before_.size(); ++end) {
    while (words < more.size() && more[words] < static_cast<std::int32_t>(end)) ++words;
    before_[end] = static_cast<std::int32_t>(words);
  }
  const auto place = [&](std::size_t start) {
    return static_cast<std::size_t>(before_[static_cast<std::size_t>(lines[start])]);
  };
  ends_.assign(more.size() + 1, 0);  // lines that end before each word of `more`
  for (std::size_t start = 0; start < lines.size(); ++start) {
    if (lines[start] >= 0) ++ends_[place(start)];
  }
  std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
  begun_.assign(more.size() + 1, 0);  // of the lines that begin before word k, those that end right before each word
  std::int32_t begun = 0, both = 0;   // lines that begin before word k; those of them that end before word k
  for (std::size_t k = 0, start = 0; k < fewer.size(); ++k) {
    if (k > 0) both += begun_[k];
    for (; start < static_cast<std::size_t>(fewer[k]); ++start) {
      if (lines[start] < 0) continue;
      ++begun;
      ++begun_[place(start)];
      both += place(start) <= k;
    }
    std::int32_t ended = both;
    for (std::size_t s = 0; s < width; ++s) {
      if (s > 0) ended += begun_[k + s];
      costs[k * width + s] += weight * (begun + ends_[k + s] - 2 * ended);
    }
  }
}

}  // namespace steelyard
