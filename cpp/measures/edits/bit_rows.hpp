// Rows of the edit-distance matrix, sixty-four cells in two words.
#pragma once

#include <cstddef>
#include <cstdint>

namespace steelyard {

// Sixty-four cells of one row of the edit-distance matrix, as differences to the cell on their left.
struct BitRow {
  std::uint64_t plus = ~std::uint64_t{0};  // cells one greater than their left neighbour
  std::uint64_t minus = 0;                 // cells one smaller
};

// What one step to the next row says about each cell, for scores and back-traces.
struct BitStep {
  std::uint64_t level = 0;  // cell equals its upper left neighbour
  std::uint64_t up = 0;     // cell is one greater than its upper neighbour
  std::uint64_t down = 0;   // cell is one smaller than its upper neighbour

  // The difference of a cell to its upper neighbour.
  std::int32_t rise(std::size_t column) const {
    return static_cast<std::int32_t>((up >> column) & 1) - static_cast<std::int32_t>((down >> column) & 1);
  }
};

// One row of unit-cost edit distance in O(1): Myers (JACM 46, 1999) in the form of Hyyrö (2003). `matches` marks the
// columns whose token equals the row's; the difference entering from the left is `carry_up` - `carry_down`.
inline BitStep advance(BitRow& row, std::uint64_t matches, std::uint64_t carry_up = 1, std::uint64_t carry_down = 0) {
  const std::uint64_t seeds = matches | carry_down;
  BitStep step;
  step.level = (((seeds & row.plus) + row.plus) ^ row.plus) | seeds | row.minus;
  step.up = row.minus | ~(step.level | row.plus);
  step.down = row.plus & step.level;
  const std::uint64_t up = (step.up << 1) | carry_up;
  const std::uint64_t down = (step.down << 1) | carry_down;
  row.plus = down | ~(step.level | up);
  row.minus = step.level & up;
  return step;
}

}  // namespace steelyard
