#include "measures/edits/moved_edits.hpp"

#include <algorithm>
#include <iterator>

#include "errors.hpp"

namespace steelyard {

namespace {

constexpr std::size_t word_bits = 64;
constexpr std::size_t group_columns = 16 * word_bits;

std::int32_t errors_of(const Edits& edits) {
  return edits.substitutions + edits.deletions + edits.insertions + edits.moves;
}

}  // namespace

Edits LcsEdits::operator()(Ids hypothesis, Ids reference) {
  hits_ = 0;
  deleted_.clear();
  inserted_.clear();
  align(hypothesis, reference);
  Edits edits;
  edits.hits = hits_;
  edits.moves = take_moves();
  edits.substitutions = substitutions();
  edits.deletions = static_cast<std::int32_t>(deleted_.size()) - edits.substitutions;
  edits.insertions = static_cast<std::int32_t>(inserted_.size()) - edits.substitutions;
  return edits;
}

// Forth without keeping rows, but for what enters each group of columns, and back group by group, whose rows are made
// again.
void LcsEdits::align(Ids hypothesis, Ids reference) {
  const std::size_t height = hypothesis.size();
  const std::size_t groups = (reference.size() + group_columns - 1) / group_columns;
  check_table(height * (group_columns / 8 + groups), height, reference.size());
  carries_.assign(height, 0);
  entering_.clear();
  for (std::size_t group = 0; group + 1 < groups; ++group) {
    entering_.insert(entering_.end(), carries_.begin(), carries_.end());
    fill<false>(hypothesis, reference.subspan(group * group_columns, group_columns));
  }
  std::size_t h = height;
  std::size_t r = reference.size();
  for (std::size_t group = groups; group-- > 0 && h > 0;) {
    const std::size_t start = group * group_columns;
    if (group + 1 < groups) {
      std::copy_n(entering_.begin() + static_cast<std::ptrdiff_t>(group * height), h, carries_.begin());
    }
    fill<true>(hypothesis.first(h), reference.subspan(start, r - start));
    trace(hypothesis, reference, start, h, r);
  }
  while (r > 0) deleted_.push_back({reference[--r], hits_});
  while (h > 0) inserted_.push_back({hypothesis[--h], hits_});
}

// The columns of some tokens of the reference; carries_ has what enters them, and then what leaves them.
template <bool kept>
void LcsEdits::fill(Ids hypothesis, Ids columns) {
  const std::size_t blocks = (columns.size() + word_bits - 1) / word_bits;
  if (kept) rows_.resize(hypothesis.size() * blocks);
  for (std::size_t block = 0; block < blocks; ++block) {
    watch_.steps(hypothesis.size());
    const std::size_t start = block * word_bits;
    places_.reset(word_bits);
    for (std::size_t at = start; at < std::min(start + word_bits, columns.size()); ++at) {
      places_[columns[at]] |= std::uint64_t{1} << (at - start);
    }
    std::uint64_t row = ~std::uint64_t{0};
    for (std::size_t at = 0; at < hypothesis.size(); ++at) {
      const std::uint64_t matches = places_.find(hypothesis[at]);
      std::uint64_t sum;
      const bool first_over = __builtin_add_overflow(row, row & matches, &sum);
      const bool second_over = __builtin_add_overflow(sum, std::uint64_t{carries_[at]}, &sum);
      carries_[at] = first_over | second_over;
      row = sum | (row & ~matches);
      if (kept) rows_[at * blocks + block] = row;
    }
  }
}

// From the cell (h, r) back to the first row, or to the column before `start`, where the filled columns begin.
void LcsEdits::trace(Ids hypothesis, Ids reference, std::size_t start, std::size_t& h, std::size_t& r) {
  const std::size_t blocks = (r - start + word_bits - 1) / word_bits;
  while (h > 0 && r > start) {
    const std::size_t column = r - 1 - start;
    if (hypothesis[h - 1] == reference[r - 1]) {
      ++hits_;
      --h, --r;
    } else if (rows_[(h - 1) * blocks + column / word_bits] >> (column % word_bits) & 1) {
      deleted_.push_back({reference[--r], hits_});
    } else {
      inserted_.push_back({hypothesis[--h], hits_});
    }
  }
}

// Takes the tokens that are moved out of those left over, and returns how many there are.
std::int32_t LcsEdits::take_moves() {
  spare_.reset(deleted_.size());
  moved_.reset(deleted_.size());
  for (const Leftover& token : deleted_) ++spare_[token.id];
  const std::size_t inserted = inserted_.size();
  std::erase_if(inserted_, [this](const Leftover& token) {
    if (spare_.find(token.id) == 0) return false;
    --spare_[token.id];
    ++moved_[token.id];
    return true;
  });
  std::erase_if(deleted_,
                [this](const Leftover& token) { return moved_.find(token.id) > 0 && moved_[token.id]-- > 0; });
  return static_cast<std::int32_t>(inserted - inserted_.size());
}

// Pairs of tokens left over in the same gap; both lists are in the order of gaps.
std::int32_t LcsEdits::substitutions() const {
  std::int32_t pairs = 0;
  auto deleted = deleted_.begin();
  auto inserted = inserted_.begin();
  while (deleted != deleted_.end() && inserted != inserted_.end()) {
    const std::int32_t ahead = deleted->gap - inserted->gap;
    pairs += ahead == 0;
    deleted += ahead <= 0;
    inserted += ahead >= 0;
  }
  return pairs;
}

std::vector<std::int32_t> moved_edit_counts(const Tokens& hypotheses, const Tokens& references, const Stop* stop) {
  Watch watch(stop);
  EditAlignment align(watch);
  LcsEdits move(watch);
  return edit_rows(hypotheses, references, [&](const auto& hypothesis, const auto& reference) {
    const Edits optimal = align(hypothesis, reference), moved = move(hypothesis, reference);
    return errors_of(moved) < errors_of(optimal) ? moved : optimal;
  });
}

}  // namespace steelyard
