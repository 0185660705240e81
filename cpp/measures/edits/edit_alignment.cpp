#include "measures/edits/edit_alignment.hpp"

#include <algorithm>
#include <iterator>

#include "errors.hpp"
#include "measures/edits/bit_rows.hpp"

namespace steelyard {

namespace {

constexpr std::size_t word_bits = 64;
constexpr std::size_t group_columns = 16 * word_bits;

}  // namespace

Edits EditAlignment::operator()(Ids hypothesis, Ids reference) {
  // The trace matches a common suffix anyway; a common prefix it may treat otherwise, so that one stays.
  std::int32_t suffix = 0;
  while (!hypothesis.empty() && !reference.empty() && hypothesis.back() == reference.back()) {
    hypothesis = hypothesis.first(hypothesis.size() - 1);
    reference = reference.first(reference.size() - 1);
    ++suffix;
  }
  Edits edits = align(hypothesis, reference);
  edits.hits += suffix;
  edits.moves = moves();
  edits.deletions -= edits.moves;
  edits.insertions -= edits.moves;
  return edits;
}

// Forth without keeping cells, but for what enters each group of columns, and back group by group, whose cells are made
// again.
Edits EditAlignment::align(Ids hypothesis, Ids reference) {
  const std::size_t height = hypothesis.size();
  const std::size_t groups = (reference.size() + group_columns - 1) / group_columns;
  check_table(height * (sizeof(Cells) * group_columns / word_bits + groups), height, reference.size());
  carries_.assign(height, 1);
  entering_.clear();
  for (std::size_t group = 0; group + 1 < groups; ++group) {
    entering_.insert(entering_.end(), carries_.begin(), carries_.end());
    fill<false>(hypothesis, reference.subspan(group * group_columns, group_columns));
  }
  Edits edits;
  deleted_.clear();
  inserted_.clear();
  std::size_t h = height, r = reference.size();
  for (std::size_t group = groups; group-- > 0 && h > 0;) {
    const std::size_t start = group * group_columns;
    if (group + 1 < groups)
      std::copy_n(entering_.begin() + static_cast<std::ptrdiff_t>(group * height), h, carries_.begin());
    fill<true>(hypothesis.first(h), reference.subspan(start, r - start));
    trace(hypothesis, reference, start, h, r, edits);
  }
  deleted_.insert(deleted_.end(), reference.begin(), reference.begin() + static_cast<std::ptrdiff_t>(r));
  inserted_.insert(inserted_.end(), hypothesis.begin(), hypothesis.begin() + static_cast<std::ptrdiff_t>(h));
  edits.deletions = static_cast<std::int32_t>(deleted_.size());
  edits.insertions = static_cast<std::int32_t>(inserted_.size());
  return edits;
}

// The columns of some words of the reference; carries_ has what enters them, and then what leaves them.
template <bool kept>
void EditAlignment::fill(Ids hypothesis, Ids columns) {
  const std::size_t blocks = (columns.size() + word_bits - 1) / word_bits;
  if (kept) cells_.resize(hypothesis.size() * blocks);
  for (std::size_t block = 0; block < blocks; ++block) {
    watch_.steps(hypothesis.size());
    const std::size_t start = block * word_bits;
    places_.reset(word_bits);
    for (std::size_t at = start; at < std::min(start + word_bits, columns.size()); ++at) {
      places_[columns[at]] |= std::uint64_t{1} << (at - start);
    }
    BitRow row;
    for (std::size_t at = 0; at < hypothesis.size(); ++at) {
      const std::int8_t carry = carries_[at];
      const BitStep step = advance(row, places_.find(hypothesis[at]), carry > 0, carry < 0);
      carries_[at] = static_cast<std::int8_t>(step.rise(word_bits - 1));
      if (kept) cells_[at * blocks + block] = Cells{step.level, row.plus};
    }
  }
}

// From the cell (h, r) back to the first row, or to the column before `start`, where the filled columns begin.
void EditAlignment::trace(Ids hypothesis, Ids reference, std::size_t start, std::size_t& h, std::size_t& r,
                          Edits& edits) {
  const std::size_t blocks = (r - start + word_bits - 1) / word_bits;
  while (h > 0 && r > start) {
    const std::size_t column = r - 1 - start;
    const Cells& cells = cells_[(h - 1) * blocks + column / word_bits];
    const std::uint64_t bit = std::uint64_t{1} << (column % word_bits);
    if (hypothesis[h - 1] == reference[r - 1]) {
      ++edits.hits;
      --h, --r;
    } else if (!(cells.level & bit)) {
      ++edits.substitutions;
      --h, --r;
    } else if (cells.plus & bit) {
      deleted_.push_back(reference[--r]);
    } else {
      inserted_.push_back(hypothesis[--h]);
    }
  }
}

std::int32_t EditAlignment::moves() {
  if (deleted_.empty() || inserted_.empty()) {
    return 0;
  }
  spare_.reset(deleted_.size());
  for (const std::int32_t id : deleted_) {
    ++spare_[id];
  }
  std::int32_t both = 0;
  for (const std::int32_t id : inserted_) {
    if (spare_.find(id) > 0) {
      --spare_[id];
      ++both;
    }
  }
  return both;
}

std::vector<std::int32_t> edit_counts(const Tokens& hypotheses, const Tokens& references, const Stop* stop) {
  Watch watch(stop);
  EditAlignment align(watch);
  return edit_rows(hypotheses, references, align);
}

}  // namespace steelyard
