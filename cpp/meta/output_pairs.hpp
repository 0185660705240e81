// Pairs of outputs of the same segment under many measures, one bit each: reliability, sensitivity and heterogeneity of
// sets of measures (Amigó, Gonzalo, Giménez & Verdejo, EMNLP 2011).
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "stop.hpp"

namespace steelyard {

// One measure at a threshold, or none: its pairs there, how many of them people confirm, and its judged pairs with
// Q(s) >= Q(s′) at any threshold.
struct SingleMeasure {
  std::int64_t measure = -1, unanimous = 0, confirmed = 0, better = 0;
  double threshold = std::numeric_limits<double>::quiet_NaN();
};

// What is known of the pairs under a set of measures; all counts are of ordered pairs (s, s′). A pair counts for a set
// if all its measures have both scores.
struct SetCounts {
  std::int64_t unanimous = 0;     // judged, and x(s) >= x(s′) for all x
  std::int64_t confirmed = 0;     // of these, Q(s) >= Q(s′)
  std::int64_t better = 0;        // Q(s) >= Q(s′)
  std::int64_t distinct = 0;      // s, s′ and the references all differ, judged or not
  std::int64_t contradicted = 0;  // of these, x(s) > x(s′) and x′(s) < x′(s′) for some x, x′
  std::int64_t same = 0;          // of the unanimous ones, s and s′ are one text
  SingleMeasure single;           // the best of the set that is as sensitive
};

// All judged pairs that count, whatever the measures score.
struct JudgedPairs {
  std::int64_t pairs, better;
};

// A threshold of one measure: pairs with x(s) - x(s′) >= threshold, and how many of them have Q(s) >= Q(s′).
struct ThresholdPoint {
  double threshold;
  std::uint32_t unanimous, confirmed;
};

class OutputPairs {
 public:
  // scores: measure × system × segment, nan where there is none; quality: system × segment, empty if nobody judged;
  // texts: system × segment, equal where texts are, 0 or less where the text is a reference's, empty if texts are not
  // known. Of judged pairs, those of one text are left out if only pairs of different texts shall count.
  // O(measures · pairs · log pairs) with quality, else O(measures · pairs). Throws Stopped.
  OutputPairs(std::span<const double> scores, std::size_t measures, std::size_t systems, std::size_t segments,
              std::span<const double> quality, std::span<const std::int64_t> texts, bool different, const Stop* stop);

  // Of one set, its members as numbers of measures. O(members · pairs / 64 + members · log pairs).
  SetCounts count(std::span<const std::int32_t> members, Watch& watch) const;

  // Every sensitivity that a measure can have, and the highest threshold that has it, thresholds falling.
  const std::vector<ThresholdPoint>& thresholds(std::size_t measure) const { return curves_[measure]; }

  JudgedPairs judged() const;

  std::size_t measures() const { return measures_; }

 private:
  std::size_t measures_, systems_, segments_, words_;
  // Bits of unordered pairs (s, s′), for all measures: x(s) >= x(s′), x(s′) >= x(s). Both hold in a tie, neither if a
  // score is missing, so that these two tell all.
  std::vector<std::uint64_t> forth_, back_;
  // Of judged pairs that count: Q(s) >= Q(s′), Q(s′) >= Q(s).
  std::vector<std::uint64_t> better_forth_, better_back_;
  std::vector<std::uint64_t> distinct_, same_;
  std::vector<std::vector<ThresholdPoint>> curves_;  // per measure; without points if nobody judged

  template <class Take>
  void each_pair(Watch& watch, Take&& take) const;
  void compare(const double* values, std::uint64_t* forth, std::uint64_t* back, Watch& watch) const;
  std::vector<ThresholdPoint> curve(const double* values, Watch& watch) const;
  void find_single(std::span<const std::int32_t> members, SetCounts& counts) const;
};

// The counts of sets × 10, in the order of SetCounts with its single measure at the end, and the thresholds of the
// single measures. Set n has the members offsets[n] … offsets[n + 1] - 1. Throws std::invalid_argument for an empty
// set, and for numbers that do not fit; and Stopped.
struct SetTable {
  static constexpr std::size_t kKinds = 10;
  std::vector<std::int64_t> counts;
  std::vector<double> thresholds;
};
SetTable count_sets(const OutputPairs& pairs, std::span<const std::int32_t> members,
                    std::span<const std::int64_t> offsets, const Stop* stop);

// The points of a measure as columns: thresholds, and points × (unanimous, confirmed). Throws std::invalid_argument for
// a measure that is not there.
struct ThresholdTable {
  static constexpr std::size_t kKinds = 2;
  std::vector<double> thresholds;
  std::vector<std::int64_t> counts;
};
ThresholdTable threshold_table(const OutputPairs& pairs, std::size_t measure);

}  // namespace steelyard
