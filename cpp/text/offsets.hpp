// Offsets: how rows of different lengths lie one after the other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

namespace steelyard {

// Row i has the elements offsets[i] … offsets[i + 1] - 1. Throws std::invalid_argument unless the rows take up all of
// `size` elements, in order. Linear in the rows.
inline void check_offsets(std::span<const std::int64_t> offsets, std::size_t size, const std::string& elements) {
  if (offsets.empty() || offsets.front() != 0 || offsets.back() != static_cast<std::int64_t>(size) ||
      !std::ranges::is_sorted(offsets)) {
    throw std::invalid_argument("offsets do not fit the " + elements);
  }
}

}  // namespace steelyard
