// Sums of statistics over drawn units, without a matrix of weights: the bootstrap (drawn with replacement) and random
// halves (each unit in or out), which randomisation swaps.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "hashing.hpp"
#include "matrix.hpp"
#include "stop.hpp"

namespace steelyard {

// Statistics in memory that someone else holds: system × unit × field, where units are segments or groups of them.
template <class Value>
struct StatisticRows {
  const Value* values;
  std::size_t systems, units, fields;

  std::size_t width() const { return systems * fields; }
};

// The k-th draw of resample b depends on (seed, b, k) only, so results do not depend on threads or chunking.
inline std::uint64_t stream_of(std::uint64_t seed, std::uint64_t resample) {
  return mix(mix(seed + 0x9e3779b97f4a7c15ULL) ^ mix(resample * 0xd1b54a32d192ed03ULL + 1));
}

inline std::size_t draw(std::uint64_t stream, std::uint64_t k, std::size_t count) {
  const std::uint64_t bits = mix(stream + (k + 1) * 0x9e3779b97f4a7c15ULL);
  return static_cast<std::size_t>((static_cast<unsigned __int128>(bits) * count) >> 64);
}

// How often each of `count` units is drawn in a resample of as many draws. O(count).
inline void draw_weights(std::uint64_t stream, std::size_t count, std::vector<std::uint32_t>& weights) {
  weights.assign(count, 0);
  for (std::size_t k = 0; k < count; ++k) ++weights[draw(stream, k, count)];
}

// The units of resamples first … first + count - 1, in order: resample × draw. Throws Stopped.
inline std::vector<std::int64_t> drawn_units(std::size_t units, std::uint64_t seed, std::uint64_t first,
                                             std::size_t count, const Stop* stop) {
  Watch watch(stop);
  std::vector<std::int64_t> out;
  out.reserve(count * units);
  std::vector<std::uint32_t> weights;
  for (std::uint64_t b = first; b < first + count; ++b) {
    watch.steps(2 * units);
    draw_weights(stream_of(seed, b), units, weights);
    for (std::size_t i = 0; i < units; ++i) out.insert(out.end(), weights[i], static_cast<std::int64_t>(i));
  }
  return out;
}

// Sums of one resample, system × field. O(units · systems · fields).
template <class Value, class Sum>
void weighted_sums(const StatisticRows<Value>& rows, std::span<const std::uint32_t> weights, std::vector<Sum>& sums,
                   Watch& watch) {
  const auto [values, systems, units, fields] = rows;
  sums.assign(systems * fields, Sum{0});
  for (std::size_t s = 0; s < systems; ++s) {
    const Value* row = values + s * units * fields;
    Sum* sum = sums.data() + s * fields;
    for (std::size_t i = 0; i < units; ++i, row += fields) {
      watch.steps(fields);
      const auto weight = static_cast<Sum>(weights[i]);
      for (std::size_t f = 0; f < fields; ++f) sum[f] += weight * static_cast<Sum>(row[f]);
    }
  }
}

// The sums of resamples first … first + count - 1, drawn with replacement: resample × system × field. This and the
// other sums throw Stopped.
template <class Sum, class Value>
std::vector<double> bootstrap_sums(const StatisticRows<Value>& rows, std::uint64_t seed, std::uint64_t first,
                                   std::size_t count, const Stop* stop) {
  Watch watch(stop);
  std::vector<double> out;
  out.reserve(count * rows.width());
  std::vector<std::uint32_t> weights;
  std::vector<Sum> sums;
  for (std::uint64_t b = first; b < first + count; ++b) {
    watch.steps(rows.units);
    draw_weights(stream_of(seed, b), rows.units, weights);
    weighted_sums(rows, weights, sums, watch);
    out.insert(out.end(), sums.begin(), sums.end());
  }
  return out;
}

// The draws of the C library's drand48 after srand48(seed), as Perl's rand makes them: the next of x ← a·x + c mod 2⁴⁸,
// as a share of 2⁴⁸, times the number of units; the product is rounded as a double is.
class Drand48 {
 public:
  explicit Drand48(std::uint64_t seed) : x_(((seed << 16) | 0x330EU) & kMask) {}
  std::size_t operator()(std::size_t count) {
    x_ = (0x5DEECE66DULL * x_ + 0xBU) & kMask;
    return static_cast<std::size_t>(static_cast<double>(x_) * kShare * static_cast<double>(count));
  }

 private:
  static constexpr std::uint64_t kMask = (std::uint64_t{1} << 48) - 1;
  static constexpr double kShare = 1.0 / (std::uint64_t{1} << 48);
  std::uint64_t x_;
};

// Sums of samples first … first + count - 1, each of as many units as there are, the draws of sample i seeded by i:
// sample × column. Rows are unit × column. Units are added one by one in the order of the draws, as ROUGE-1.5.5 does,
// so that the last digits are its own. O(count · units · columns). Throws Stopped.
inline std::vector<double> drand48_sums(const Matrix<double>& rows, std::uint64_t first, std::size_t count,
                                        const Stop* stop) {
  Watch watch(stop);
  std::vector<double> out(count * rows.columns, 0.0);
  for (std::size_t b = 0; b < count; ++b) {
    Drand48 draw(first + b);
    double* const sums = out.data() + b * rows.columns;
    for (std::size_t k = 0; k < rows.rows; ++k) {
      watch.steps(rows.columns);
      const auto row = rows[draw(rows.rows)];
      for (std::size_t c = 0; c < rows.columns; ++c) sums[c] += row[c];
    }
  }
  return out;
}

// Crossed units: each factor's values are drawn on their own, and a segment weighs the product of its values' weights.
inline void cross_weights(std::span<const std::span<const std::int64_t>> factors, std::span<const std::size_t> sizes,
                          std::uint64_t seed, std::uint64_t resample, std::vector<std::uint32_t>& drawn,
                          std::vector<std::uint32_t>& weights) {
  weights.assign(factors.front().size(), 1);
  for (std::size_t f = 0; f < factors.size(); ++f) {
    draw_weights(stream_of(mix(seed + f), resample), sizes[f], drawn);
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] *= drawn[static_cast<std::size_t>(factors[f][i])];
  }
}

// How many values each factor has: one more than the greatest. Throws std::invalid_argument unless every factor has a
// number for each unit, and there is one.
inline std::vector<std::size_t> factor_sizes(std::span<const std::span<const std::int64_t>> factors,
                                             std::size_t units) {
  if (factors.empty()) throw std::invalid_argument("there are no factors to draw");
  std::vector<std::size_t> sizes;
  for (const std::span<const std::int64_t> factor : factors) {
    if (factor.size() != units) throw std::invalid_argument("a factor needs a number for each segment");
    std::int64_t size = 0;
    for (const std::int64_t value : factor) {
      if (value < 0) throw std::invalid_argument("a factor needs a number for each segment");
      size = std::max(size, value + 1);
    }
    sizes.push_back(static_cast<std::size_t>(size));
  }
  return sizes;
}

// As bootstrap_sums, of crossed units. Throws as factor_sizes.
template <class Sum, class Value>
std::vector<double> crossed_sums(const StatisticRows<Value>& rows,
                                 std::span<const std::span<const std::int64_t>> factors, std::uint64_t seed,
                                 std::uint64_t first, std::size_t count, const Stop* stop) {
  Watch watch(stop);
  const std::vector<std::size_t> sizes = factor_sizes(factors, rows.units);
  std::vector<double> out;
  out.reserve(count * rows.width());
  std::vector<std::uint32_t> drawn, weights;
  std::vector<Sum> sums;
  for (std::uint64_t b = first; b < first + count; ++b) {
    watch.steps(rows.units);
    cross_weights(factors, sizes, seed, b, drawn, weights);
    weighted_sums(rows, weights, sums, watch);
    out.insert(out.end(), sums.begin(), sums.end());
  }
  return out;
}

// The units 64·word … 64·word + 63 that trial b selects, each with probability ½, one bit each.
inline std::uint64_t selected_units(std::uint64_t stream, std::uint64_t word) {
  return mix(stream + (word + 1) * 0x9e3779b97f4a7c15ULL);
}

// Sums over the units that each of the trials first … first + count - 1 selects; with `enumerate` trial b selects the
// units whose bits are set in b, so that 2^units trials are all there are; throws std::invalid_argument if those are
// too many. Trial × system × field. Eight units at a time by a table of their 256 subset sums (the method of four
// Russians): O((trials + 256) · units / 8 · systems · fields).
template <class Sum, class Value>
std::vector<double> selected_sums(const StatisticRows<Value>& rows, std::uint64_t seed, std::uint64_t first,
                                  std::size_t count, bool enumerate, const Stop* stop) {
  Watch watch(stop);
  const auto [values, systems, units, fields] = rows;
  if (enumerate && units >= 64) throw std::invalid_argument("too many units to enumerate");
  const std::size_t width = rows.width();
  std::vector<Sum> sums(count * width, Sum{0});
  std::vector<Sum> table(256 * width);
  for (std::size_t start = 0; start < units; start += 8) {
    const std::size_t here = std::min<std::size_t>(8, units - start);
    for (std::size_t mask = 1; mask < (std::size_t{1} << here); ++mask) {
      watch.steps(width);
      const std::size_t unit = start + static_cast<std::size_t>(std::countr_zero(mask));
      const Sum* without = table.data() + (mask & (mask - 1)) * width;
      Sum* with = table.data() + mask * width;
      for (std::size_t s = 0; s < systems; ++s) {
        const Value* row = values + (s * units + unit) * fields;
        for (std::size_t f = 0; f < fields; ++f, ++with, ++without) *with = *without + static_cast<Sum>(row[f]);
      }
    }
    for (std::size_t t = 0; t < count; ++t) {
      watch.steps(width);
      const std::uint64_t b = first + t;
      const std::uint64_t word = enumerate ? b : selected_units(stream_of(seed, b), start / 64);
      const std::size_t mask = (word >> (start % 64)) & ((std::size_t{1} << here) - 1);
      const Sum* add = table.data() + mask * width;
      Sum* sum = sums.data() + t * width;
      for (std::size_t w = 0; w < width; ++w) sum[w] += add[w];
    }
  }
  return {sums.begin(), sums.end()};
}

}  // namespace steelyard
