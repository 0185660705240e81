#include "measures/edits/tercom.hpp"

#include <algorithm>

#include "errors.hpp"

namespace steelyard {

namespace ter {

namespace {

constexpr std::int32_t infinity = 1 << 29;

}  // namespace

void PrunedMatrix::start(const Words& words) {
  const std::int32_t width = size(words.reference) + 1;
  rows_.resize(words.hypothesis.size() + 1);
  rows_[0] = Row{0, width, 0};
  cells_.resize(width);
  for (std::int32_t column = 0; column < width; ++column) {
    cells_[column] = column;
  }
  above_.resize(width);
  current_.resize(width);
  const std::size_t rests = rows_.size() * above_.size();
  check_table(rests * sizeof(std::int32_t), words.hypothesis.size(), words.reference.size());
  rests_.resize(rests);
  std::int32_t* const last = rests_.data() + (rests - above_.size());
  for (std::int32_t column = 0; column < width; ++column) {
    last[column] = width - 1 - column;
  }
}

std::int32_t PrunedMatrix::cheapest_diagonal(const Words& words, std::int32_t word) const {
  std::int32_t cheapest = infinity;
  const std::int32_t end = std::min(high_, size(words.reference));
  for (std::int32_t column = low_; column < end; ++column) {
    cheapest = std::min(cheapest, above_[column] + (words.reference[column] != word));
  }
  return cheapest;
}

// From above_ to the next row, which takes its place. Returns the least of its cells.
std::int32_t PrunedMatrix::advance(const Words& words, std::int32_t word, bool last) {
  const std::int32_t width = size(words.reference) + 1;
  watch_.steps(static_cast<std::size_t>(high_ - low_));
  const std::int32_t cheapest = cheapest_diagonal(words, word);
  const std::int32_t most = last || cheapest >= infinity ? infinity - 1 : cheapest + beam;
  std::int32_t low = width;
  std::int32_t high = low_;
  std::int32_t least = infinity;
  std::int32_t left = infinity;
  std::int32_t diagonal = infinity;
  for (std::int32_t column = low_; column < width && (column <= high_ || left < infinity); ++column) {
    const std::int32_t up = column < high_ ? above_[column] : infinity;
    const std::int32_t differs = column == 0 || words.reference[column - 1] != word;
    left = std::min({diagonal + differs, up + 1, left + 1});
    diagonal = up;
    if (left > most) {
      left = infinity;
    } else {
      low = std::min(low, column);
      high = column + 1;
      least = std::min(least, left);
    }
    current_[column] = left;
  }
  low_ = low;
  high_ = high;
  std::swap(above_, current_);
  return least;
}

std::int32_t PrunedMatrix::fill(const Words& words, std::int32_t from, std::int32_t to) {
  const Row& start = rows_[from];
  low_ = start.low;
  high_ = start.high;
  cells_.resize(start.cells + (high_ - low_));
  std::copy_n(cells_.begin() + start.cells, high_ - low_, above_.begin() + low_);
  for (std::int32_t row = from + 1; row <= size(words.hypothesis); ++row) {
    advance(words, words.hypothesis[row - 1], row == size(words.hypothesis));
    rows_[row] = Row{low_, high_, cells_.size()};
    cells_.insert(cells_.end(), above_.begin() + low_, above_.begin() + high_);
  }
  fill_rests(words, to);
  return cells_.back();
}

// Backwards from row `to`, behind which nothing was changed.
void PrunedMatrix::fill_rests(const Words& words, std::int32_t to) {
  const std::int32_t width = size(words.reference);
  for (std::int32_t row = to - 1; row >= 0; --row) {
    const std::int32_t* below = rests_of(row + 1);
    std::int32_t* here = rests_.data() + (below - rests_.data()) - (width + 1);
    const std::int32_t word = words.hypothesis[row];
    watch_.steps(above_.size());
    std::int32_t right = below[width] + 1;
    here[width] = right;
    for (std::int32_t column = width - 1; column >= 0; --column) {
      right = std::min({below[column + 1] + (word != words.reference[column]), below[column] + 1, right + 1});
      here[column] = right;
    }
  }
}

const std::int32_t* PrunedMatrix::rests_of(std::int32_t row) const {
  return rests_.data() + static_cast<std::size_t>(row) * above_.size();
}

// Whether the row computed last, behind which nothing is shifted, may lead to less than `limit`.
bool PrunedMatrix::can_end_below(std::int32_t row, std::int32_t limit) const {
  const std::int32_t* const rests = rests_of(row);
  for (std::int32_t column = low_; column < high_; ++column) {
    if (above_[column] + rests[column] < limit) {
      return true;
    }
  }
  return false;
}

std::int32_t PrunedMatrix::shifted(const Words& words, Shift shift, std::int32_t limit) {
  const Row& start = rows_[shift.begin];
  low_ = start.low;
  high_ = start.high;
  std::copy_n(cells_.begin() + start.cells, high_ - low_, above_.begin() + low_);
  const std::int32_t height = size(words.hypothesis);
  std::int32_t row = shift.begin;
  const auto run = [&](std::int32_t from, std::int32_t to) {
    for (std::int32_t at = from; at < to; ++at) {
      if (advance(words, words.hypothesis[at], ++row == height) >= limit) {
        return false;
      }
    }
    return true;
  };
  const bool below = run(shift.middle, shift.end) && run(shift.begin, shift.middle) &&
                     can_end_below(shift.end, limit) && run(shift.end, height);
  return below ? std::min(limit, above_[words.reference.size()]) : limit;
}

std::int32_t PrunedMatrix::at(std::int32_t row, std::int32_t column) const {
  const Row& cells = rows_[row];
  return column < cells.low || column >= cells.high ? infinity : cells_[cells.cells + column - cells.low];
}

Op PrunedMatrix::operation(const Words& words, std::int32_t row, std::int32_t column) const {
  return operation_at([this](std::int32_t r, std::int32_t c) { return at(r, c); }, words, row, column);
}

void TercomDistances::start(const Words& words) {
  reference_words_ = words.reference.size();
  if (reference_words_ <= Matrix::longest_reference) {
    matrix_.start(words);
  }
  pruned_.start(words);
}

// Neighbours in a row differ by 1 at most, so of a reference of up to 20 words no cell is pruned. Else no cell of the
// path is that the exact matrix finds, if there are up to 20 edits; what is pruned beside it can only cost more, so
// both find the same path.
bool TercomDistances::unpruned(std::int32_t distance) const {
  return reference_words_ <= PrunedMatrix::beam || distance <= PrunedMatrix::beam;
}

// Shifts only lower the distance. So once the exact matrix will do it does for good, and until then the pruned one has
// been filled every time and its rows up to `from` stand.
std::int32_t TercomDistances::fill(const Words& words, std::int32_t from, std::int32_t to) {
  if (reference_words_ <= Matrix::longest_reference) {
    const std::int32_t distance = matrix_.fill(words, from);
    exact_ = unpruned(distance);
    if (exact_) {
      return distance;
    }
  } else {
    exact_ = false;
  }
  return pruned_.fill(words, from, to);
}

// Pruning never makes a distance smaller, so the exact one can rule a shift out.
std::int32_t TercomDistances::shifted(const Words& words, Shift shift, std::int32_t limit) {
  if (reference_words_ <= Matrix::longest_reference) {
    const std::int32_t distance = matrix_.shifted(words, shift, limit);
    if (distance >= limit || unpruned(distance)) {
      return distance;
    }
  }
  return pruned_.shifted(words, shift, limit);
}

Op TercomDistances::operation(const Words& words, std::int32_t row, std::int32_t column) const {
  return exact_ ? matrix_.operation(words, row, column) : pruned_.operation(words, row, column);
}

}  // namespace ter

using ter::Shift;

namespace {

constexpr std::int32_t farthest_shift = 50;

}  // namespace

std::int32_t Tercom::operator()(Ids hypothesis, Ids reference) {
  if (hypothesis.empty() || reference.empty()) {
    return static_cast<std::int32_t>(std::max(hypothesis.size(), reference.size()));
  }
  number_(hypothesis, reference, words_);
  distances_.start(words_);
  std::int32_t distance = distances_.fill(words_, 0, ter::size(words_.hypothesis));
  std::int32_t shifts = 0;
  while (distance > words_.unmatched && shift_best(distance)) {
    ++shifts;
  }
  return shifts + distance;
}

// tercom adds the shift's own edit to the distance that it leads to. The first shift may just make up for it; another
// must be better than the one chosen. A block of k words should not repair more than 2k edits, so shorter ones are not
// looked at when the chosen shift repairs as much.
bool Tercom::shift_best(std::int32_t& distance) {
  alignment_.trace(words_, distances_);
  propose_shifts();
  std::int32_t best = distance;
  const Shift* chosen = nullptr;
  for (std::int32_t length = longest_shift; length > 0; --length) {
    for (const Shift& shift : proposed_[length - 1]) {
      const std::int32_t repaired = distance - best;
      if (repaired > 2 * length || (chosen != nullptr && repaired == 2 * length)) {
        length = 0;
        break;
      }
      watch_.steps(words_.hypothesis.size());
      const std::int32_t limit = chosen != nullptr ? best - 1 : best;
      const std::int32_t shifted = distances_.shifted(words_, shift, limit);
      if (shifted < limit) {
        best = shifted + 1;
        chosen = &shift;
      }
    }
  }
  if (chosen == nullptr) {
    return false;
  }
  words_.move(*chosen);
  distance = distances_.fill(words_, chosen->begin, chosen->end);
  return true;
}

void Tercom::propose_shifts() {
  for (auto& shifts : proposed_) {
    shifts.clear();
  }
  for (std::int32_t start = 0; start < ter::size(words_.hypothesis); ++start) {
    if (find_places(start)) {
      propose_blocks(start);
    }
  }
}

// Looks up where the first word of a block occurs in the reference near enough, and tells whether one of the places is
// not aligned to it. The first word may be a place further off than the block.
bool Tercom::find_places(std::int32_t start) {
  places_.clear();
  bool elsewhere = false;
  for (std::int32_t place = words_.first[words_.hypothesis[start]]; place >= 0; place = words_.next[place]) {
    watch_.steps(1);
    const std::int32_t distance = alignment_.aligned[place] - start;
    if (distance > farthest_shift) {
      break;  // and so are all behind it
    }
    if (distance >= -farthest_shift - 1) {
      places_.push_back(place);
      elsewhere |= distance != 0;
    }
  }
  return elsewhere;
}

// Blocks that have a wrong word grow as long as some counterpart is near and not aligned into the block.
void Tercom::propose_blocks(std::int32_t start) {
  last_target_.fill(-2);
  const std::int32_t longest = std::min(longest_shift, ter::size(words_.hypothesis) - start);
  bool wrong = false;
  for (std::int32_t length = 1; length <= longest && !places_.empty(); ++length) {
    wrong |= alignment_.hypothesis_errors[start + length - 1] != 0;
    if (wrong && !propose_places(start, length)) {
      return;
    }
    if (length < longest) {
      const std::int32_t next = words_.hypothesis[start + length];
      std::erase_if(places_, [&](std::int32_t place) {
        return place + length >= ter::size(words_.reference) || words_.reference[place + length] != next;
      });
    }
  }
}

bool Tercom::propose_places(std::int32_t start, std::int32_t length) {
  bool near = false;
  for (const std::int32_t place : places_) {
    const std::int32_t distance = alignment_.aligned[place] - start;
    if (distance < -farthest_shift || (distance >= 0 && distance < length)) {
      continue;
    }
    near = true;
    const auto errors = alignment_.reference_errors.begin() + place;
    if (std::any_of(errors, errors + length, [](std::uint8_t error) { return error != 0; })) {
      propose(start, length, place);
    }
  }
  return near;
}

// A block may go behind any word that its counterpart is aligned to, or the word before that. A target inside the block
// takes it as many places on as the target is from its start. Targets never fall along the reference, so one not beyond
// the last of this block has been proposed.
void Tercom::propose(std::int32_t start, std::int32_t length, std::int32_t place) {
  const std::int32_t stop = start + length;
  std::int32_t& last_target = last_target_[length - 1];
  for (std::int32_t behind = place - 1; behind < place + length; ++behind) {
    const std::int32_t target = behind < 0 ? -1 : alignment_.aligned[behind];
    if (target == start || target <= last_target) {
      continue;
    }
    last_target = target;
    if (target < start - 1) {
      proposed_[length - 1].push_back(Shift{target + 1, start, stop});
    } else if (target > start) {
      const std::int32_t end = target < stop ? target + length : target + 1;
      const std::int32_t last = std::min(end, ter::size(words_.hypothesis));
      if (last > stop) {
        proposed_[length - 1].push_back(Shift{start, stop, last});
      }
    }
  }
}

}  // namespace steelyard
