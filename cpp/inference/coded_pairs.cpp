#include "inference/coded_pairs.hpp"

#include <algorithm>
#include <cmath>

namespace steelyard {

namespace {

// So few points are compared pair by pair in less time than they are sorted.
constexpr std::size_t kFewPoints = 24;

std::int64_t pairs_of(std::int64_t count) { return count * (count - 1) / 2; }

// Turns how many points have each code into where the first of them goes, and returns pairs that are tied.
std::int64_t places(std::vector<std::uint32_t>& counts) {
  std::int64_t tied = 0;
  std::uint32_t next = 0;
  for (std::uint32_t& count : counts) {
    tied += pairs_of(count);
    const std::uint32_t here = next;
    next += count;
    count = here;
  }
  return tied;
}

}  // namespace

void OrderCodes::operator()(std::span<const double> values, std::span<std::int32_t> codes, Watch& watch) {
  watch.steps(values.size());
  order_.clear();
  for (std::size_t i = 0; i < values.size(); ++i) {
    codes[i] = -1;
    if (!std::isnan(values[i])) order_.push_back(static_cast<std::uint32_t>(i));
  }
  sort_watched(order_, [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; }, watch);
  std::int32_t code = 0;
  for (std::size_t i = 0; i < order_.size(); ++i) {
    if (i > 0 && values[order_[i]] != values[order_[i - 1]]) ++code;
    codes[order_[i]] = code;
  }
}

PairCounts CodedPairs::count_all() const {
  PairCounts counts;
  for (std::size_t i = 1; i < points_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const bool tied_x = points_[i].x == points_[j].x, tied_y = points_[i].y == points_[j].y;
      const bool alike = (points_[i].x > points_[j].x) == (points_[i].y > points_[j].y);
      counts.concordant += !tied_x & !tied_y & alike;
      counts.discordant += !tied_x & !tied_y & !alike;
      counts.tied_x += tied_x & !tied_y;
      counts.tied_y += !tied_x & tied_y;
      counts.tied_both += tied_x & tied_y;
    }
  }
  return counts;
}

// Both sorts are by counting and stable. Each returns pairs that are tied on its side.
std::int64_t CodedPairs::sort_by_x() {
  starts_.assign(1 + std::ranges::max(points_, {}, &Point::x).x, 0);
  for (const Point& point : points_) ++starts_[point.x];
  const std::int64_t tied = places(starts_);
  by_x_.resize(points_.size());
  for (const Point& point : points_) by_x_[starts_[point.x]++] = point;
  return tied;
}

std::int64_t CodedPairs::sequence_by_y(std::int64_t& tied_both) {
  starts_.assign(1 + std::ranges::max(points_, {}, &Point::y).y, 0);
  for (const Point& point : points_) ++starts_[point.y];
  const std::int64_t tied = places(starts_);
  sequence_.resize(points_.size());
  for (const Point& point : by_x_) sequence_[starts_[point.y]++] = point.x;
  std::size_t start = 0;
  for (const std::size_t stop : starts_) {
    std::int64_t same = 0;
    for (std::size_t i = start + 1; i < stop; ++i) {
      same = sequence_[i] == sequence_[i - 1] ? same + 1 : 0;
      tied_both += same;
    }
    start = stop;
  }
  return tied;
}

std::int64_t CodedPairs::count_discordant(Watch& watch) {
  std::int64_t count = 0;
  const std::size_t size = sequence_.size();
  merged_.resize(size);
  for (std::size_t width = 1; width < size; width *= 2) {
    watch.steps(size);
    for (std::size_t start = 0; start < size; start += 2 * width) {
      const std::size_t middle = std::min(start + width, size), stop = std::min(start + 2 * width, size);
      std::size_t left = start, right = middle, out = start;
      // which side is next is as good as random, so nothing here branches on it
      while (left < middle && right < stop) {
        const bool later = sequence_[right] < sequence_[left];
        merged_[out++] = later ? sequence_[right] : sequence_[left];
        count += later ? static_cast<std::int64_t>(middle - left) : 0;
        right += later;
        left += !later;
      }
      std::copy(sequence_.begin() + static_cast<std::ptrdiff_t>(left),
                sequence_.begin() + static_cast<std::ptrdiff_t>(middle),
                merged_.begin() + static_cast<std::ptrdiff_t>(out));
      out += middle - left;
      std::copy(sequence_.begin() + static_cast<std::ptrdiff_t>(right),
                sequence_.begin() + static_cast<std::ptrdiff_t>(stop),
                merged_.begin() + static_cast<std::ptrdiff_t>(out));
    }
    sequence_.swap(merged_);
  }
  return count;
}

PairCounts CodedPairs::operator()(std::span<const std::int32_t> x, std::span<const std::int32_t> y, Watch& watch) {
  watch.steps(x.size());
  points_.clear();
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] >= 0 && y[i] >= 0) points_.push_back({static_cast<std::uint32_t>(x[i]), static_cast<std::uint32_t>(y[i])});
  }
  if (points_.size() <= kFewPoints) {
    watch.steps(points_.size() * points_.size() / 2);
    return count_all();
  }
  PairCounts counts;
  const std::int64_t same_x = sort_by_x(), same_y = sequence_by_y(counts.tied_both);
  counts.discordant = count_discordant(watch);
  counts.tied_x = same_x - counts.tied_both;
  counts.tied_y = same_y - counts.tied_both;
  counts.concordant = pairs_of(static_cast<std::int64_t>(points_.size())) - counts.discordant - counts.tied_x -
                      counts.tied_y - counts.tied_both;
  return counts;
}

void CodedRanks::operator()(std::span<const std::int32_t> codes, std::span<double> ranks) {
  starts_.assign(codes.empty() ? 1 : static_cast<std::size_t>(std::ranges::max(codes) + 2), 0);
  for (const std::int32_t code : codes) {
    if (code >= 0) ++starts_[static_cast<std::size_t>(code)];
  }
  places(starts_);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i] < 0) {
      ranks[i] = std::nan("");
    } else {
      const auto code = static_cast<std::size_t>(codes[i]);
      ranks[i] = static_cast<double>(starts_[code] + starts_[code + 1] + 1) / 2;
    }
  }
}

std::int64_t CopyPairs::operator()(std::span<const std::int64_t> names) {
  const std::int64_t last = names.empty() ? -1 : std::ranges::max(names);
  if (last >= static_cast<std::int64_t>(counts_.size())) counts_.resize(static_cast<std::size_t>(last) + 1);
  std::int64_t pairs = 0;
  for (const std::int64_t name : names) {
    if (name >= 0) pairs += counts_[static_cast<std::size_t>(name)]++;
  }
  for (const std::int64_t name : names) {
    if (name >= 0) counts_[static_cast<std::size_t>(name)] = 0;
  }
  return pairs;
}

std::vector<std::int32_t> order_codes(Matrix<double> values, const Stop* stop) {
  Watch watch(stop);
  std::vector<std::int32_t> out(values.rows * values.columns);
  OrderCodes code;
  for (std::size_t row = 0; row < values.rows; ++row) {
    code(values[row], std::span(out).subspan(row * values.columns, values.columns), watch);
  }
  return out;
}

std::vector<std::int64_t> coded_pair_counts(Matrix<std::int32_t> x, Matrix<std::int32_t> y, const Stop* stop) {
  Watch watch(stop);
  check_same_shape(x, y);
  std::vector<std::int64_t> out;
  out.reserve(x.rows * kPairKinds);
  CodedPairs count;
  for (std::size_t row = 0; row < x.rows; ++row) count(x[row], y[row], watch).append_to(out);
  return out;
}

std::vector<double> coded_ranks(Matrix<std::int32_t> codes, const Stop* stop) {
  Watch watch(stop);
  std::vector<double> out(codes.rows * codes.columns);
  CodedRanks rank;
  for (std::size_t row = 0; row < codes.rows; ++row) {
    watch.steps(codes.columns);
    rank(codes[row], std::span(out).subspan(row * codes.columns, codes.columns));
  }
  return out;
}

std::vector<std::int64_t> copy_pairs(Matrix<std::int64_t> names, const Stop* stop) {
  Watch watch(stop);
  std::vector<std::int64_t> out(names.rows);
  CopyPairs count;
  for (std::size_t row = 0; row < names.rows; ++row) {
    watch.steps(names.columns);
    out[row] = count(names[row]);
  }
  return out;
}

}  // namespace steelyard
