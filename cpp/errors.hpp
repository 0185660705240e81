// What kernels refuse beyond wrong arguments: segments whose tables would be too large.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace steelyard {

inline constexpr std::size_t kMostTableBytes = std::size_t{1} << 30;

// Two sequences that would need a larger table.
struct TableTooLarge : std::length_error {
  TableTooLarge(std::size_t left_tokens, std::size_t right_tokens)
      : std::length_error("table too large"), left(left_tokens), right(right_tokens) {}
  std::size_t left, right;
};

inline void check_table(std::size_t bytes, std::size_t left, std::size_t right) {
  if (bytes > kMostTableBytes) throw TableTooLarge(left, right);
}

// A segment that cannot be taken; it reaches Python as a SegmentError.
struct RefusedSegment : std::runtime_error {
  RefusedSegment(std::size_t segment, const std::string& problem) : std::runtime_error(problem), row(segment) {}
  std::size_t row;
};

// Does the work of one segment, which is refused if its tables would be too large.
template <class Work>
void in_segment(std::size_t row, Work&& work, const char* units = "words",
                const char* remedy = "cut the texts into more sentences (option sentences), or leave the segment out") {
  try {
    work();
  } catch (const TableTooLarge& found) {
    throw RefusedSegment(row, std::to_string(found.left) + " " + units + " against " + std::to_string(found.right) +
                                  " need tables of more than 1 GB; " + remedy);
  }
}

}  // namespace steelyard
