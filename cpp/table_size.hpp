// How large the tables of one segment may become.
#pragma once

#include <cstddef>
#include <stdexcept>

namespace steelyard {

inline constexpr std::size_t kMostTableBytes = std::size_t{1} << 30;

// Two sequences that would need a larger table.
struct TableTooLarge : std::length_error {
  TableTooLarge(std::size_t left_tokens, std::size_t right_tokens)
      : std::length_error("table too large"), left(left_tokens), right(right_tokens) {}
  std::size_t left, right;
};

inline void check_table(std::size_t bytes, std::size_t left, std::size_t right) {
  if (bytes > kMostTableBytes) throw TableTooLarge(left, right);
}

}  // namespace steelyard
