// Rows of as many numbers each, in memory that someone else holds.
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>

namespace steelyard {

template <class Value>
struct Matrix {
  std::span<const Value> values;
  std::size_t rows, columns;

  std::span<const Value> operator[](std::size_t row) const { return values.subspan(row * columns, columns); }

  // The rows [first, last).
  Matrix part(std::size_t first, std::size_t last) const {
    return {values.subspan(first * columns, (last - first) * columns), last - first, columns};
  }
};

template <class Value>
void check_same_shape(const Matrix<Value>& x, const Matrix<Value>& y) {
  if (x.rows != y.rows || x.columns != y.columns) throw std::invalid_argument("x and y differ in shape");
}

}  // namespace steelyard
