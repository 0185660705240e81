// A map from token ids, or other numbers, to values that lives for one pair of texts.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace steelyard {

// A map from token ids to small values for one pair of texts: open addressing, linear probing, load at most a quarter.
// A slot is alive when it carries the current stamp, so forgetting everything between two pairs costs O(1).
template <class Value, class Id = std::int32_t>
class IdTable {
 public:
  void reset(std::size_t keys) {
    const std::size_t slots = std::bit_ceil(std::max<std::size_t>(4 * keys, 16));
    if (slots > slots_.size()) {
      slots_.assign(slots, Slot{});
      stamp_ = 0;
    }
    if (++stamp_ == 0) {
      std::fill(slots_.begin(), slots_.end(), Slot{});
      stamp_ = 1;
    }
    mask_ = slots - 1;
    shift_ = 64 - std::countr_zero(slots);
  }

  // The value of `id`, a fresh Value{} when it has none yet.
  Value& operator[](Id id) {
    Slot& slot = slots_[locate(id)];
    if (slot.stamp != stamp_) {
      slot = Slot{stamp_, id, Value{}};
    }
    return slot.value;
  }

  Value find(Id id) const {
    const Slot& slot = slots_[locate(id)];
    return slot.stamp == stamp_ ? slot.value : Value{};
  }

 private:
  struct Slot {
    std::uint32_t stamp = 0;
    Id id = 0;
    Value value{};
  };

  std::size_t locate(Id id) const {
    // Fibonacci hashing: neighbouring ids, frequent after interning, spread over the whole table.
    std::size_t at = (static_cast<std::make_unsigned_t<Id>>(id) * 0x9E3779B97F4A7C15ULL) >> shift_;
    while (slots_[at].stamp == stamp_ && slots_[at].id != id) {
      at = (at + 1) & mask_;
    }
    return at;
  }

  std::vector<Slot> slots_;
  std::uint32_t stamp_ = 0;
  std::size_t mask_ = 0;
  int shift_ = 0;
};

}  // namespace steelyard
