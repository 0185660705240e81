// UTF-8, and the Unicode properties and lower case of Python's str. Texts are taken to be valid UTF-8; of other bytes
// the answers mean nothing, but nothing is read outside the text or the tables.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "unicode/tables.hpp"

namespace steelyard {

namespace unicode {

constexpr const Record& record_of(char32_t c) {
  constexpr char32_t inside = (1 << kBlockShift) - 1;
  return kRecords[kRecordNumbers[(kBlockNumbers[c >> kBlockShift] << kBlockShift) + (c & inside)]];
}

// Whether the code point has any of the flags.
constexpr bool has(char32_t c, unsigned flags) { return (record_of(c).flags & flags) != 0; }

}  // namespace unicode

// Length in bytes of the code point that starts with this byte.
constexpr std::size_t width_of(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return 1u + (byte >= 0xC0) + (byte >= 0xE0) + (byte >= 0xF0);
}

constexpr bool is_ascii(char byte) { return static_cast<unsigned char>(byte) < 0x80; }

constexpr bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

constexpr bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// Code point at a position before the end; moves the position behind it.
constexpr char32_t next_code_point(const char*& at, const char* end) {
  if (is_ascii(*at)) return static_cast<char32_t>(*at++);
  const std::size_t width = width_of(*at);
  const char* const limit = at + std::min(width, static_cast<std::size_t>(end - at));
  char32_t c = static_cast<unsigned char>(*at++) & (0xFFu >> (width + 1));
  for (; at < limit && is_continuation(*at); ++at) c = c << 6 | (static_cast<unsigned char>(*at) & 0x3F);
  return std::min(c, char32_t{0x10FFFF});
}

// Takes the last code point off a text that is not empty.
constexpr char32_t take_last_code_point(std::string_view& text) {
  std::size_t first = text.size() - 1;
  while (first > 0 && is_continuation(text[first])) --first;
  const char* at = text.data() + first;
  const char32_t c = next_code_point(at, text.data() + text.size());
  text = text.substr(0, first);
  return c;
}

// Writes a code point and returns the position behind it.
constexpr char* write_code_point(char32_t c, char* to) {
  const auto continuation = [c](unsigned shift) { return static_cast<char>(0x80 | (c >> shift & 0x3F)); };
  if (c < 0x80) {
    *to++ = static_cast<char>(c);
    return to;
  }
  if (c < 0x800) {
    *to++ = static_cast<char>(0xC0 | c >> 6);
  } else {
    if (c < 0x10000) {
      *to++ = static_cast<char>(0xE0 | c >> 12);
    } else {
      *to++ = static_cast<char>(0xF0 | c >> 18);
      *to++ = continuation(12);
    }
    *to++ = continuation(6);
  }
  *to++ = continuation(0);
  return to;
}

// White space as str.isspace() and str.split() know it.
constexpr bool is_space(char32_t c) { return unicode::has(c, unicode::space); }

constexpr std::string_view without_leading_space(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    const char* const first = at;
    if (!is_space(next_code_point(at, end))) return {first, static_cast<std::size_t>(end - first)};
  }
  return {end, 0};
}

constexpr std::string_view without_trailing_space(std::string_view text) {
  for (std::string_view rest = text; !rest.empty(); text = rest) {
    if (!is_space(take_last_code_point(rest))) break;
  }
  return text;
}

constexpr bool is_blank(std::string_view text) { return without_leading_space(text).empty(); }

// The text in lower case exactly as str.lower() (Unicode's Final_Sigma included): a view of the buffer, which must not
// hold the text itself. Linear in the bytes.
std::string_view fold_case(std::string_view text, std::string& buffer);

}  // namespace steelyard
