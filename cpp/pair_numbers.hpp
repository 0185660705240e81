// Numbers for pairs of numbers, and so for sequences.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hashing.hpp"

namespace steelyard {

// Numbers distinct pairs 0, 1, 2 … as they come. A sequence is numbered from its start on, each time the pair of the
// number so far and the next element: equal sequences, and no others, get equal numbers. Open addressing, linear
// probing, load at most a half; forgetting everything costs O(1).
class PairNumbers {
 public:
  static constexpr std::int32_t kStart = -1;  // the number of the empty sequence

  // Forgets all pairs; no more than `most` will come.
  void reset(std::size_t most) {
    const std::size_t slots = std::bit_ceil(std::max<std::size_t>(2 * most, 16));
    if (slots > slots_.size()) {
      slots_.assign(slots, Slot{});
      stamp_ = 0;
    }
    if (++stamp_ == 0) {
      std::fill(slots_.begin(), slots_.end(), Slot{});
      stamp_ = 1;
    }
    mask_ = slots - 1;
    size_ = 0;
  }

  std::int32_t operator()(std::int32_t first, std::int32_t second) {
    const std::uint64_t key = static_cast<std::uint64_t>(static_cast<std::uint32_t>(first)) << 32 |
                              static_cast<std::uint32_t>(second);
    for (std::size_t place = mix(key) & mask_;; place = (place + 1) & mask_) {
      Slot& slot = slots_[place];
      if (slot.stamp != stamp_) {
        slot = {key, stamp_, size_};
        return size_++;
      }
      if (slot.key == key) return slot.number;
    }
  }

  std::size_t size() const { return static_cast<std::size_t>(size_); }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t stamp = 0;
    std::int32_t number = 0;
  };

  std::vector<Slot> slots_;
  std::uint32_t stamp_ = 0;
  std::size_t mask_ = 0;
  std::int32_t size_ = 0;
};

}  // namespace steelyard
