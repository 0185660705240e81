// Greedy matching of the vectors of two texts.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace steelyard {

// Rows of as many numbers each.
template <class Real>
struct VectorRows {
  std::span<const Real> values;
  std::size_t width;

  std::size_t size() const { return values.size() / width; }
  std::span<const Real> operator[](std::size_t row) const { return values.subspan(row * width, width); }
};

// Sums of products in double precision and in an order that depends on nothing but the width, so that neither threads nor
// the other texts of a batch change a digit.
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
  for (std::size_t i = whole; i < left.size(); ++i) rest += static_cast<double>(left[i]) * static_cast<double>(right[i]);
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7])) + rest;
}

// Precision: the mean over the vectors of the left of the highest cosine with one of the right; recall: the mean over those
// of the right (Zhang, Kishore, Wu, Weinberger & Artzi, BERTScore: evaluating text generation with BERT, ICLR 2020,
// section 3, without weights). A vector of zeros has cosine 0 with all. O(|left|·|right|·width) time.
class GreedyMatching {
 public:
  struct Result {
    double precision, recall;
  };

  // There is no result without a vector on the right; without one on the left both are 0.
  template <class Real>
  std::optional<Result> operator()(VectorRows<Real> left, VectorRows<Real> right) {
    if (!right.size()) return std::nullopt;
    if (!left.size()) return Result{0, 0};
    squares(left, left_squares_);
    squares(right, right_squares_);
    best_.assign(right.size(), -std::numeric_limits<double>::infinity());
    double precision = 0, recall = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
      double best = -std::numeric_limits<double>::infinity();
      for (std::size_t j = 0; j < right.size(); ++j) {
        const double scale = std::sqrt(left_squares_[i] * right_squares_[j]);
        // The root of a square is exact, so a vector has cosine 1 with itself; rounding takes no other beyond it.
        const double cosine = scale > 0 ? std::clamp(dot(left[i], right[j]) / scale, -1.0, 1.0) : 0.0;
        best = std::max(best, cosine);
        best_[j] = std::max(best_[j], cosine);
      }
      precision += best;
    }
    for (const double best : best_) recall += best;
    return Result{precision / static_cast<double>(left.size()), recall / static_cast<double>(right.size())};
  }

 private:
  template <class Real>
  static void squares(VectorRows<Real> rows, std::vector<double>& out) {
    out.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) out[i] = dot(rows[i], rows[i]);
  }

  std::vector<double> left_squares_, right_squares_, best_;
};

}  // namespace steelyard
