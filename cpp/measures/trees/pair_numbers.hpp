// Numbers for pairs of numbers, and so for sequences.
#pragma once

#include <cstddef>
#include <cstdint>

#include "text/id_table.hpp"

namespace steelyard {

// Numbers distinct pairs 0, 1, 2 … as they come. A sequence is numbered from its start on, each time the pair of the
// number so far and the next element: equal sequences, and no others, get equal numbers.
class PairNumbers {
 public:
  static constexpr std::int32_t kStart = -1;  // the number of the empty sequence

  // Forgets all pairs; no more than `most` will come.
  void reset(std::size_t most) {
    numbers_.reset(most);
    size_ = 0;
  }

  std::int32_t operator()(std::int32_t first, std::int32_t second) {
    std::int32_t& number = numbers_[static_cast<std::uint64_t>(static_cast<std::uint32_t>(first)) << 32 |
                                    static_cast<std::uint32_t>(second)];
    if (number == 0) number = ++size_;
    return number - 1;
  }

  std::size_t size() const { return static_cast<std::size_t>(size_); }

 private:
  IdTable<std::int32_t, std::uint64_t> numbers_;  // one more than the number
  std::int32_t size_ = 0;
};

}  // namespace steelyard
