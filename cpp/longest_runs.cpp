#include "longest_runs.hpp"

#include <algorithm>
#include <cmath>

namespace steelyard {

namespace {

class LongestRuns {
 public:
  const std::vector<AlignedPair>& align(Ids hypothesis, Ids reference) {
    pairs_.clear();
    hypothesis_used_.assign(hypothesis.size(), 0);
    reference_used_.assign(reference.size(), 0);
    while (find(hypothesis, reference)) take();
    std::ranges::sort(pairs_, {}, &AlignedPair::hypothesis);
    return pairs_;
  }

 private:
  struct Run {
    std::int32_t hypothesis, reference;  // of its first words
  };

  // Finds the runs of the greatest length, in order of their last words, which is that of their first.
  bool find(Ids hypothesis, Ids reference) {
    longest_ = 0;
    ending_.assign(reference.size() + 1, 0);
    for (std::size_t h = 0; h < hypothesis.size(); ++h) {
      if (hypothesis_used_[h]) {
        std::ranges::fill(ending_, 0);
        continue;
      }
      for (std::size_t r = reference.size(); r-- > 0;) {
        const bool equal = hypothesis[h] == reference[r] && !reference_used_[r];
        ending_[r + 1] = equal ? ending_[r] + 1 : 0;
      }
      keep_longest(h);
    }
    return longest_ > 0;
  }

  void keep_longest(std::size_t h) {
    for (std::size_t r = 0; r + 1 < ending_.size(); ++r) {
      const std::int32_t length = ending_[r + 1];
      if (length == 0 || length < longest_) continue;
      if (length > longest_) runs_.clear();
      longest_ = length;
      runs_.push_back({static_cast<std::int32_t>(h) - length + 1, static_cast<std::int32_t>(r) - length + 1});
    }
  }

  // Takes every run whose words are still free: none that becomes possible by taking one could be as long.
  void take() {
    for (const auto& [h, r] : runs_) {
      bool free = true;
      for (std::int32_t k = 0; k < longest_; ++k) {
        free = free && !hypothesis_used_[static_cast<std::size_t>(h + k)] && !reference_used_[static_cast<std::size_t>(r + k)];
      }
      for (std::int32_t k = 0; free && k < longest_; ++k) {
        hypothesis_used_[static_cast<std::size_t>(h + k)] = reference_used_[static_cast<std::size_t>(r + k)] = 1;
        pairs_.push_back({h + k, r + k, 0});
      }
    }
  }

  std::vector<AlignedPair> pairs_;
  std::vector<std::uint8_t> hypothesis_used_, reference_used_;
  std::vector<std::int32_t> ending_;  // length of the run that ends with each word of the reference, from 1
  std::vector<Run> runs_;
  std::int32_t longest_ = 0;
};

}  // namespace

UnigramAlignments align_longest_runs(const Tokens& hypotheses, const Tokens& references) {
  UnigramAlignments all;
  LongestRuns runs;
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    const auto& pairs = runs.align(references.present[i] ? hypotheses[i] : Ids(), references[i]);
    all.pairs.insert(all.pairs.end(), pairs.begin(), pairs.end());
    all.offsets.push_back(static_cast<std::int64_t>(all.pairs.size()));
    all.cut.push_back(0);
  }
  return all;
}

double match_size(std::span<const AlignedPair> pairs, double exponent) {
  std::vector<double> lengths;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (k > 0 && chunks_of(pairs.subspan(k - 1, 2)) == 1) {
      ++lengths.back();
    } else {
      lengths.push_back(1);
    }
  }
  if (lengths.empty()) return 0;
  // relative to the longest, so that no power is too large
  const double longest = std::ranges::max(lengths);
  double sum = 0;
  for (const double length : lengths) sum += std::pow(length / longest, exponent);
  return longest * std::pow(sum, 1 / exponent);
}

}  // namespace steelyard
