#include "measures/edits/edit_alignment.hpp"

#include <algorithm>
#include <iterator>

#include "measures/edits/bit_rows.hpp"

namespace steelyard {

namespace {

constexpr std::size_t word_bits = 64;

}  // namespace

Edits EditAlignment::operator()(Ids hypothesis, Ids reference) {
  // The trace matches a common suffix anyway; a common prefix it may treat otherwise, so that one stays.
  std::int32_t suffix = 0;
  while (!hypothesis.empty() && !reference.empty() && hypothesis.back() == reference.back()) {
    hypothesis = hypothesis.first(hypothesis.size() - 1);
    reference = reference.first(reference.size() - 1);
    ++suffix;
  }
  fill(hypothesis, reference);
  Edits edits = trace(hypothesis, reference);
  edits.hits += suffix;
  edits.moves = moves();
  edits.deletions -= edits.moves;
  edits.insertions -= edits.moves;
  return edits;
}

void EditAlignment::fill(Ids hypothesis, Ids reference) {
  const std::size_t blocks = (reference.size() + word_bits - 1) / word_bits;
  cells_.resize(hypothesis.size() * blocks);
  carries_.assign(hypothesis.size(), 1);
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t start = block * word_bits;
    places_.reset(word_bits);
    for (std::size_t at = start; at < std::min(start + word_bits, reference.size()); ++at) {
      places_[reference[at]] |= std::uint64_t{1} << (at - start);
    }
    BitRow row;
    for (std::size_t at = 0; at < hypothesis.size(); ++at) {
      const std::int8_t carry = carries_[at];
      const BitStep step = advance(row, places_.find(hypothesis[at]), carry > 0, carry < 0);
      carries_[at] = static_cast<std::int8_t>(step.rise(word_bits - 1));
      cells_[at * blocks + block] = Cells{step.level, row.plus};
    }
  }
}

Edits EditAlignment::trace(Ids hypothesis, Ids reference) {
  const std::size_t blocks = (reference.size() + word_bits - 1) / word_bits;
  Edits edits;
  deleted_.clear();
  inserted_.clear();
  std::size_t h = hypothesis.size();
  std::size_t r = reference.size();
  while (h > 0 && r > 0) {
    const Cells& cells = cells_[(h - 1) * blocks + (r - 1) / word_bits];
    const std::uint64_t bit = std::uint64_t{1} << ((r - 1) % word_bits);
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
  deleted_.insert(deleted_.end(), reference.begin(), reference.begin() + static_cast<std::ptrdiff_t>(r));
  inserted_.insert(inserted_.end(), hypothesis.begin(), hypothesis.begin() + static_cast<std::ptrdiff_t>(h));
  edits.deletions = static_cast<std::int32_t>(deleted_.size());
  edits.insertions = static_cast<std::int32_t>(inserted_.size());
  return edits;
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

std::vector<std::int32_t> edit_counts(const Tokens& hypotheses, const Tokens& references) {
  check_same_size(hypotheses, references);
  std::vector<std::int32_t> out(hypotheses.size() * kEditKinds, 0);
  EditAlignment align;
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    if (!references.present[i]) continue;
    const Edits e = align(hypotheses[i], references[i]);
    const std::int32_t row[kEditKinds] = {e.hits, e.substitutions, e.deletions, e.insertions, e.moves};
    std::copy(std::begin(row), std::end(row), out.begin() + static_cast<std::ptrdiff_t>(i * kEditKinds));
  }
  return out;
}

}  // namespace steelyard
