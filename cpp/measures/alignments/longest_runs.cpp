#include "measures/alignments/longest_runs.hpp"

#include <algorithm>
#include <cmath>

namespace steelyard {

namespace {

class LongestRuns {
 public:
  explicit LongestRuns(Watch& watch) : watch_(watch) {}

  const std::vector<AlignedPair>& align(Ids hypothesis, Ids reference) {
    pairs_.clear();
    hypothesis_used_.assign(hypothesis.size(), 0);
    reference_used_.assign(reference.size(), 0);
    while (find_longest(hypothesis, reference)) take_longest(hypothesis, reference);
    std::ranges::sort(pairs_, {}, &AlignedPair::hypothesis);
    return pairs_;
  }

 private:
  // Calls `row(h)` with `ending_` for each word of the hypothesis. Runs come in order of their last words, which for
  // runs of one length is that of their first.
  template <class Row>
  void scan(Ids hypothesis, Ids reference, Row row) {
    ending_.assign(reference.size() + 1, 0);
    for (std::size_t h = 0; h < hypothesis.size(); ++h) {
      watch_.steps(ending_.size());
      if (hypothesis_used_[h]) {
        std::ranges::fill(ending_, 0);
        continue;
      }
      for (std::size_t r = reference.size(); r-- > 0;) {
        const bool equal = hypothesis[h] == reference[r] && !reference_used_[r];
        ending_[r + 1] = equal ? ending_[r] + 1 : 0;
      }
      row(h);
    }
  }

  bool find_longest(Ids hypothesis, Ids reference) {
    longest_ = 0;
    scan(hypothesis, reference, [this](std::size_t) { longest_ = std::max(longest_, std::ranges::max(ending_)); });
    return longest_ > 0;
  }

  // Takes every run of the greatest length whose words are still free: none that becomes possible by taking one could
  // be as long. The runs are not kept, for there may be |h|·|r| of them.
  void take_longest(Ids hypothesis, Ids reference) {
    scan(hypothesis, reference, [this](std::size_t h) {
      for (std::size_t r = 0; r + 1 < ending_.size(); ++r) {
        if (ending_[r + 1] == longest_) take_if_free(h, r);
      }
    });
  }

  // The run that ends with h and r; `ending_` may still count words that were used after it was made.
  void take_if_free(std::size_t h, std::size_t r) {
    const auto length = static_cast<std::size_t>(longest_);
    for (std::size_t k = 0; k < length; ++k) {
      if (hypothesis_used_[h - k] || reference_used_[r - k]) return;
    }
    for (std::size_t k = 0; k < length; ++k) {
      hypothesis_used_[h - k] = reference_used_[r - k] = 1;
      pairs_.push_back({static_cast<std::int32_t>(h - k), static_cast<std::int32_t>(r - k), 0});
    }
  }

  Watch& watch_;
  std::vector<AlignedPair> pairs_;
  std::vector<std::uint8_t> hypothesis_used_, reference_used_;
  std::vector<std::int32_t> ending_;  // length of the run that ends with each word of the reference, from 1
  std::int32_t longest_ = 0;
};

}  // namespace

UnigramAlignments align_longest_runs(const Tokens& hypotheses, const Tokens& references, const Stop* stop) {
  check_same_size(hypotheses, references);
  UnigramAlignments all;
  Watch watch(stop);
  LongestRuns runs(watch);
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

std::vector<double> match_sizes(const UnigramAlignments& all, double exponent) {
  std::vector<double> out(all.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = match_size(all[i], exponent);
  return out;
}

}  // namespace steelyard
