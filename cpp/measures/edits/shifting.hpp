// What the searches for block shifts share: a pair of texts as dense words, shifts of it, and where its words are
// aligned.
#pragma once

#include <cstdint>
#include <vector>

#include "text/id_table.hpp"
#include "text/ids.hpp"

namespace steelyard::ter {

// Interchange of the neighbouring ranges [begin, middle) and [middle, end): what any shift of a block amounts to.
struct Shift {
  std::int32_t begin;
  std::int32_t middle;
  std::int32_t end;
};

enum class Op : std::uint8_t { match, substitute, remove, insert };

inline std::int32_t size(const std::vector<std::int32_t>& words) { return static_cast<std::int32_t>(words.size()); }

// Dense words of one pair: word w occurs in the reference first at first[w], then along next; -1 ends the chain.
struct Words {
  std::vector<std::int32_t> hypothesis;
  std::vector<std::int32_t> reference;
  std::vector<std::int32_t> first;
  std::vector<std::int32_t> next;
  std::int32_t unmatched = 0;  // lower bound of the distance that no shift can change

  // Interchanges the two ranges of a shift.
  void move(Shift shift);
};

// Which edit leads to a cell of a matrix of costs: a match or substitution if it can be, then a word removed, then one
// inserted.
template <class At>
Op operation_at(At&& at, const Words& words, std::int32_t row, std::int32_t column) {
  const bool differs = words.hypothesis[row - 1] != words.reference[column - 1];
  const std::int32_t cell = at(row, column);
  if (cell == at(row - 1, column - 1) + differs) {
    return differs ? Op::substitute : Op::match;
  }
  return cell == at(row - 1, column) + 1 ? Op::remove : Op::insert;
}

// Numbers the words of one pair after the other; linear in both.
class Numbering {
 public:
  void operator()(Ids hypothesis, Ids reference, Words& words);

 private:
  IdTable<std::int32_t> numbers_;
  std::vector<std::int32_t> spare_;
};

// An alignment of one pair by the operations of a matrix, traced back from the end.
struct Alignment {
  std::vector<std::int32_t> aligned;  // per reference word: the last hypothesis word up to it, or -1; never falls
  std::vector<std::uint8_t> hypothesis_errors;
  std::vector<std::uint8_t> reference_errors;

  // Distances have Op operation(const Words&, row, column), of words and cells counted from 1.
  template <class Distances>
  void trace(const Words& words, const Distances& distances) {
    std::int32_t row = size(words.hypothesis);
    std::int32_t column = size(words.reference);
    hypothesis_errors.resize(row);
    reference_errors.resize(column);
    aligned.resize(column);
    while (row > 0 || column > 0) {
      const Op op = row == 0 ? Op::insert : column == 0 ? Op::remove : distances.operation(words, row, column);
      if (op != Op::remove) {
        aligned[column - 1] = row - 1;
        reference_errors[column - 1] = op != Op::match;
      }
      if (op != Op::insert) {
        hypothesis_errors[row - 1] = op != Op::match;
      }
      row -= op != Op::insert;
      column -= op != Op::remove;
    }
  }
};

}  // namespace steelyard::ter
