#include "corpus/lines.hpp"

#include <cstring>

#include "unicode/unicode.hpp"

namespace steelyard {

namespace {

constexpr std::size_t kLong = std::size_t{1} << 20;

bool is_ascii(const char* at, std::size_t count) {
  std::uint64_t all = 0;
  for (; count >= 8; at += 8, count -= 8) {
    std::uint64_t word;
    std::memcpy(&word, at, 8);
    all |= word;
  }
  for (; count; ++at, --count) all |= static_cast<unsigned char>(*at);
  return !(all & 0x8080808080808080ULL);
}

// Bytes of the valid sequence at `at`, or 0 (Unicode 15, table 3-7: no overlong forms, no surrogates, at most
// U+10FFFF).
std::size_t valid_sequence(const unsigned char* at, std::size_t left) {
  const auto continued = [&](std::size_t i) { return i < left && (at[i] & 0xc0) == 0x80; };
  if (at[0] < 0x80) return 1;
  if (at[0] >= 0xc2 && at[0] <= 0xdf) return continued(1) ? 2 : 0;
  if (at[0] >= 0xe0 && at[0] <= 0xef) {
    if (!continued(1) || !continued(2)) return 0;
    if (at[0] == 0xe0 && at[1] < 0xa0) return 0;
    return at[0] == 0xed && at[1] > 0x9f ? 0 : 3;
  }
  if (at[0] >= 0xf0 && at[0] <= 0xf4) {
    if (!continued(1) || !continued(2) || !continued(3)) return 0;
    if (at[0] == 0xf0 && at[1] < 0x90) return 0;
    return at[0] == 0xf4 && at[1] > 0x8f ? 0 : 4;
  }
  return 0;
}

}  // namespace

std::size_t find_invalid_utf8(std::string_view text) {
  if (is_ascii(text.data(), text.size())) return std::string_view::npos;
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = valid_sequence(bytes + i, text.size() - i);
    if (!length) return i;
    i += length;
  }
  return std::string_view::npos;
}

// Puts the beginning of a line by.
void LineScanner::keep(std::string_view part) {
  partial_.append(part);
  if (partial_.size() <= (most_ ? most_ : kLong)) return;
  const bool has_nul = std::memchr(partial_.data(), 0, partial_.size());
  if (!has_nul && !most_) return;
  const auto number = static_cast<std::int64_t>(starts.size());
  if (has_nul && nul_line < 0) nul_line = number;
  longest = static_cast<std::int64_t>(partial_.size());
  longest_line = number;
  ended = true;
}

void LineScanner::feed(std::string_view block) {
  if (ended) return;
  size += static_cast<std::int64_t>(block.size());
  while (!block.empty()) {
    const std::size_t end = block.find('\n');
    if (end == std::string_view::npos) {
      keep(block);
      return;
    }
    if (partial_.empty()) {
      line(block.substr(0, end), true);
    } else {
      partial_.append(block.substr(0, end));
      line(partial_, true);
      partial_.clear();
    }
    ++next_;  // the line feed
    block.remove_prefix(end + 1);
  }
}

void LineScanner::finish() {
  if (!partial_.empty() && !ended) line(partial_, false);
  partial_.clear();
}

void LineScanner::line(std::string_view text, bool ended) {
  const auto number = static_cast<std::int64_t>(starts.size());
  starts.push_back(next_);
  next_ += static_cast<std::int64_t>(text.size());
  if (number == 0 && text.starts_with("\xef\xbb\xbf")) {
    has_bom = true;
    starts[0] = 3;
    text.remove_prefix(3);
  }
  if (ended && text.ends_with('\r')) {
    if (carriage_return_line < 0) carriage_return_line = number;
    text.remove_suffix(1);
  }
  if (lone_return_line < 0 && text.find('\r') != std::string_view::npos) lone_return_line = number;
  if (invalid_line < 0) {
    if (const std::size_t at = find_invalid_utf8(text); at != std::string_view::npos) {
      invalid_line = number;
      invalid_byte = static_cast<std::int64_t>(at) + 1;
    }
  }
  if (nul_line < 0 && std::memchr(text.data(), 0, text.size())) nul_line = number;
  if (static_cast<std::int64_t>(text.size()) > longest) {
    longest = static_cast<std::int64_t>(text.size());
    longest_line = number;
  }
  if (invalid_line < 0 && is_blank(text)) blanks.push_back(number);
}

}  // namespace steelyard
