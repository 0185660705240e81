// Edit distance with block inversions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "measures/edits/levenshtein.hpp"
#include "stop.hpp"
#include "text/id_table.hpp"
#include "text/ids.hpp"

namespace steelyard {

// INVWER distance: edit distance that may also invert two neighbouring blocks, recursively, at one edit per inversion;
// the least cost of a bracketing transduction grammar (Leusch, Ueffing & Ney, A novel string-to-string distance measure
// with applications to machine translation evaluation, MT Summit IX, 2003; Wu, Computational Linguistics 23, 1997).
//   D(x, ε) = D(ε, x) = |x|, D(a, b) = [a ≠ b] for single tokens, else the least over all splits x = x'x", y = y'y" of
//   D(x',y') + D(x",y") and D(x',y") + D(x",y') + 1.
// Exact. Worst case O(|h|³·|r|³) time and |h|²·|r|²/2 bytes, so callers set a limit well below `longest`; on real text
// most pairs of blocks are ruled out by their bag distances.
class Invwer {
 public:
  static constexpr std::size_t longest = 255;  // costs are kept in bytes

  explicit Invwer(Watch& watch) : watch_(watch), levenshtein_(watch) {}

  // Throws std::length_error when a text is longer than `longest`.
  std::int32_t operator()(Ids hypothesis, Ids reference);

 private:
  using Cost = std::uint8_t;

  struct Block {
    std::int32_t h, h_end, r, r_end;
  };

  // An inversion cheaper than any concatenation for its two blocks, filed under where they end.
  struct Inversion {
    std::int32_t h, r, cost;
  };

  std::int32_t intern(Ids hypothesis, Ids reference);
  std::int32_t within(std::int32_t budget);
  void open(std::int32_t h, std::int32_t h_end, std::int32_t r);
  void take(std::int32_t word);
  void give_back(std::int32_t word);
  void fill(std::int32_t h, std::int32_t h_end, std::int32_t budget);
  void rewrite(Block block, std::int32_t bag, std::int32_t limit);
  std::int32_t concatenated(Block block) const;
  std::int32_t inverted(Block block, std::int32_t limit) const;
  std::size_t place(std::int32_t h, std::int32_t h_end, std::int32_t r, std::int32_t r_end) const;

  Watch& watch_;
  Levenshtein levenshtein_;
  IdTable<std::int32_t> numbers_;
  std::vector<std::int32_t> hypothesis_;
  std::vector<std::int32_t> reference_;
  std::vector<std::int32_t> counts_;    // per word: in the hypothesis
  std::vector<std::int32_t> surplus_;   // in the hypothesis block, less in the reference block
  std::vector<std::int32_t> shortage_;  // in the rest of the reference, less in the rest of the hypothesis
  std::int32_t matches_inside_ = 0;
  std::int32_t matches_outside_ = 0;
  std::vector<Cost> costs_;
  std::vector<std::vector<Inversion>> inversions_;
};

}  // namespace steelyard
