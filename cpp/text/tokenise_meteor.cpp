#include "text/tokenise_meteor.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "unicode/unicode.hpp"

namespace steelyard {

namespace {

using Line = std::u32string;
using Part = std::u32string_view;

// Stands for a dot of a run of dots, which no rule may touch any more; no code point is as high.
constexpr char32_t kRunDot = 0x110000;

// Abbreviations that keep their dot before any word.
constexpr std::string_view kAbbreviations[] = {
    "A",    "Adj",   "Adm", "Adv",  "Asst", "B",      "Bart", "Bldg", "Brig", "Bros", "C",   "Capt", "Cmdr",
    "Col",  "Comdr", "Con", "Corp", "Cpl",  "D",      "DR",   "Dr",   "Drs",  "E",    "Ens", "F",    "G",
    "Gen",  "Gov",   "H",   "Hon",  "Hosp", "Hr",     "I",    "Insp", "J",    "K",    "L",   "Lt",   "M",
    "MM",   "MR",    "MRS", "MS",   "Maj",  "Messrs", "Mlle", "Mme",  "Mr",   "Mrs",  "Ms",  "Msgr", "N",
    "Nos",  "Nr",    "O",   "Op",   "Ord",  "P",      "Pfc",  "Ph",   "Prof", "Pvt",  "Q",   "R",    "Rep",
    "Reps", "Res",   "Rev", "Rt",   "S",    "Sen",    "Sens", "Sfc",  "Sgt",  "Sr",   "St",  "Supt", "Surg",
    "T",    "U",     "V",   "W",    "X",    "Y",      "Z",    "rev",  "v",    "vs",
};
static_assert(std::ranges::is_sorted(kAbbreviations));

// Those that keep it before a number only.
constexpr std::string_view kBeforeNumbers[] = {"Art", "No", "pp"};

constexpr bool is_number(char32_t c) { return c >= '0' && c <= '9'; }

constexpr bool is_lower(char32_t c) { return c >= 'a' && c <= 'z'; }

constexpr bool is_letter(char32_t c) {
  if (c < 0x80) return is_lower(c | 0x20);
  return (c >= 0xC0 && c <= 0x17E && c != 0xD7 && c != 0xF7) || (c >= 0x400 && c <= 0x527) ||
         (c >= 0x1D00 && c <= 0x1D7F) || (c >= 0xA640 && c <= 0xA66E) || (c >= 0xA67E && c <= 0xA697);
}

constexpr bool is_word(char32_t c) { return is_letter(c) || is_number(c); }

constexpr bool is_ascii_space(char32_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// What the words of a line are split at. A vertical tab is white space to the first rule, but separates nothing.
constexpr bool separates(char32_t c) { return is_ascii_space(c) && c != '\v'; }

constexpr bool is_apostrophe(char32_t c) { return c == '\'' || c == '`' || c == 0x2018 || c == 0x2019; }

constexpr bool stays_in_place(char32_t c) {
  return is_word(c) || is_ascii_space(c) || is_apostrophe(c) || c == '.' || c == ',' || c == '-';
}

// White space that is a word for a while and vanishes in the end.
constexpr bool vanishes(char32_t c) {
  return c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000;
}

void set_apart(Line& to, char32_t c) { to.append({U' ', c, U' '}); }

// The text between spaces with everything set apart that is neither word nor one of the marks with rules of its own.
Line opened(std::string_view text) {
  Line line(1, U' ');
  line.reserve(text.size() + text.size() / 4 + 2);
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end;) {
    const char32_t c = next_code_point(at, end);
    if (stays_in_place(c)) {
      line += c;
    } else {
      set_apart(line, c);
    }
  }
  return line += U' ';
}

class Rules {
 public:
  explicit Rules(Line line) : line_(std::move(line)) {}

  // Two and more dots in a row become a word.
  void set_runs_of_dots_apart() {
    if (line_.find(U"..") == Line::npos) return;
    rewrite([&](std::size_t at) {
      const std::size_t end = std::min(line_.find_first_not_of(U'.', at), line_.size());
      if (end - at < 2) return std::size_t{0};
      made_ += U' ';
      made_.append(end - at, kRunDot);
      made_ += U' ';
      return end - at;
    });
  }

  // (left)mark(right) becomes (left)by(right), from left to right; a match takes its neighbours with it.
  template <class Left, class Right>
  void between(Left left, char32_t mark, Right right, Part by) {
    made_.clear();
    std::size_t written = 0, free = 0;
    for (std::size_t at = line_.find(mark, 1); at < line_.size() - 1; at = line_.find(mark, at + 1)) {
      if (at - 1 < free || !left(line_[at - 1]) || !right(line_[at + 1])) continue;
      made_.append(line_, written, at - written);
      made_ += by;
      written = at + 1;
      free = at + 2;
    }
    if (written == 0) return;
    made_.append(line_, written);
    std::swap(line_, made_);
  }

  void unify_quotation_marks() {
    for (char32_t& c : line_) {
      if (is_apostrophe(c)) c = U'\'';
    }
    if (line_.find(U"''") == Line::npos && line_.find_first_of(U"\u201C\u201D") == Line::npos) return;
    rewrite([&](std::size_t at) {
      const bool two = line_.compare(at, 2, U"''") == 0;
      if (!two && line_[at] != 0x201C && line_[at] != 0x201D) return std::size_t{0};
      set_apart(made_, U'"');
      return std::size_t{1} + two;
    });
  }

  void unify_dashes() {
    std::ranges::replace(line_, char32_t{0x2013}, U'-');
    if (line_.find(U"--") == Line::npos) return;
    rewrite([&](std::size_t at) {
      if (line_.compare(at, 2, U"--") != 0) return std::size_t{0};
      made_ += U'-';
      return std::size_t{2};
    });
  }

  const Line& line() const { return line_; }

 private:
  // Asks at each place what is taken there; the rule has then written what stands for it.
  template <class Rule>
  void rewrite(Rule rule) {
    made_.clear();
    for (std::size_t at = 0; at < line_.size();) {
      const std::size_t taken = rule(at);
      if (taken == 0) made_ += line_[at];
      at += std::max<std::size_t>(taken, 1);
    }
    std::swap(line_, made_);
  }

  Line line_, made_;
};

std::vector<Part> words_of(Part line) {
  std::vector<Part> words;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t first = at;
    while (at < line.size() && !separates(line[at])) ++at;
    if (at > first) words.push_back(line.substr(first, at - first));
    ++at;
  }
  return words;
}

bool is_among(Part word, auto& list) {
  char bytes[8];
  if (word.size() > std::size(bytes) || std::ranges::any_of(word, [](char32_t c) { return c >= 0x80; })) return false;
  std::ranges::transform(word, bytes, [](char32_t c) { return static_cast<char>(c); });
  return std::ranges::binary_search(list, std::string_view(bytes, word.size()));
}

// Writes a word that ends with a dot: the dot stays, comes off, or all dots of the word go.
void write_dotted(Part word, char32_t next, Line& to) {
  const Part stem = word.substr(0, word.size() - 1);
  if (stem.find(U'.') != Part::npos && std::ranges::any_of(stem, is_letter)) {
    std::ranges::copy_if(word, std::back_inserter(to), [](char32_t c) { return c != U'.'; });
  } else if (is_lower(next) || is_among(stem, kAbbreviations) || (is_number(next) && is_among(stem, kBeforeNumbers))) {
    to += word;
  } else {
    to += stem;
    to += U" .";
  }
}

Line with_dots_resolved(const std::vector<Part>& words) {
  Line line;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].size() > 1 && words[i].back() == U'.') {
      write_dotted(words[i], i + 1 < words.size() ? words[i + 1].front() : U'\0', line);
    } else {
      line += words[i];
    }
    line += U' ';
  }
  return line;
}

// Without control characters and spaces at its ends, as UTF-8.
std::string written(Part line) {
  while (!line.empty() && (line.back() <= U' ' || vanishes(line.back()))) line.remove_suffix(1);
  while (!line.empty() && (line.front() <= U' ' || vanishes(line.front()))) line.remove_prefix(1);
  std::string bytes(4 * line.size(), '\0');
  char* to = bytes.data();
  for (const char32_t c : line) to = write_code_point(vanishes(c) ? U' ' : c == kRunDot ? U'.' : c, to);
  bytes.resize(static_cast<std::size_t>(to - bytes.data()));
  return bytes;
}

}  // namespace

std::string_view normalise_meteor(std::string_view text, std::string& buffer) {
  const auto no = [](auto is) { return [is](char32_t c) { return !is(c); }; };
  Rules rules(opened(text));
  rules.set_runs_of_dots_apart();
  rules.between(no(is_number), U',', no(is_number), U" , ");
  rules.between(is_number, U',', no(is_number), U" , ");
  rules.between(no(is_number), U',', is_number, U" , ");
  rules.unify_quotation_marks();
  rules.unify_dashes();
  rules.between([](char32_t c) { return is_word(c) || c == U'.'; }, U'-', is_word, U" ");
  rules.between(no(is_letter), U'\'', no(is_letter), U" ' ");
  rules.between(no(is_word), U'\'', is_letter, U" ' ");
  rules.between(is_letter, U'\'', no(is_letter), U" ' ");
  rules.between(is_letter, U'\'', is_letter, U" '");
  rules.between(is_number, U'\'', [](char32_t c) { return c == U's'; }, U" '");
  return fold_case(written(with_dots_resolved(words_of(rules.line()))), buffer);
}

}  // namespace steelyard
