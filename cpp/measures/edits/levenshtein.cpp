#include "measures/edits/levenshtein.hpp"

#include <algorithm>
#include <utility>

#include "measures/edits/bit_rows.hpp"

namespace steelyard {

namespace {

constexpr std::size_t word_bits = 64;

void strip_common_ends(Ids& a, Ids& b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t prefix = 0;
  while (prefix < shorter && a[prefix] == b[prefix]) {
    ++prefix;
  }
  std::size_t suffix = 0;
  while (suffix < shorter - prefix && a[a.size() - 1 - suffix] == b[b.size() - 1 - suffix]) {
    ++suffix;
  }
  a = a.subspan(prefix, a.size() - prefix - suffix);
  b = b.subspan(prefix, b.size() - prefix - suffix);
}

void mark_places(IdTable<std::uint64_t>& places, Ids pattern) {
  places.reset(pattern.size());
  std::uint64_t bit = 1;
  for (const std::int32_t id : pattern) {
    places[id] |= bit;
    bit <<= 1;
  }
}

}  // namespace

std::int32_t Levenshtein::operator()(Ids hypothesis, Ids reference) {
  Ids pattern = hypothesis;
  Ids text = reference;
  strip_common_ends(pattern, text);
  if (pattern.size() > text.size()) {
    std::swap(pattern, text);
  }
  if (pattern.empty()) {
    return static_cast<std::int32_t>(text.size());
  }
  return pattern.size() <= word_bits ? one_word(pattern, text) : blocks(pattern, text);
}

std::int32_t Levenshtein::one_word(Ids pattern, Ids text) {
  watch_.steps(text.size());
  mark_places(places_, pattern);
  const std::size_t last = pattern.size() - 1;
  auto distance = static_cast<std::int32_t>(pattern.size());
  BitRow row;
  for (const std::int32_t id : text) {
    distance += advance(row, places_.find(id)).rise(last);
  }
  return distance;
}

// Block by block of the pattern through the whole text, so that only one block's match vectors live at a time; the
// differences that cross a block's lower edge are kept per token of the text.
std::int32_t Levenshtein::blocks(Ids pattern, Ids text) {
  carries_.assign(text.size(), 1);
  auto distance = static_cast<std::int32_t>(pattern.size());
  for (std::size_t start = 0; start < pattern.size(); start += word_bits) {
    const Ids block = pattern.subspan(start, std::min(word_bits, pattern.size() - start));
    watch_.steps(text.size());
    mark_places(places_, block);
    const std::size_t last = block.size() - 1;
    BitRow row;
    for (std::size_t at = 0; at < text.size(); ++at) {
      const std::int8_t carry = carries_[at];
      const BitStep step = advance(row, places_.find(text[at]), carry > 0, carry < 0);
      carries_[at] = static_cast<std::int8_t>(step.rise(last));
    }
  }
  for (const std::int8_t carry : carries_) {
    distance += carry;
  }
  return distance;
}

}  // namespace steelyard
