// Edit distance with long jumps in the hypothesis.
#pragma once

#include <cstdint>
#include <vector>

#include "stop.hpp"
#include "text/id_table.hpp"
#include "text/ids.hpp"

namespace steelyard {

// CDER distance: edits that rewrite the hypothesis into the whole reference, where a jump to any place of the
// hypothesis costs one edit (Leusch, Ueffing & Ney, CDER: efficient MT evaluation using block movements, EACL 2006):
//   D(i,l) = min(D(i-1,l-1) + [h_i ≠ r_l], D(i-1,l) + 1, D(i,l-1) + 1, min_i' D(i',l) + 1); the distance is D(|h|,|r|).
// Because of the jump a column l holds no value but its least, c, and c + 1, so it is the set of places that have c. Of
// the next column: if a match follows such a place, those matches keep c and all others are c + 1. Otherwise the least
// is c + 1, reached from a least place by insertion or substitution and at every match; the rest are c + 2.
// O(|r|·⌈|h|/64⌉ + matches) time, O(|h|) memory.
class Cder {
 public:
  explicit Cder(Watch& watch) : watch_(watch) {}

  std::int32_t operator()(Ids hypothesis, Ids reference);

 private:
  std::int32_t one_word(Ids hypothesis, Ids reference);
  std::int32_t many_words(Ids hypothesis, Ids reference);

  Watch& watch_;
  IdTable<std::uint64_t> places_;
  IdTable<std::int32_t> latest_;
  std::vector<std::int32_t> earlier_;
  std::vector<std::int32_t> kept_;
  std::vector<std::uint64_t> least_;
};

}  // namespace steelyard
