#include "inference/rank_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "statistics/resampling.hpp"

namespace steelyard {

namespace {

// So few points are compared pair by pair in less time than they are sorted.
constexpr std::size_t kFewPoints = 24;
// About how many steps a point takes in the tree.
constexpr std::size_t kStepsOfPoint = 64;

std::int64_t pairs_of(std::int64_t count) { return count * (count - 1) / 2; }

}  // namespace

void PairCounter::add(std::size_t rank) {
  for (std::size_t i = rank + 1; i < tree_.size(); i += i & (~i + 1)) ++tree_[i];
}

std::int64_t PairCounter::count_below(std::size_t rank) const {
  std::int64_t count = 0;
  for (std::size_t i = rank; i > 0; i &= i - 1) count += tree_[i];
  return count;
}

std::size_t PairCounter::rank_of(double x) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(sorted_, x) - sorted_.begin());
}

void PairCounter::find_bounds(double epsilon) {
  bounds_.resize(sorted_.size());
  // Subtraction is monotone after rounding too, so both bounds only move on, and they are exact.
  std::size_t below = 0, up_to = 0;
  for (std::size_t rank = 0; rank < sorted_.size(); ++rank) {
    while (sorted_[rank] - sorted_[below] > epsilon) ++below;
    while (up_to < sorted_.size() && !(sorted_[up_to] - sorted_[rank] > epsilon)) ++up_to;
    bounds_[rank] = {below, up_to};
  }
}

PairCounts PairCounter::count_all(double epsilon) const {
  PairCounts counts;
  for (std::size_t i = 1; i < points_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double x = points_[i].x - points_[j].x, y = points_[i].y - points_[j].y;
      const bool apart_x = std::abs(x) > epsilon, apart_y = points_[i].y != points_[j].y;
      const bool alike = (x > 0) == (y > 0);
      counts.concordant += apart_x & apart_y & alike;
      counts.discordant += apart_x & apart_y & !alike;
      counts.tied_x += !apart_x & apart_y;
      counts.tied_y += apart_x & !apart_y;
      counts.tied_both += !apart_x & !apart_y;
    }
  }
  return counts;
}

PairCounts PairCounter::operator()(std::span<const double> x, std::span<const double> y, double epsilon, Watch& watch) {
  watch.steps(x.size());
  points_.clear();
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!std::isnan(x[i]) && !std::isnan(y[i])) points_.push_back({x[i], y[i]});
  }
  if (points_.size() <= kFewPoints) {
    watch.steps(points_.size() * points_.size() / 2);
    return count_all(epsilon);
  }
  sort_watched(points_, [](const Point& a, const Point& b) { return a.y != b.y ? a.y < b.y : a.x < b.x; }, watch);
  sorted_.resize(points_.size());
  std::ranges::transform(points_, sorted_.begin(), &Point::x);
  sort_watched(sorted_, std::less{}, watch);
  tree_.assign(sorted_.size() + 1, 0);
  find_bounds(epsilon);
  PairCounts counts;
  std::int64_t same_y = 0;
  for (std::size_t start = 0; start < points_.size();) {
    std::size_t stop = start, tied = start;
    while (stop < points_.size() && points_[stop].y == points_[start].y) ++stop;
    for (std::size_t i = start; i < stop; ++i) {
      watch.steps(kStepsOfPoint);
      const Bounds& at = bounds_[rank_of(points_[i].x)];
      counts.concordant += count_below(at.below);
      counts.discordant += static_cast<std::int64_t>(start) - count_below(at.up_to);
      while (points_[i].x - points_[tied].x > epsilon) ++tied;
      counts.tied_both += static_cast<std::int64_t>(i - tied);
    }
    for (std::size_t i = start; i < stop; ++i) add(rank_of(points_[i].x));
    same_y += pairs_of(static_cast<std::int64_t>(stop - start));
    start = stop;
  }
  counts.tied_y = same_y - counts.tied_both;
  counts.tied_x = pairs_of(static_cast<std::int64_t>(points_.size())) - counts.concordant - counts.discordant - same_y;
  return counts;
}

void MeanRanks::operator()(std::span<const double> values, std::span<double> ranks, Watch& watch) {
  watch.steps(values.size());
  order_.clear();
  for (std::size_t i = 0; i < values.size(); ++i) {
    ranks[i] = std::nan("");
    if (!std::isnan(values[i])) order_.push_back(static_cast<std::uint32_t>(i));
  }
  sort_watched(order_, [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; }, watch);
  for (std::size_t start = 0; start < order_.size();) {
    std::size_t stop = start;
    while (stop < order_.size() && values[order_[stop]] == values[order_[start]]) ++stop;
    for (std::size_t i = start; i < stop; ++i) ranks[order_[i]] = static_cast<double>(start + stop + 1) / 2;
    start = stop;
  }
}

namespace {

bool varies(const std::vector<double>& values) {
  if (values.empty()) return false;
  const auto [low, high] = std::ranges::minmax(values);
  return low < high;
}

void scale(std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  if (largest > 0) {
    for (double& value : values) value /= largest;
  }
}

// Leaves mean 0 and largest number 1, and returns the length.
double centre(std::vector<double>& values) {
  scale(values);
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  for (double& value : values) value -= mean;
  scale(values);
  return std::sqrt(std::inner_product(values.begin(), values.end(), values.begin(), 0.0));
}

}  // namespace

double PearsonR::operator()(std::span<const double> x, std::span<const double> y) {
  x_.clear();
  y_.clear();
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(x[i]) || std::isnan(y[i])) continue;
    x_.push_back(x[i]);
    y_.push_back(y[i]);
  }
  if (!varies(x_) || !varies(y_)) return std::nan("");
  const double length_x = centre(x_), length_y = centre(y_);
  if (length_x == 0 || length_y == 0) return 0;
  const double product = std::inner_product(x_.begin(), x_.end(), y_.begin(), 0.0);
  return std::clamp(product / length_x / length_y, -1.0, 1.0);
}

void random_order(std::uint64_t stream, std::span<std::int32_t> order) {
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[draw(stream, i, i)]);
}

std::vector<std::int64_t> pair_counts(Matrix<double> x, Matrix<double> y, double epsilon, const Stop* stop) {
  Watch watch(stop);
  check_same_shape(x, y);
  std::vector<std::int64_t> out;
  out.reserve(x.rows * kPairKinds);
  PairCounter count;
  for (std::size_t row = 0; row < x.rows; ++row) count(x[row], y[row], epsilon, watch).append_to(out);
  return out;
}

std::vector<double> mean_ranks(Matrix<double> values, const Stop* stop) {
  Watch watch(stop);
  std::vector<double> out(values.rows * values.columns);
  MeanRanks rank;
  for (std::size_t row = 0; row < values.rows; ++row) {
    rank(values[row], std::span(out).subspan(row * values.columns, values.columns), watch);
  }
  return out;
}

std::vector<double> ascending(std::span<const double> values, const Stop* stop) {
  Watch watch(stop);
  std::vector<double> out(values.begin(), values.end());
  sort_watched(out, std::less{}, watch);
  return out;
}

std::vector<std::int64_t> ascending_places(std::span<const double> values, const Stop* stop) {
  Watch watch(stop);
  std::vector<std::int64_t> out(values.size());
  std::iota(out.begin(), out.end(), 0);
  const auto before = [&](std::int64_t a, std::int64_t b) {
    const double x = values[static_cast<std::size_t>(a)], y = values[static_cast<std::size_t>(b)];
    return x < y || (x == y && a < b);
  };
  sort_watched(out, before, watch);
  return out;
}

std::vector<double> pearson(Matrix<double> x, Matrix<double> y, const Stop* stop) {
  Watch watch(stop);
  check_same_shape(x, y);
  std::vector<double> out(x.rows);
  PearsonR correlate;
  for (std::size_t row = 0; row < x.rows; ++row) {
    watch.steps(x.columns);
    out[row] = correlate(x[row], y[row]);
  }
  return out;
}

std::vector<std::int32_t> random_orders(std::size_t size, std::uint64_t seed, std::uint64_t first, std::size_t count,
                                        const Stop* stop) {
  Watch watch(stop);
  std::vector<std::int32_t> out(count * size);
  for (std::size_t b = 0; b < count; ++b) {
    watch.steps(size);
    random_order(stream_of(seed, first + b), std::span(out).subspan(b * size, size));
  }
  return out;
}

}  // namespace steelyard
