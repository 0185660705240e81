// Edits with block shifts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "measures/edits/bit_rows.hpp"
#include "text/id_table.hpp"
#include "text/ids.hpp"

namespace steelyard {

namespace ter {

// Interchange of the neighbouring ranges [begin, middle) and [middle, end): what any shift of a block amounts to.
struct Shift {
  std::int32_t begin;
  std::int32_t middle;
  std::int32_t end;
};

enum class Op : std::uint8_t { match, substitute, remove, insert };

// Dense words of one pair: word w occurs in the reference first at first[w], then along next; -1 ends the chain.
struct Words {
  std::vector<std::int32_t> hypothesis;
  std::vector<std::int32_t> reference;
  std::vector<std::int32_t> first;
  std::vector<std::int32_t> next;
  std::int32_t unmatched = 0;  // lower bound of the distance that no shift can change
};

// The whole matrix for a reference of up to 64 words, one row per hypothesis word.
class Matrix {
 public:
  void start(const Words& words);
  std::int32_t fill(const Words& words, std::int32_t from);
  std::int32_t shifted(const Words& words, Shift shift, std::int32_t limit) const;
  Op operation(const Words& words, std::int32_t row, std::int32_t column) const;

 private:
  struct Row {
    BitRow cells;
    std::uint64_t level = 0;
    std::uint64_t up = 0;
    std::int32_t distance = 0;
  };

  std::vector<std::uint64_t> places_;
  std::vector<Row> rows_;
};

// The cells of the matrix inside the beam.
class Beam {
 public:
  void start(const Words& words);
  std::int32_t fill(const Words& words, std::int32_t from);
  std::int32_t shifted(const Words& words, Shift shift, std::int32_t limit);
  Op operation(const Words& words, std::int32_t row, std::int32_t column) const;

 private:
  struct Row {
    std::int32_t low;   // first column
    std::int32_t high;  // past the last column
    std::size_t cells;  // where its cells start
  };

  std::int32_t at(std::int32_t row, std::int32_t column) const;
  void advance(const Words& words, std::int32_t word, std::int32_t row);

  std::vector<Row> rows_;
  std::vector<std::int32_t> cells_;
  std::vector<std::int32_t> above_;
  std::vector<std::int32_t> current_;
};

}  // namespace ter

// Number of edits of the translation edit rate: insertions, deletions, substitutions and greedily chosen block shifts
// (Snover, Dorr, Schwartz, Micciulla & Makhoul, AMTA 2006), equal to sacreBLEU 2.6.0 in every limit and every tie.
// O(|h| + |r|) per examined shift when |r| ≤ 64, O(50·|h|) else; at most 1000 shifts are examined, and of those only
// what can still win.
class Ter {
 public:
  std::int32_t operator()(Ids hypothesis, Ids reference);

 private:
  static constexpr std::int32_t longest_shift = 10;

  void intern(Ids hypothesis, Ids reference);
  template <class Distances>
  std::int32_t search(Distances& distances, std::int32_t distance);
  template <class Distances>
  void align(const Distances& distances);
  bool propose_shifts();
  void propose(std::int32_t hypothesis_start, std::int32_t reference_start, std::int32_t length);

  IdTable<std::int32_t> numbers_;
  ter::Words words_;
  std::vector<std::int32_t> spare_;
  ter::Matrix matrix_;
  ter::Beam beam_;
  std::vector<std::int32_t> aligned_;  // per reference word: the last hypothesis word up to it, or -1
  std::vector<std::uint8_t> hypothesis_errors_;
  std::vector<std::uint8_t> reference_errors_;
  std::array<std::vector<ter::Shift>, longest_shift> proposed_;  // by length - 1
  std::array<std::int32_t, longest_shift> last_target_{};
  std::int32_t checked_ = 0;
};

}  // namespace steelyard
