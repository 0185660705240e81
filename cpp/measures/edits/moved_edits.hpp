// Edits among which a token may be moved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "measures/edits/edit_alignment.hpp"
#include "stop.hpp"
#include "text/id_table.hpp"
#include "text/ids.hpp"
#include "text/tokens.hpp"

namespace steelyard {

// Edits after the longest common subsequence, traced back from the end: a match is taken, else a reference token given
// up before one of the hypothesis. Of the tokens left over on both sides those of one type are moved, as many as there
// are, the last ones first; of what is then left between the same two matches, tokens of one side stand for those of
// the other. For a permutation these are the fewest edits there can be: every token that is not in order is moved,
// once. O(|h|·⌈|r|/64⌉) time; bit-parallel rows (Hyyrö 2004) kept for the trace, those of 1,024 columns at a time:
// |h|·(128 + |r|/1024) bytes; throws TableTooLarge.
class LcsEdits {
 public:
  explicit LcsEdits(Watch& watch) : watch_(watch) {}

  Edits operator()(Ids hypothesis, Ids reference);

 private:
  struct Leftover {
    std::int32_t id;
    std::int32_t gap;  // matches behind it
  };

  void align(Ids hypothesis, Ids reference);
  template <bool kept>
  void fill(Ids hypothesis, Ids columns);
  void trace(Ids hypothesis, Ids reference, std::size_t start, std::size_t& h, std::size_t& r);
  std::int32_t take_moves();
  std::int32_t substitutions() const;

  Watch& watch_;
  IdTable<std::uint64_t> places_;
  IdTable<std::int32_t> spare_;
  IdTable<std::int32_t> moved_;
  std::vector<std::uint64_t> rows_;     // 0 where the length of the subsequence rises
  std::vector<std::uint8_t> carries_;   // per row: what leaves the last columns
  std::vector<std::uint8_t> entering_;  // group of columns × row: what enters it
  std::vector<Leftover> deleted_;
  std::vector<Leftover> inserted_;
  std::int32_t hits_ = 0;
};

// Hits, substitutions, deletions, insertions and moves of every row, by the alignment that has fewer of the last four:
// the canonical optimal one of EditAlignment, which is taken on a tie, or that of LcsEdits. Rows × 5, zeros where there
// is no reference. Throws std::invalid_argument if the texts differ in number, RefusedSegment and Stopped.
std::vector<std::int32_t> moved_edit_counts(const Tokens& hypotheses, const Tokens& references, const Stop* stop);

}  // namespace steelyard
