#include "measures/edits/shift_matrix.hpp"

#include <algorithm>

namespace steelyard::ter {

void Matrix::start(const Words& words) {
  places_.assign(words.first.size(), 0);
  for (std::size_t at = 0; at < words.reference.size(); ++at) {
    places_[words.reference[at]] |= std::uint64_t{1} << at;
  }
  rows_.resize(words.hypothesis.size() + 1);
  rows_[0] = Row{};
  rows_[0].distance = size(words.reference);
}

std::int32_t Matrix::fill(const Words& words, std::int32_t from) {
  const std::size_t last = words.reference.size() - 1;
  Row row = rows_[from];
  for (std::size_t at = from; at < words.hypothesis.size(); ++at) {
    const BitStep step = steelyard::advance(row.cells, places_[words.hypothesis[at]]);
    row.distance += step.rise(last);
    row.level = step.level;
    row.up = step.up;
    rows_[at + 1] = row;
  }
  return row.distance;
}

std::int32_t Matrix::shifted(const Words& words, Shift shift, std::int32_t limit) const {
  // Moving k words is at most k removals and k insertions. (Not so inside a beam, which may cut off those.)
  const std::int32_t moved = std::min(shift.middle - shift.begin, shift.end - shift.middle);
  if (rows_[words.hypothesis.size()].distance - 2 * moved >= limit) {
    return limit;
  }
  const std::size_t last = words.reference.size() - 1;
  const std::int32_t* hypothesis = words.hypothesis.data();
  BitRow cells = rows_[shift.begin].cells;
  std::int32_t distance = rows_[shift.begin].distance;
  const auto run = [&](std::int32_t from, std::int32_t to) {
    for (std::int32_t at = from; at < to; ++at) {
      distance += steelyard::advance(cells, places_[hypothesis[at]]).rise(last);
    }
  };
  run(shift.middle, shift.end);
  run(shift.begin, shift.middle);
  const std::int32_t left = size(words.hypothesis) - shift.end;
  if (distance - left >= limit) {
    return limit;
  }
  run(shift.end, size(words.hypothesis));
  return distance;
}

Op Matrix::operation(const Words& words, std::int32_t row, std::int32_t column) const {
  const std::uint64_t bit = std::uint64_t{1} << (column - 1);
  if (words.hypothesis[row - 1] == words.reference[column - 1]) {
    return Op::match;
  }
  if (!(rows_[row].level & bit)) {
    return Op::substitute;
  }
  return rows_[row].up & bit ? Op::remove : Op::insert;
}

}  // namespace steelyard::ter
