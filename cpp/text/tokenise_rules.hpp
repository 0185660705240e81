// What each tokeniser holds of each character.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "text/tokenise_scan.hpp"
#include "unicode/unicode.hpp"

namespace steelyard {

struct Range {
  char32_t first, last;
};

constexpr bool within(char32_t c, std::span<const Range> ranges) {
  return std::ranges::any_of(ranges, [c](const Range& range) { return range.first <= c && c <= range.last; });
}

inline constexpr std::string_view kSpaces = "\t\n\v\f\r\x1c\x1d\x1e\x1f ";
inline constexpr std::string_view kSpaceLeads = "\xC2\xE1\xE2\xE3";  // first bytes of white space beyond ASCII
inline constexpr std::string_view kSymbols = "!\"#$%&()*+/:;<=>?@[\\]^_`{|}~";  // separated by mteval-v13a

constexpr Kinds with(Kinds kinds, std::string_view bytes, Kind kind) {
  for (const char byte : bytes) kinds[static_cast<unsigned char>(byte)] = kind;
  return kinds;
}

constexpr Kinds with_all_wide(Kinds kinds) {
  std::fill(kinds.begin() + 0xC2, kinds.end(), Kind::wide);
  return kinds;
}

inline constexpr Kinds kSplitKinds = with(with(Kinds{}, kSpaces, Kind::space), kSpaceLeads, Kind::wide);
inline constexpr Kinds kWesternKinds =
    with(with(with(kSplitKinds, kSymbols, Kind::alone), ".,", Kind::point), "-", Kind::hyphen);

// str.split()
struct SplitRules {
  static constexpr Kinds kKinds = kSplitKinds;
  static constexpr bool kPadded = true;
  static constexpr Kind wide(char32_t c) { return is_space(c) ? Kind::space : Kind::word; }
};

// mteval-v13a.pl
struct WesternRules : SplitRules {
  static constexpr Kinds kKinds = kWesternKinds;
};

// Rules stated over code points. ASCII digits need no visit: points recognise them as they are.
template <Kind (*kind_of)(char32_t), bool padded>
struct CodePointRules {
  static constexpr Kinds kKinds = [] {
    Kinds kinds{};
    for (char32_t c = 0; c < 0x80; ++c) kinds[c] = kind_of(c) == Kind::number ? Kind::word : kind_of(c);
    return with_all_wide(kinds);
  }();
  static constexpr bool kPadded = padded;
  static constexpr Kind wide(char32_t c) { return kind_of(c); }
};

constexpr Kind international_kind(char32_t c) {
  if (is_space(c)) return Kind::space;
  if (unicode::has(c, unicode::punctuation)) return Kind::point;
  if (unicode::has(c, unicode::symbol)) return Kind::alone;
  return unicode::has(c, unicode::number) ? Kind::number : Kind::word;
}

// mteval-v14.pl --international-tokenization; its line is not padded, so a number's point at the very end stays.
using InternationalRules = CodePointRules<international_kind, false>;

constexpr Kind no_punctuation_kind(char32_t c) {
  return unicode::has(c, unicode::space | unicode::punctuation | unicode::symbol) ? Kind::space : Kind::word;
}

using NoPunctuationRules = CodePointRules<no_punctuation_kind, true>;

constexpr Kind rouge_unicode_kind(char32_t c) {
  if (unicode::has(c, unicode::single)) return Kind::base;
  if (c == 0x200C || c == 0x200D) return Kind::joiner;
  return unicode::has(c, unicode::letter | unicode::number) ? Kind::word : Kind::space;
}

using RougeUnicodeRules = CodePointRules<rouge_unicode_kind, true>;

// The characters sacreBLEU's zh separates. Two of its ranges are written with five digits behind \u, which makes them
// strings of two characters; compared as strings they span U+2001 to U+2A6D and U+2F81 to U+2FA1, dashes and
// quotation marks included, and no ideograph beyond U+FFFF.
inline constexpr Range kChinese[] = {
    {0x4E00, 0x9FBB}, {0x2001, 0x2A6D}, {0x2E80, 0x2FDF}, {0x2FF0, 0x303F}, {0x3100, 0x312F},
    {0x31A0, 0x31EF}, {0x3200, 0x4DB5}, {0xF900, 0xFA2D}, {0xFA30, 0xFA6A}, {0xFA70, 0xFAD9},
    {0xFE10, 0xFE1F}, {0xFE30, 0xFE4F}, {0xFF00, 0xFFEF},
};

struct ChineseRules {
  static constexpr Kinds kKinds = with_all_wide(kWesternKinds);
  static constexpr bool kPadded = false;
  static constexpr Kind wide(char32_t c) {
    if (is_space(c)) return Kind::space;
    return within(c, kChinese) ? Kind::alone : Kind::word;
  }
};

// Tercom's normalisation as sacreBLEU has it. Its rules for kana ask for a line that starts with kana, but the line
// starts with a space.
inline constexpr Range kTercomAsian[] = {
    {0x4E00, 0x9FFF}, {0x2E80, 0x2EFF}, {0x31C0, 0x31EF}, {0x3200, 0x4DBF}, {0xF900, 0xFAFF}, {0xFE30, 0xFE4F},
};
inline constexpr Range kTercomAsianMarks[] = {
    {0x3001, 0x3002}, {0x3008, 0x3011}, {0x3014, 0x301F}, {0x30FB, 0x30FB}, {0xFF01, 0xFF02}, {0xFF08, 0xFF09},
    {0xFF0C, 0xFF0C}, {0xFF0E, 0xFF0E}, {0xFF1A, 0xFF1B}, {0xFF1F, 0xFF1F}, {0xFF61, 0xFF65},
};
inline constexpr std::string_view kTercomMarks = ".,?:;!\"()";

struct TercomRules : SplitRules {
  static constexpr Kinds kKinds = with(kWesternKinds, "'", Kind::apostrophe);
};

// tercom 0.8 itself is written in Java, whose \s is ASCII only.
struct JavaSplitRules {
  static constexpr Kinds kKinds = with(Kinds{}, "\t\n\v\f\r ", Kind::space);
  static constexpr bool kPadded = true;
  static constexpr Kind wide(char32_t) { return Kind::word; }
};

struct JavaTercomRules : JavaSplitRules {
  static constexpr Kinds kKinds =
      with(with(with(with(JavaSplitRules::kKinds, kSymbols, Kind::alone), ".,", Kind::point), "-", Kind::hyphen), "'",
           Kind::apostrophe);
};

struct TercomAsianRules {
  static constexpr Kinds kKinds = with_all_wide(TercomRules::kKinds);
  static constexpr bool kPadded = true;
  static constexpr Kind wide(char32_t c) {
    if (is_space(c)) return Kind::space;
    return within(c, kTercomAsian) || within(c, kTercomAsianMarks) ? Kind::alone : Kind::word;
  }
};

// Runs of lower-case ASCII letters and digits.
struct RougeRules {
  static constexpr Kinds kKinds = [] {
    Kinds kinds;
    kinds.fill(Kind::space);
    return with(kinds, "abcdefghijklmnopqrstuvwxyz0123456789", Kind::word);
  }();
  static constexpr bool kPadded = true;
  static constexpr Kind wide(char32_t) { return Kind::space; }
};

}  // namespace steelyard
