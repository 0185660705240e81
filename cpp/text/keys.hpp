// Keys: what the types of a vocabulary are matched by, beyond being the same type.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "text/ids.hpp"
#include "text/offsets.hpp"

namespace steelyard {

// Type t has the keys of row t, sorted and distinct: stems, base forms or senses. Two types match if they share a key.
class Keys {
 public:
  Keys(std::span<const std::int64_t> offsets, std::span<const std::int32_t> keys)
      : offsets_(offsets.begin(), offsets.end()), keys_(keys.begin(), keys.end()) {
    check_offsets(offsets_, keys_.size(), "keys");
    for (std::size_t t = 0; t < size(); ++t) {
      if (std::ranges::adjacent_find((*this)[t], std::ranges::greater_equal{}) != (*this)[t].end()) {
        throw std::invalid_argument("keys of a type must be sorted and distinct");
      }
    }
  }

  std::size_t size() const { return offsets_.size() - 1; }
  Ids operator[](std::size_t type) const {
    return Ids(keys_).subspan(static_cast<std::size_t>(offsets_[type]),
                              static_cast<std::size_t>(offsets_[type + 1] - offsets_[type]));
  }

 private:
  std::vector<std::int64_t> offsets_;
  std::vector<std::int32_t> keys_;
};

// How many keys two rows have in common. Linear in their lengths.
inline std::int32_t common_keys(Ids a, Ids b) {
  std::int32_t common = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) {
      ++common, ++i, ++j;
    } else if (a[i] < b[j]) {
      ++i;
    } else {
      ++j;
    }
  }
  return common;
}

}  // namespace steelyard
