#include "rank_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "resampling.hpp"

namespace steelyard {

namespace {

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

PairCounts PairCounter::operator()(std::span<const double> x, std::span<const double> y, double epsilon) {
  points_.clear();
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!std::isnan(x[i]) && !std::isnan(y[i])) points_.push_back({x[i], y[i]});
  }
  std::ranges::sort(points_, [](const Point& a, const Point& b) { return a.y != b.y ? a.y < b.y : a.x < b.x; });
  sorted_.resize(points_.size());
  std::ranges::transform(points_, sorted_.begin(), &Point::x);
  std::ranges::sort(sorted_);
  tree_.assign(sorted_.size() + 1, 0);
  // Subtraction is monotone after rounding too, so these bounds are exact.
  const auto below = [&](double at) {  // how many x are smaller, and not tied
    return static_cast<std::size_t>(
        std::ranges::partition_point(sorted_, [&](double other) { return at - other > epsilon; }) - sorted_.begin());
  };
  const auto up_to = [&](double at) {  // how many x are smaller or tied
    return static_cast<std::size_t>(
        std::ranges::partition_point(sorted_, [&](double other) { return !(other - at > epsilon); }) - sorted_.begin());
  };
  PairCounts counts;
  std::int64_t same_y = 0;
  for (std::size_t start = 0; start < points_.size();) {
    std::size_t stop = start, tied = start;
    while (stop < points_.size() && points_[stop].y == points_[start].y) ++stop;
    for (std::size_t i = start; i < stop; ++i) {
      counts.concordant += count_below(below(points_[i].x));
      counts.discordant += static_cast<std::int64_t>(start) - count_below(up_to(points_[i].x));
      while (points_[i].x - points_[tied].x > epsilon) ++tied;
      counts.tied_both += static_cast<std::int64_t>(i - tied);
    }
    for (std::size_t i = start; i < stop; ++i) {
      add(static_cast<std::size_t>(std::ranges::lower_bound(sorted_, points_[i].x) - sorted_.begin()));
    }
    same_y += pairs_of(static_cast<std::int64_t>(stop - start));
    start = stop;
  }
  counts.tied_y = same_y - counts.tied_both;
  counts.tied_x = pairs_of(static_cast<std::int64_t>(points_.size())) - counts.concordant - counts.discordant - same_y;
  return counts;
}

void MeanRanks::operator()(std::span<const double> values, std::span<double> ranks) {
  order_.clear();
  for (std::size_t i = 0; i < values.size(); ++i) {
    ranks[i] = std::nan("");
    if (!std::isnan(values[i])) order_.push_back(static_cast<std::uint32_t>(i));
  }
  std::ranges::sort(order_, [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
  for (std::size_t start = 0; start < order_.size();) {
    std::size_t stop = start;
    while (stop < order_.size() && values[order_[stop]] == values[order_[start]]) ++stop;
    for (std::size_t i = start; i < stop; ++i) ranks[order_[i]] = static_cast<double>(start + stop + 1) / 2;
    start = stop;
  }
}

void random_order(std::uint64_t stream, std::span<std::int32_t> order) {
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[draw(stream, i, i)]);
}

}  // namespace steelyard
