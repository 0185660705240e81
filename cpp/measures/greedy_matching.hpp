// Greedy matching of the vectors of two texts.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "matrix.hpp"
#include "stop.hpp"
#include "text/offsets.hpp"

namespace steelyard {

// Sums of products in double precision and in an order that depends on nothing but the width, so that neither threads
// nor the other texts of a batch change a digit.
template <class Real>
double dot(std::span<const Real> left, std::span<const Real> right) {
  constexpr std::size_t lanes = 8;
  double sums[lanes] = {};
  const std::size_t whole = left.size() - left.size() % lanes;
  for (std::size_t i = 0; i < whole; i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      sums[lane] += static_cast<double>(left[i + lane]) * static_cast<double>(right[i + lane]);
    }
  }
  double rest = 0;
  for (std::size_t i = whole; i < left.size(); ++i) {
    rest += static_cast<double>(left[i]) * static_cast<double>(right[i]);
  }
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7])) + rest;
}

// Precision: the mean over the vectors of the left of the highest cosine with one of the right; recall: the mean over
// those of the right (Zhang, Kishore, Wu, Weinberger & Artzi, BERTScore: evaluating text generation with BERT, ICLR
// 2020, section 3, without weights). A vector of zeros has cosine 0 with all. O(|left|·|right|·width) time.
class GreedyMatching {
 public:
  struct Result {
    double precision, recall;
  };

  explicit GreedyMatching(Watch& watch) : watch_(watch) {}

  // There is no result without a vector on the right; without one on the left both are 0.
  template <class Real>
  std::optional<Result> operator()(Matrix<Real> left, Matrix<Real> right) {
    if (!right.rows) return std::nullopt;
    if (!left.rows) return Result{0, 0};
    squares(left, left_squares_);
    squares(right, right_squares_);
    best_.assign(right.rows, -std::numeric_limits<double>::infinity());
    double precision = 0, recall = 0;
    for (std::size_t i = 0; i < left.rows; ++i) {
      double best = -std::numeric_limits<double>::infinity();
      for (std::size_t j = 0; j < right.rows; ++j) {
        watch_.steps(left.columns);
        const double scale = std::sqrt(left_squares_[i] * right_squares_[j]);
        // The root of a square is exact, so a vector has cosine 1 with itself; rounding takes no other beyond it.
        const double cosine = scale > 0 ? std::clamp(dot(left[i], right[j]) / scale, -1.0, 1.0) : 0.0;
        best = std::max(best, cosine);
        best_[j] = std::max(best_[j], cosine);
      }
      precision += best;
    }
    for (const double best : best_) recall += best;
    return Result{precision / static_cast<double>(left.rows), recall / static_cast<double>(right.rows)};
  }

 private:
  template <class Real>
  static void squares(Matrix<Real> rows, std::vector<double>& out) {
    out.resize(rows.rows);
    for (std::size_t i = 0; i < rows.rows; ++i) out[i] = dot(rows[i], rows[i]);
  }

  Watch& watch_;
  std::vector<double> left_squares_, right_squares_, best_;
};

// Texts whose tokens have vectors: text i has the rows offsets[i] … offsets[i + 1] - 1.
template <class Real>
class VectorTexts {
 public:
  // Throws std::invalid_argument for offsets that do not fit.
  VectorTexts(Matrix<Real> vectors, std::span<const std::int64_t> offsets) : vectors_(vectors), offsets_(offsets) {
    check_offsets(offsets, vectors.rows, "vectors");
  }

  std::size_t size() const { return offsets_.size() - 1; }
  std::size_t width() const { return vectors_.columns; }
  Matrix<Real> operator[](std::size_t text) const {
    return vectors_.part(static_cast<std::size_t>(offsets_[text]), static_cast<std::size_t>(offsets_[text + 1]));
  }
  // Throws std::invalid_argument for a number that no text has.
  void check_numbers(std::span<const std::int64_t> texts) const {
    for (const std::int64_t text : texts) {
      if (text < 0 || static_cast<std::size_t>(text) >= size()) throw std::invalid_argument("there is no such text");
    }
  }

 private:
  Matrix<Real> vectors_;
  std::span<const std::int64_t> offsets_;
};

// Precision and recall of the pairs of texts with the given numbers: pairs × 2, nan where there is no result. Throws
// std::invalid_argument for what does not fit together, and Stopped.
template <class Real>
std::vector<double> greedy_matches(const VectorTexts<Real>& left, const VectorTexts<Real>& right,
                                   std::span<const std::int64_t> left_texts, std::span<const std::int64_t> right_texts,
                                   const Stop* stop) {
  left.check_numbers(left_texts);
  right.check_numbers(right_texts);
  if (left.width() != right.width() || !left.width()) {
    throw std::invalid_argument("vectors of different or no width");
  }
  if (left_texts.size() != right_texts.size()) throw std::invalid_argument("left and right differ in number");
  std::vector<double> out(left_texts.size() * 2, std::numeric_limits<double>::quiet_NaN());
  Watch watch(stop);
  GreedyMatching match(watch);
  for (std::size_t n = 0; n < left_texts.size(); ++n) {
    const auto found =
        match(left[static_cast<std::size_t>(left_texts[n])], right[static_cast<std::size_t>(right_texts[n])]);
    if (!found) continue;
    out[n * 2] = found->precision;
    out[n * 2 + 1] = found->recall;
  }
  return out;
}

}  // namespace steelyard
