#include "measures/edits/ter.hpp"

#include <algorithm>
#include <cmath>

namespace steelyard {

namespace ter {

namespace {

constexpr std::int32_t beam_width = 25;
constexpr std::int32_t infinity = 1 << 29;

}  // namespace

// Rows and columns as in sacreBLEU: the middle of row i is ⌊i·(|r|/|h|)⌋ in double precision, the width 25 to each
// side, or more where the reference is over fifty times as long, so that neighbouring rows always touch.
void Beam::start(const Words& words) {
  const std::int32_t height = size(words.hypothesis);
  const std::int32_t width = size(words.reference);
  const double ratio = height > 0 ? static_cast<double>(width) / height : 1.0;
  const bool steep = beam_width < ratio / 2;
  const std::int32_t reach = steep ? static_cast<std::int32_t>(std::ceil(ratio / 2 + beam_width)) : beam_width;
  rows_.resize(words.hypothesis.size() + 1);
  std::size_t cells = 0;
  for (std::int32_t row = 0; row <= height; ++row) {
    const auto middle = static_cast<std::int32_t>(std::floor(row * ratio));
    const std::int32_t low = row == 0 ? 0 : std::max(0, middle - reach);
    const std::int32_t high = row == 0 || row == height ? width + 1 : std::min(width + 1, middle + reach);
    rows_[row] = Row{low, high, cells};
    cells += high - low;
  }
  cells_.resize(cells);
  for (std::int32_t column = 0; column <= width; ++column) {
    cells_[column] = column;
  }
  above_.resize(width + 2);
  current_.resize(width + 2);
}

// From above_ to current_, both with column c at c + 1.
void Beam::advance(const Words& words, std::int32_t word, std::int32_t row) {
  const Row before = rows_[row - 1];
  const Row now = rows_[row];
  watch_.steps(static_cast<std::size_t>(now.high - now.low));
  above_[before.low] = infinity;
  for (std::int32_t column = before.high; column < now.high; ++column) {
    above_[column + 1] = infinity;
  }
  std::int32_t left = infinity;
  for (std::int32_t column = now.low; column < now.high; ++column) {
    const std::int32_t differs = column == 0 || words.reference[column - 1] != word;
    left = std::min({above_[column] + differs, above_[column + 1] + 1, left + 1});
    current_[column + 1] = left;
  }
  std::swap(above_, current_);
}

std::int32_t Beam::fill(const Words& words, std::int32_t from) {
  const Row& start = rows_[from];
  std::copy_n(cells_.begin() + start.cells, start.high - start.low, above_.begin() + start.low + 1);
  for (std::int32_t row = from + 1; row <= size(words.hypothesis); ++row) {
    advance(words, words.hypothesis[row - 1], row);
    const Row& now = rows_[row];
    std::copy_n(above_.begin() + now.low + 1, now.high - now.low, cells_.begin() + now.cells);
  }
  return above_[words.reference.size() + 1];
}

std::int32_t Beam::shifted(const Words& words, Shift shift, std::int32_t limit) {
  const Row& start = rows_[shift.begin];
  std::copy_n(cells_.begin() + start.cells, start.high - start.low, above_.begin() + start.low + 1);
  std::int32_t row = shift.begin;
  const auto run = [&](std::int32_t from, std::int32_t to) {
    for (std::int32_t at = from; at < to; ++at) {
      advance(words, words.hypothesis[at], ++row);
    }
  };
  run(shift.middle, shift.end);
  run(shift.begin, shift.middle);
  run(shift.end, size(words.hypothesis));
  return std::min(limit, above_[words.reference.size() + 1]);
}

std::int32_t Beam::at(std::int32_t row, std::int32_t column) const {
  const Row& cells = rows_[row];
  return column < cells.low || column >= cells.high ? infinity : cells_[cells.cells + column - cells.low];
}

Op Beam::operation(const Words& words, std::int32_t row, std::int32_t column) const {
  return operation_at([this](std::int32_t r, std::int32_t c) { return at(r, c); }, words, row, column);
}

}  // namespace ter

using ter::Shift;

namespace {

constexpr std::int32_t farthest_shift = 50;
constexpr std::int32_t most_candidates = 1000;

}  // namespace

std::int32_t Ter::operator()(Ids hypothesis, Ids reference) {
  if (reference.empty()) {
    return static_cast<std::int32_t>(hypothesis.size());
  }
  if (hypothesis.empty()) {
    return static_cast<std::int32_t>(reference.size());
  }
  number_(hypothesis, reference, words_);
  // The beam is exact, and so are the operations it finds, where it holds every optimal path. One with d edits strays
  // at most (d + ||r|-|h||)/2 columns from the pseudo-diagonal, which rounding moves by less than another; the beam
  // reaches 24. Shifts only lower d, so what holds at first holds throughout. Up to 24 words the beam is the matrix.
  if (reference.size() <= ter::Matrix::longest_reference) {
    matrix_.start(words_);
    const std::int32_t distance = matrix_.fill(words_, 0);
    const auto longer = static_cast<std::int32_t>(std::max(hypothesis.size(), reference.size()));
    const auto shorter = static_cast<std::int32_t>(std::min(hypothesis.size(), reference.size()));
    if (reference.size() <= 24 || distance + longer - shorter <= 47) {
      return search(matrix_, distance);
    }
  }
  beam_.start(words_);
  return search(beam_, beam_.fill(words_, 0));
}

// sacreBLEU ranks shifts by gain, then length, then earliest start, then earliest target, then the shifted words; since
// start, length and target determine those words, the last never decides. Proposals come by start, then target, so
// going through the lengths from the longest a shift wins only by a strictly greater gain. Its cache of rows is keyed
// by the hypothesis up to the row, and the beam of a row depends on nothing but lengths, which shifts keep: it saves
// time there and changes no result, at whatever size it stops growing.
template <class Distances>
std::int32_t Ter::search(Distances& distances, std::int32_t distance) {
  checked_ = 0;
  std::int32_t shifts = 0;
  while (distance > words_.unmatched) {
    alignment_.trace(words_, distances);
    if (!propose_shifts()) {
      break;
    }
    std::int32_t best = distance;
    Shift chosen{};
    for (std::int32_t length = longest_shift; length > 0; --length) {
      for (const Shift& shift : proposed_[length - 1]) {
        watch_.steps(words_.hypothesis.size());
        const std::int32_t shifted = distances.shifted(words_, shift, best);
        if (shifted < best) {
          best = shifted;
          chosen = shift;
        }
      }
    }
    if (best == distance) {
      break;
    }
    words_.move(chosen);
    distance = distances.fill(words_, chosen.begin);
    ++shifts;
  }
  return shifts + distance;
}

// All shifts worth trying: blocks that occur in the reference too, are wrong in both places, and not aligned to
// themselves. False when the limit of candidates is reached: then sacreBLEU takes no shift of this round.
bool Ter::propose_shifts() {
  for (auto& shifts : proposed_) {
    shifts.clear();
  }
  const std::int32_t hypothesis_size = ter::size(words_.hypothesis);
  const std::int32_t reference_size = ter::size(words_.reference);
  for (std::int32_t h = 0; h < hypothesis_size; ++h) {
    last_target_.fill(-1);
    for (std::int32_t r = words_.first[words_.hypothesis[h]]; r >= 0 && r <= h + farthest_shift; r = words_.next[r]) {
      watch_.steps(1);
      if (r < h - farthest_shift) {
        continue;
      }
      bool hypothesis_wrong = false;
      bool reference_wrong = false;
      const std::int32_t most = std::min({longest_shift, hypothesis_size - h, reference_size - r});
      for (std::int32_t k = 0; k < most && words_.hypothesis[h + k] == words_.reference[r + k]; ++k) {
        hypothesis_wrong |= alignment_.hypothesis_errors[h + k] != 0;
        reference_wrong |= alignment_.reference_errors[r + k] != 0;
        const bool within = h <= alignment_.aligned[r] && alignment_.aligned[r] <= h + k;
        if (hypothesis_wrong && reference_wrong && !within) {
          propose(h, r, k + 1);
        }
        if (checked_ >= most_candidates) {
          return false;
        }
      }
    }
  }
  return true;
}

void Ter::propose(std::int32_t hypothesis_start, std::int32_t reference_start, std::int32_t length) {
  const std::int32_t stop = hypothesis_start + length;
  const std::int32_t hypothesis_size = ter::size(words_.hypothesis);
  std::int32_t& last_target = last_target_[length - 1];
  std::int32_t previous = -1;
  for (std::int32_t r = reference_start - 1; r < reference_start + length; ++r) {
    const std::int32_t target = r < 0 ? 0 : alignment_.aligned[r] + 1;
    if (target == previous) {
      continue;
    }
    previous = target;
    ++checked_;
    // Targets rise with the reference place, so one not beyond the last has been proposed for this block already.
    if (target <= last_target) {
      continue;
    }
    last_target = target;
    if (target < hypothesis_start) {
      proposed_[length - 1].push_back(Shift{target, hypothesis_start, stop});
      continue;
    }
    const std::int32_t end = target > stop ? target : std::min(target + length, hypothesis_size);
    if (end > stop) {
      proposed_[length - 1].push_back(Shift{hypothesis_start, stop, end});
    }
  }
}

}  // namespace steelyard
