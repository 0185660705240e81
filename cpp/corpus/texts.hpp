// The texts of a chunk as they lie in memory: bytes, and where each text begins and ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace steelyard {

// Text i is data[starts[i], ends[i]).
struct TextRows {
  std::string_view data;
  std::span<const std::int64_t> starts, ends;

  // Throws std::invalid_argument unless every text lies within the data. Linear in the texts.
  TextRows(std::string_view bytes, std::span<const std::int64_t> begin, std::span<const std::int64_t> end);

  std::size_t size() const { return starts.size(); }
  std::string_view operator[](std::size_t i) const {
    return data.substr(static_cast<std::size_t>(starts[i]), static_cast<std::size_t>(ends[i] - starts[i]));
  }
};

// The texts that are white space only, by number. Linear in the white space.
std::vector<std::int64_t> blank_rows(const TextRows& texts);

struct TextBounds {
  std::vector<std::int64_t> starts, ends;
};

// Where texts that are lines begin and end without their line feed and, if asked for, the carriage return before it.
// Linear in the texts.
TextBounds trimmed_lines(const TextRows& lines, bool carriage_returns);

// Asks for large pages behind a block that is about to be written: a fresh block of many megabytes costs a page fault
// for every 4 kB otherwise, a tenth of the time of scoring it.
void ask_for_large_pages(std::span<char> block);

}  // namespace steelyard
