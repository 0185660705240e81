// Edit distance.
#pragma once

#include <cstdint>
#include <vector>

#include "stop.hpp"
#include "text/id_table.hpp"
#include "text/ids.hpp"

namespace steelyard {

// Unit-cost edit distance, bit-parallel: O(|a| + |b|) when the shorter text without the common ends has up to 64
// tokens, else O(⌈|a|/64⌉·|b|) time and O(|b|) memory. Myers, A fast bit-vector algorithm for approximate string
// matching, JACM 46 (1999); Hyyrö, A bit-vector algorithm for computing Levenshtein and Damerau edit distances (2003).
class Levenshtein {
 public:
  explicit Levenshtein(Watch& watch) : watch_(watch) {}

  std::int32_t operator()(Ids hypothesis, Ids reference);

 private:
  std::int32_t one_word(Ids pattern, Ids text);
  std::int32_t blocks(Ids pattern, Ids text);

  Watch& watch_;
  IdTable<std::uint64_t> places_;
  std::vector<std::int8_t> carries_;
};

}  // namespace steelyard
