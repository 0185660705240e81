// One pass over a text that cuts it into tokens by rules given as a type.
//
// The tools that define these tokens run regular expressions one after the other over the whole line, as in
//   ([^0-9])([.,]) -> \1 SP \2 SP      then      ([.,])([^0-9]) -> SP \1 SP \2
// and split at white space. One pass finds the same tokens. Call . and , points. A match of the first expression ends
// with a point, and one of the second starts with a point, so neither can reach across a character that is no point:
// the fate of a run of points depends only on whether digits stand before and after it. In the first expression a
// match takes two characters. With a digit in front, the run's first point is left over (free), the second becomes the
// end of a match, the third is free again, and so on; with anything else in front the first point is the end of a match
// already. A point that ended a match has spaces on both sides now. So has a free one before another point, by the
// second expression, and a free one before anything but a digit. What remains is the only exception: a free point
// before a digit stays with that digit, and if it is the first of its run also with the digit in front.
// At the ends of a line without padding neither expression finds a neighbour to match: the same as a digit there.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "unicode/unicode.hpp"

namespace steelyard {

enum class Kind : std::uint8_t {
  word,        // part of a token, nothing to do
  space,       // separates and is dropped
  alone,       // a token by itself
  base,        // a token by itself, with the marks that follow it
  joiner,      // part of a token between two letters, else as a space
  point,       // a token by itself unless it belongs to a number, see above
  hyphen,      // a token by itself behind a digit
  apostrophe,  // starts a token if it begins a possessive 's
  wide,        // first byte of a code point whose kind the rules must say
  number,      // part of a token that points hold to be a digit
};

using Kinds = std::array<Kind, 256>;

// Writes words as they are found.
struct Words {
  std::string_view* to;

  void word(const char* first, const char* last) {
    *to = {first, static_cast<std::size_t>(last - first)};
    to += first < last;  // no branch: the ends of words are hard to predict
  }
};

// Rules have: static constexpr Kinds kKinds, by byte; static constexpr bool kPadded, whether the line counts as
// enclosed in spaces; static Kind wide(char32_t), the kind of a code point beyond ASCII.
template <class Rules, class Writer>
class Scanner {
 public:
  // There must be room for as many tokens as the text has bytes, and one more.
  Scanner(std::string_view text, std::string_view* tokens)
      : begin_(text.data()), end_(begin_ + text.size()), word_(begin_), writer_{tokens} {}

  // Writes the tokens and returns the position behind the last. Linear in the bytes.
  std::string_view* run() {
    const char* block = begin_;
    for (; end_ - block >= 64; block += 64) visit(block, events_of_64(block));
    std::uint64_t events = 0;
    for (const char* at = block; at < end_; ++at) events |= event(*at) << (at - block);
    visit(block, events);
    writer_.word(word_, end_);
    return writer_.to;
  }

 private:
  static Kind kind_of(char byte) { return Rules::kKinds[static_cast<unsigned char>(byte)]; }
  static std::uint64_t event(char byte) { return kind_of(byte) != Kind::word; }

  // Bit i tells that byte i is not simply part of a word. Words are then found by their ends, without a hard to predict
  // branch per word.
  static std::uint64_t events_of_64(const char* block) {
    std::uint64_t events = 0;
    for (unsigned i = 0; i < 64; i += 8) {
      std::uint64_t eight = 0;
      for (unsigned j = 0; j < 8; ++j) eight |= event(block[i + j]) << j;
      events |= eight << i;
    }
    return events;
  }

  void visit(const char* block, std::uint64_t events) {
    for (; events != 0; events &= events - 1) {
      const char* const at = block + std::countr_zero(events);
      const Kind kind = kind_of(*at);
      if (kind == Kind::space) {
        cut(at, at + 1);
      } else if (kind == Kind::wide) {
        const char* next = at;
        const char32_t c = next_code_point(next, end_);
        handle(Rules::wide(c), at, next);
      } else {
        handle(kind, at, at + 1);
      }
    }
  }

  void handle(Kind kind, const char* at, const char* next) {
    switch (kind) {
      case Kind::space:
        return cut(at, next);
      case Kind::alone:
        return isolate(at, next);
      case Kind::base:
        return isolate(at, behind_marks(next));
      case Kind::joiner:
        if (!(at > word_ && letter_at(next))) cut(at, next);
        return;
      case Kind::point:
        return point(at, next);
      case Kind::hyphen:
        if (at > begin_ && is_digit(at[-1])) isolate(at, next);
        return;
      case Kind::apostrophe:
        if (begins_possessive(at)) cut(at, at);
        return;
      case Kind::number:
        number_end_ = next;
        return;
      case Kind::word:
      case Kind::wide:
        return;
    }
  }

  // Ends the current word and starts the next.
  void cut(const char* last, const char* next) {
    writer_.word(word_, last);
    word_ = next;
  }

  void isolate(const char* at, const char* next) {
    cut(at, at);
    cut(next, next);
  }

  const char* behind_marks(const char* at) const {
    for (const char* next = at; next < end_; at = next) {
      if (!unicode::has(next_code_point(next, end_), unicode::mark)) break;
    }
    return at;
  }

  bool letter_at(const char* at) const { return at < end_ && unicode::has(next_code_point(at, end_), unicode::letter); }

  void point(const char* at, const char* next) {
    free_ = at == points_end_ ? !free_ : number_before(at);
    points_end_ = next;
    if (!(free_ && number_after(next))) isolate(at, next);
  }

  bool number_before(const char* at) const {
    if (at == begin_) return !Rules::kPadded;
    return is_digit(at[-1]) || at == number_end_;
  }

  bool number_after(const char* next) const {
    if (next == end_) return !Rules::kPadded;
    if (is_ascii(*next)) return is_digit(*next);
    return Rules::wide(next_code_point(next, end_)) == Kind::number;
  }

  // Tercom looks for 's before a space (when the line ends, it is one) after symbols have got theirs.
  bool begins_possessive(const char* at) const {
    if (end_ - at < 2 || at[1] != 's') return false;
    return end_ - at == 2 || at[2] == ' ' || kind_of(at[2]) == Kind::alone;
  }

  const char* begin_;
  const char* end_;
  const char* word_;                  // start of the current word
  const char* points_end_ = nullptr;  // end of the last run of points
  const char* number_end_ = nullptr;  // end of the last wide number
  bool free_ = false;                 // of the last point: see the top of the file
  Writer writer_;
};

template <class Rules, class Writer = Words>
std::string_view* scan(std::string_view text, std::string_view* tokens) {
  return Scanner<Rules, Writer>(text, tokens).run();
}

}  // namespace steelyard
