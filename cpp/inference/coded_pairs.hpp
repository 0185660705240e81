// Pairs, ranks and copies of points whose scores are codes: 0, 1, 2 … in the order of the scores, equal where these
// are, and below 0 where there is none. A bootstrap and a permutation test look at the same scores thousands of times;
// codes are made once, and are sorted by counting.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/rank_pairs.hpp"
#include "matrix.hpp"
#include "stop.hpp"

namespace steelyard {

// The codes of scores. O(n log n).
class OrderCodes {
 public:
  void operator()(std::span<const double> values, std::span<std::int32_t> codes, Watch& watch);

 private:
  std::vector<std::uint32_t> order_;
};

// Counts pairs of points (x[i], y[i]); a point without a score counts for nothing. Points are put in the order of y
// and, where these are tied, of x; pairs are then discordant if the x of the later is smaller, and merging counts these
// (Knight 1966). O(n log n). A few points are compared pair by pair.
class CodedPairs {
 public:
  PairCounts operator()(std::span<const std::int32_t> x, std::span<const std::int32_t> y, Watch& watch);

 private:
  struct Point {
    std::uint32_t x, y;
  };
  std::vector<Point> points_, by_x_;
  std::vector<std::uint32_t> starts_, sequence_, merged_;

  PairCounts count_all() const;
  std::int64_t sort_by_x();
  std::int64_t sequence_by_y(std::int64_t& tied_both);
  std::int64_t count_discordant(Watch& watch);
};

// Ranks from 1 of what the codes stand for, those tied having the mean of theirs; nan where there is no score. O(n).
class CodedRanks {
 public:
  void operator()(std::span<const std::int32_t> codes, std::span<double> ranks);

 private:
  std::vector<std::uint32_t> starts_;
};

// How many pairs of points have the same name, as copies of one point have; names below 0 are no points. O(n).
class CopyPairs {
 public:
  std::int64_t operator()(std::span<const std::int64_t> names);

 private:
  std::vector<std::uint32_t> counts_;
};

// Of every row: the codes of scores, in their shape; pair_counts of codes; the ranks of codes, in their shape; and how
// many pairs have the same name. All throw Stopped.
std::vector<std::int32_t> order_codes(Matrix<double> values, const Stop* stop);
std::vector<std::int64_t> coded_pair_counts(Matrix<std::int32_t> x, Matrix<std::int32_t> y, const Stop* stop);
std::vector<double> coded_ranks(Matrix<std::int32_t> codes, const Stop* stop);
std::vector<std::int64_t> copy_pairs(Matrix<std::int64_t> names, const Stop* stop);

}  // namespace steelyard
