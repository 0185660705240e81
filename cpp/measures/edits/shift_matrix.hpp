// The exact edit-distance matrix of a pair whose hypothesis is shifted.
#pragma once

#include <cstdint>
#include <vector>

#include "measures/edits/bit_rows.hpp"
#include "measures/edits/shifting.hpp"

namespace steelyard::ter {

// The whole matrix for a reference of up to 64 words, one row per hypothesis word; O(1) per row.
class Matrix {
 public:
  static constexpr std::size_t longest_reference = 64;

  void start(const Words& words);
  // Computes the rows behind `from` anew and returns the distance.
  std::int32_t fill(const Words& words, std::int32_t from);
  // The distance after a shift, or `limit` if it is not below.
  std::int32_t shifted(const Words& words, Shift shift, std::int32_t limit) const;
  Op operation(const Words& words, std::int32_t row, std::int32_t column) const;

 private:
  struct Row {
    BitRow cells;
    std::uint64_t level = 0;
    std::uint64_t up = 0;
    std::int32_t distance = 0;
  };

  std::vector<std::uint64_t> places_;
  std::vector<Row> rows_;
};

}  // namespace steelyard::ter
