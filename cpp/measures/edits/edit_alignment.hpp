// Edits of one optimal alignment.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "errors.hpp"
#include "stop.hpp"
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
// in another is one move instead of both. O(|h|·⌈|r|/64⌉) time; bit-parallel rows kept for the trace as in Hyyrö, A
// note on bit-parallel alignment computation (2004), those of 1,024 columns at a time: |h|·(256 + |r|/1024) bytes;
// throws TableTooLarge.
class EditAlignment {
 public:
  explicit EditAlignment(Watch& watch) : watch_(watch) {}

  Edits operator()(Ids hypothesis, Ids reference);

 private:
  struct Cells {
    std::uint64_t level;  // cell equals its upper left neighbour
    std::uint64_t plus;   // cell is one greater than its left neighbour
  };

  Edits align(Ids hypothesis, Ids reference);
  template <bool kept>
  void fill(Ids hypothesis, Ids columns);
  void trace(Ids hypothesis, Ids reference, std::size_t start, std::size_t& h, std::size_t& r, Edits& edits);
  std::int32_t moves();

  Watch& watch_;
  IdTable<std::uint64_t> places_;
  IdTable<std::int32_t> spare_;
  std::vector<Cells> cells_;
  std::vector<std::int8_t> carries_;   // per row: what leaves the last columns
  std::vector<std::int8_t> entering_;  // group of columns × row: what enters it
  std::vector<std::int32_t> deleted_;
  std::vector<std::int32_t> inserted_;
};

// Hits, substitutions, deletions, insertions and moves of every row, as align tells of two texts: rows × 5, zeros where
// there is no reference. Throws std::invalid_argument if the texts differ in number, RefusedSegment and Stopped.
inline constexpr std::size_t kEditKinds = 5;
template <class Align>
std::vector<std::int32_t> edit_rows(const Tokens& hypotheses, const Tokens& references, Align&& align) {
  check_same_size(hypotheses, references);
  std::vector<std::int32_t> out(hypotheses.size() * kEditKinds, 0);
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    if (!references.present[i]) continue;
    const auto count = [&] {
      const Edits e = align(hypotheses[i], references[i]);
      const std::int32_t row[kEditKinds] = {e.hits, e.substitutions, e.deletions, e.insertions, e.moves};
      std::copy(std::begin(row), std::end(row), out.begin() + static_cast<std::ptrdiff_t>(i * kEditKinds));
    };
    in_segment(i, count, "words", "leave the segment out");
  }
  return out;
}
std::vector<std::int32_t> edit_counts(const Tokens& hypotheses, const Tokens& references, const Stop* stop);

}  // namespace steelyard
