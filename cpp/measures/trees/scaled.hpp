// Positive numbers far beyond the range of double.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <utility>

namespace steelyard {

// fraction · 2^exponent with 1/2 ≤ fraction < 1, or zero. Sums and products have the relative accuracy of double.
class Scaled {
 public:
  Scaled() = default;
  explicit Scaled(double value) : Scaled(value, 0) {}

  friend Scaled operator*(Scaled a, Scaled b) { return {a.fraction_ * b.fraction_, a.exponent_ + b.exponent_}; }

  friend Scaled operator+(Scaled a, Scaled b) {
    if (a.fraction_ == 0 || b.fraction_ == 0) return a.fraction_ == 0 ? b : a;
    if (a.exponent_ < b.exponent_) std::swap(a, b);
    const auto lower = static_cast<int>(std::max<std::int64_t>(b.exponent_ - a.exponent_, -kNothing));
    return {a.fraction_ + std::ldexp(b.fraction_, lower), a.exponent_};
  }

  // Natural logarithm; -inf of zero.
  double log() const {
    if (fraction_ == 0) return -std::numeric_limits<double>::infinity();
    return std::log(fraction_) + static_cast<double>(exponent_) * std::numbers::ln2;
  }

 private:
  static constexpr std::int64_t kNothing = 100;  // halvings after which a summand is lost beside the other

  Scaled(double fraction, std::int64_t exponent) {
    int shift = 0;
    fraction_ = std::frexp(fraction, &shift);
    exponent_ = exponent + shift;
  }

  double fraction_ = 0;
  std::int64_t exponent_ = 0;
};

}  // namespace steelyard
