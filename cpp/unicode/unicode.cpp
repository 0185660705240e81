#include "unicode/unicode.hpp"

namespace steelyard {

namespace {

constexpr char32_t kCapitalIWithDot = U'\u0130', kCombiningDot = U'\u0307';
constexpr char32_t kCapitalSigma = U'\u03A3', kSigma = U'\u03C3', kFinalSigma = U'\u03C2';

char lower_ascii(char c) { return static_cast<char>(c + (c >= 'A' && c <= 'Z') * ('a' - 'A')); }

bool all_ascii(std::string_view text) {
  unsigned char seen = 0;
  for (const char c : text) seen |= static_cast<unsigned char>(c);
  return seen < 0x80;
}

bool cased_before(std::string_view text) {
  while (!text.empty()) {
    const char32_t c = take_last_code_point(text);
    if (!unicode::has(c, unicode::ignorable)) return unicode::has(c, unicode::cased);
  }
  return false;
}

bool cased_after(const char* at, const char* end) {
  while (at < end) {
    const char32_t c = next_code_point(at, end);
    if (!unicode::has(c, unicode::ignorable)) return unicode::has(c, unicode::cased);
  }
  return false;
}

}  // namespace

std::string_view fold_case(std::string_view text, std::string& buffer) {
  if (all_ascii(text)) {
    buffer.resize(text.size());
    std::transform(text.begin(), text.end(), buffer.begin(), lower_ascii);
    return buffer;
  }
  buffer.resize(text.size() + text.size() / 2);  // no lower case is longer than one and a half times its capital
  char* to = buffer.data();
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end;) {
    const char* const first = at;
    const char32_t c = next_code_point(at, end);
    if (c == kCapitalSigma) {
      const std::string_view before = text.substr(0, static_cast<std::size_t>(first - text.data()));
      to = write_code_point(cased_before(before) && !cased_after(at, end) ? kFinalSigma : kSigma, to);
    } else if (c == kCapitalIWithDot) {
      to = write_code_point(kCombiningDot, write_code_point(U'i', to));
    } else {
      to = write_code_point(c + static_cast<char32_t>(unicode::record_of(c).to_lower), to);
    }
  }
  buffer.resize(static_cast<std::size_t>(to - buffer.data()));
  return buffer;
}

}  // namespace steelyard
