// Pairs of points by their order in two series, mean ranks, random orders, and Pearson's r: what correlation is made
// of.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "matrix.hpp"
#include "stop.hpp"

namespace steelyard {

// Every pair of points is one of these. `tied_x` and `tied_y` are tied on that side alone.
struct PairCounts {
  std::int64_t concordant = 0, discordant = 0, tied_x = 0, tied_y = 0, tied_both = 0;

  // At the end of a table, in this order.
  void append_to(std::vector<std::int64_t>& table) const {
    table.insert(table.end(), {concordant, discordant, tied_x, tied_y, tied_both});
  }
};

// Counts pairs of points (x[i], y[i]); two x are tied if they differ by no more than epsilon, two y if they are equal.
// A point with a nan counts for nothing. O(n log n): points are taken in the order of y, and a Fenwick tree over the
// ranks of x holds those with a smaller y (after Knight 1966, who merges; the tree allows for epsilon, and so for the
// tied scores of Deutsch, Foster & Freitag 2023). Whether two x are tied is decided by the rounded difference, as a
// loop over all pairs would. A few points are compared in such a loop.
class PairCounter {
 public:
  PairCounts operator()(std::span<const double> x, std::span<const double> y, double epsilon, Watch& watch);

 private:
  struct Point {
    double x, y;
  };
  struct Bounds {
    std::size_t below, up_to;  // how many x are smaller and not tied, and how many are smaller or tied
  };
  std::vector<Point> points_;
  std::vector<double> sorted_;
  std::vector<Bounds> bounds_;
  std::vector<std::int64_t> tree_;

  PairCounts count_all(double epsilon) const;
  void find_bounds(double epsilon);
  std::size_t rank_of(double x) const;
  void add(std::size_t rank);
  std::int64_t count_below(std::size_t rank) const;
};

// Ranks from 1, tied numbers having the mean of theirs; a nan stays one and is not ranked. O(n log n).
class MeanRanks {
 public:
  void operator()(std::span<const double> values, std::span<double> ranks, Watch& watch);

 private:
  std::vector<std::uint32_t> order_;
};

// Pearson's r of the points without a nan; nan if a side does not vary. Both sides are scaled before and after they are
// centred, so that squares of very large or small numbers neither overflow nor vanish. O(n).
class PearsonR {
 public:
  double operator()(std::span<const double> x, std::span<const double> y);

 private:
  std::vector<double> x_, y_;
};

// A random order of 0 … n - 1 (Fisher & Yates), which depends on the stream only. O(n).
void random_order(std::uint64_t stream, std::span<std::int32_t> order);

// Per row of x and y, those of PairCounter in the order of PairCounts: rows × 5. Throws std::invalid_argument if x and
// y differ in shape, and Stopped, as all that follow.
inline constexpr std::size_t kPairKinds = 5;
std::vector<std::int64_t> pair_counts(Matrix<double> x, Matrix<double> y, double epsilon, const Stop* stop);

// The ranks of every row, in the shape of the values.
std::vector<double> mean_ranks(Matrix<double> values, const Stop* stop);

// Numbers in ascending order, and the places where these were, equal ones in the order they had; none may be nan.
// Throws Stopped. O(n log n).
std::vector<double> ascending(std::span<const double> values, const Stop* stop);
std::vector<std::int64_t> ascending_places(std::span<const double> values, const Stop* stop);

// Pearson's r of every row.
std::vector<double> pearson(Matrix<double> x, Matrix<double> y, const Stop* stop);

// The random orders numbered first … first + count - 1 of a seed: count × size.
std::vector<std::int32_t> random_orders(std::size_t size, std::uint64_t seed, std::uint64_t first, std::size_t count,
                                        const Stop* stop);

}  // namespace steelyard
