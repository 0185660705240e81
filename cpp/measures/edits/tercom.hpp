// Edits with block shifts, as tercom looks for them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "measures/edits/shift_matrix.hpp"
#include "measures/edits/shifting.hpp"
#include "stop.hpp"
#include "text/ids.hpp"

namespace steelyard {

namespace ter {

// The cells of the matrix that tercom goes on from: those that cost at most 20 more than the cheapest diagonal step
// into their row, and all of the last row. O(cells left), which for texts that are alike is about 40 per row.
class PrunedMatrix {
 public:
  static constexpr std::int32_t beam = 20;

  explicit PrunedMatrix(Watch& watch) : watch_(watch) {}

  void start(const Words& words);
  // Computes anew what a change of the words in [from, to) changes, and returns the distance.
  std::int32_t fill(const Words& words, std::int32_t from, std::int32_t to);
  // The distance after a shift, or `limit` if it is not below; mostly found without the rows behind the shift.
  std::int32_t shifted(const Words& words, Shift shift, std::int32_t limit);
  Op operation(const Words& words, std::int32_t row, std::int32_t column) const;

 private:
  struct Row {
    std::int32_t low;   // first column
    std::int32_t high;  // past the last column
    std::size_t cells;  // where its cells start; a cell pruned between others is infinite
  };

  std::int32_t at(std::int32_t row, std::int32_t column) const;
  void fill_rests(const Words& words, std::int32_t to);
  const std::int32_t* rests_of(std::int32_t row) const;
  bool can_end_below(std::int32_t row, std::int32_t limit) const;
  std::int32_t cheapest_diagonal(const Words& words, std::int32_t word) const;
  std::int32_t advance(const Words& words, std::int32_t word, bool last);

  Watch& watch_;
  std::vector<Row> rows_;
  std::vector<std::int32_t> cells_;
  std::vector<std::int32_t> rests_;  // of every cell, none pruned: the edits from it to the end
  // The row computed last, with column c at c, and its neighbour.
  std::vector<std::int32_t> above_;
  std::vector<std::int32_t> current_;
  std::int32_t low_ = 0;
  std::int32_t high_ = 0;
};

// Distances as tercom finds them, by the exact matrix where that finds the same.
class TercomDistances {
 public:
  explicit TercomDistances(Watch& watch) : pruned_(watch) {}

  void start(const Words& words);
  std::int32_t fill(const Words& words, std::int32_t from, std::int32_t to);
  std::int32_t shifted(const Words& words, Shift shift, std::int32_t limit);
  Op operation(const Words& words, std::int32_t row, std::int32_t column) const;

 private:
  bool unpruned(std::int32_t distance) const;

  Matrix matrix_;
  PrunedMatrix pruned_;
  std::size_t reference_words_ = 0;
  bool exact_ = false;  // whether the hypothesis as it stands is aligned by the exact matrix
};

}  // namespace ter

// Number of edits of the translation edit rate (Snover, Dorr, Schwartz, Micciulla & Makhoul, AMTA 2006), equal to
// tercom 0.8 in every limit and every tie: blocks of up to 10 words whose counterpart in the reference is aligned at
// most 50 words away are tried from the longest to the shortest, any number of them. O(|h| + |r|) per tried shift when
// |r| ≤ 64 and few edits are left, else mostly O(40) for each of the up to 60 words that change places.
class Tercom {
 public:
  explicit Tercom(Watch& watch) : watch_(watch), distances_(watch) {}

  std::int32_t operator()(Ids hypothesis, Ids reference);

 private:
  static constexpr std::int32_t longest_shift = 10;

  bool shift_best(std::int32_t& distance);
  void propose_shifts();
  void propose_blocks(std::int32_t start);
  bool find_places(std::int32_t start);
  bool propose_places(std::int32_t start, std::int32_t length);
  void propose(std::int32_t start, std::int32_t length, std::int32_t place);

  Watch& watch_;
  ter::Numbering number_;
  ter::Words words_;
  ter::TercomDistances distances_;
  ter::Alignment alignment_;
  std::vector<std::int32_t> places_;                             // of the reference, where the block occurs
  std::array<std::vector<ter::Shift>, longest_shift> proposed_;  // by length - 1
  std::array<std::int32_t, longest_shift> last_target_{};
};

}  // namespace steelyard
