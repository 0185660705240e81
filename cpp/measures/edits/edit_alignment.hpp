// Edits of one optimal alignment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "text/id_table.hpp"
#include "text/ids.hpp"
#include "text/tokens.hpp"

namespace steelyard {

struct Edits {
  std::int32_t hits = 0;
  std::int32_t substitutions = 0;
  std::int32_t deletions = 0;
  std::int32_t insertions = 0;
  std::int32_t moves = 0;
};

// The edits of the canonical optimal Levenshtein alignment: traced back from the end, preferring match or substitution,
// then deletion of a reference token, then insertion of a hypothesis token. A token deleted in one place and inserted
// in another is one move instead of both. O(|h|·⌈|r|/64⌉) time, |h|·|r|/4 bytes; bit-parallel rows kept for the trace
// as in Hyyrö, A note on bit-parallel alignment computation (2004).
class EditAlignment {
 public:
  Edits operator()(Ids hypothesis, Ids reference);

 private:
  struct Cells {
    std::uint64_t level;  // cell equals its upper left neighbour
    std::uint64_t plus;   // cell is one greater than its left neighbour
  };

  void fill(Ids hypothesis, Ids reference);
  Edits trace(Ids hypothesis, Ids reference);
  std::int32_t moves();

  IdTable<std::uint64_t> places_;
  IdTable<std::int32_t> spare_;
  std::vector<Cells> cells_;
  std::vector<std::int8_t> carries_;
  std::vector<std::int32_t> deleted_;
  std::vector<std::int32_t> inserted_;
};

// Hits, substitutions, deletions, insertions and moves of every row: rows × 5, zeros where there is no reference.
// Throws std::invalid_argument if the texts differ in number.
inline constexpr std::size_t kEditKinds = 5;
std::vector<std::int32_t> edit_counts(const Tokens& hypotheses, const Tokens& references);

}  // namespace steelyard
