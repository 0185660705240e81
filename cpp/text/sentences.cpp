#include "text/sentences.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "unicode/unicode.hpp"

namespace steelyard {

namespace {

// Each rule returns where the sentence that begins at `from` ends, and where the next begins.
struct Cut {
  std::size_t end, next;
};

Cut whole_text(std::string_view text, std::size_t) { return {text.size(), text.size()}; }

Cut at_line(std::string_view text, std::size_t from) {
  const std::size_t at = text.find('\n', from);
  return at == std::string_view::npos ? whole_text(text, from) : Cut{at, at + 1};
}

bool is_any(char32_t c, std::u32string_view of) { return of.find(c) != std::u32string_view::npos; }

// Punctuation that ends a sentence where white space or the end of the text follows …
bool may_end(char32_t c) { return is_any(c, U".!?…‽؟۔।॥።᙮⸮"); }

// … and that of scripts written without spaces, which ends it in any case.
bool ends(char32_t c) { return is_any(c, U"。！？｡．"); }

bool closes(char32_t c) { return is_any(c, U"\"')]}»”’」』）］】〉》"); }

bool opens(char32_t c) { return is_any(c, U"\"'([{«“‘¿¡「『（［【〈《"); }

constexpr std::array<std::string_view, 36> kTitles = {
    "Mr",  "Mrs", "Ms",  "Dr",  "Prof", "St", "Rev", "Gen", "Col", "Capt", "Lt",  "Sgt",
    "Sen", "Rep", "Gov", "Hon", "Pres", "Mt", "Jan", "Feb", "Mar", "Apr",  "Jun", "Jul",
    "Aug", "Sep", "Oct", "Nov", "Dec",  "vs", "cf",  "No",  "Nr",  "Fig",  "Vol", "Sept"};

// Whether the full stop at `stop` belongs to an initial ("J. Smith"), to letters with stops between them ("e.g.",
// "U.S.") or to an abbreviation that stands before a name or number. "U.S. The" stays uncut: a lost cut is better than
// a false one.
bool abbreviates(std::string_view text, std::size_t from, std::size_t stop) {
  std::size_t first = stop;
  while (first > from && !is_space(static_cast<unsigned char>(text[first - 1])) && is_ascii(text[first - 1]) &&
         !opens(static_cast<unsigned char>(text[first - 1]))) {
    --first;
  }
  const std::string_view word = text.substr(first, stop - first);
  const auto is_letter = [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; };
  if (word.empty() || (first > from && !is_ascii(text[first - 1]))) return false;
  if (word.size() == 1) return is_letter(word[0]) && word[0] != 'I';
  if (word.find('.') != std::string_view::npos) {
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (i % 2 ? word[i] != '.' : !is_letter(word[i])) return false;
    }
    return word.size() % 2 == 1;
  }
  return std::ranges::find(kTitles, word) != kTitles.end();
}

// Whether what follows a possible end, from `at` on, can begin a sentence: not a small letter, after any opening marks.
bool begins(std::string_view text, std::size_t at) {
  const char* position = text.data() + at;
  const char* const end = text.data() + text.size();
  while (position < end) {
    const char32_t c = next_code_point(position, end);
    if (!is_space(c) && !opens(c)) return !(unicode::has(c, unicode::cased) && unicode::record_of(c).to_lower == 0);
  }
  return true;
}

Cut at_punctuation(std::string_view text, std::size_t from) {
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  for (const char* at = begin + from; at < end;) {
    const auto here = static_cast<std::size_t>(at - begin);
    const char32_t c = next_code_point(at, end);
    if (c == '\n') return {here, static_cast<std::size_t>(at - begin)};
    const bool certain = ends(c);
    if (!certain && !may_end(c)) continue;
    const char* after = at;
    for (const char* next = at; next < end; after = next) {
      const char32_t d = next_code_point(next, end);
      if (!may_end(d) && !ends(d) && !closes(d)) break;
    }
    const auto last = static_cast<std::size_t>(after - begin);
    const char* peek = after;
    const bool space = after == end || is_space(next_code_point(peek, end));
    if (certain || (space && begins(text, last) && !(c == '.' && abbreviates(text, from, here)))) return {last, last};
    at = after;
  }
  return whole_text(text, from);
}

struct Rule {
  std::string_view name;
  Cut (*cut)(std::string_view text, std::size_t from);
};

constexpr Rule kRules[] = {{"lines", at_line}, {"rules", at_punctuation}, {"none", whole_text}};

}  // namespace

std::vector<std::string> sentence_rules() {
  std::vector<std::string> names;
  for (const Rule& rule : kRules) names.emplace_back(rule.name);
  return names;
}

SentenceBounds sentences(const TextRows& texts, std::string_view rule) {
  const Rule* const chosen = std::ranges::find(kRules, rule, &Rule::name);
  if (chosen == std::end(kRules)) throw std::invalid_argument("unknown rule for sentences");
  SentenceBounds out;
  out.offsets.reserve(texts.size() + 1);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string_view text = texts[i];
    for (std::size_t from = 0; from < text.size();) {
      const Cut cut = chosen->cut(text, from);
      if (!is_blank(text.substr(from, cut.end - from))) {
        out.starts.push_back(texts.starts[i] + static_cast<std::int64_t>(from));
        out.ends.push_back(texts.starts[i] + static_cast<std::int64_t>(cut.end));
      }
      from = cut.next;
    }
    out.offsets.push_back(static_cast<std::int64_t>(out.starts.size()));
  }
  return out;
}

}  // namespace steelyard
