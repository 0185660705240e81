#include "text/porter.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "unicode/unicode.hpp"

namespace steelyard {

struct Porter::Rule {
  std::u32string_view suffix, replacement;
  unsigned dialects = original | rouge_155 | rouge_score;
  std::size_t counted = 0;  // letters of the suffix that count to the stem when it is measured
};

namespace {

constexpr bool is_plain_vowel(char32_t c) { return c == U'a' || c == U'e' || c == U'i' || c == U'o' || c == U'u'; }

constexpr std::pair<std::u32string_view, std::u32string_view> kIrregular[] = {
    {U"skies", U"sky"},       {U"dying", U"die"},        {U"lying", U"lie"},       {U"tying", U"tie"},
    {U"news", U"news"},       {U"innings", U"inning"},   {U"inning", U"inning"},   {U"outings", U"outing"},
    {U"outing", U"outing"},   {U"cannings", U"canning"}, {U"canning", U"canning"}, {U"howe", U"howe"},
    {U"proceed", U"proceed"}, {U"exceed", U"exceed"},    {U"succeed", U"succeed"},
};

}  // namespace

Porter::Porter(std::string_view dialect) {
  if (dialect == "porter") {
    dialect_ = original;
  } else if (dialect == "rouge-1.5.5") {
    dialect_ = rouge_155;
  } else if (dialect == "rouge-score") {
    dialect_ = rouge_score;
  } else {
    throw std::invalid_argument("unknown dialect of Porter's stemmer: " + std::string(dialect));
  }
}

std::vector<std::string> porter_dialects() { return {"porter", "rouge-1.5.5", "rouge-score"}; }

std::string_view Porter::operator()(std::string_view word) {
  letters_.clear();
  for (const char* at = word.data(); at < word.data() + word.size();) {
    letters_.push_back(next_code_point(at, word.data() + word.size()));
  }
  const std::size_t shortest = is(original) ? 1 : 4;
  if (letters_.size() < shortest) return word;
  strip();
  if (letters_.empty()) return word;
  stem_.resize(letters_.size() * 4);
  char* to = stem_.data();
  for (const char32_t letter : letters_) to = write_code_point(letter, to);
  return {stem_.data(), static_cast<std::size_t>(to - stem_.data())};
}

void Porter::strip() {
  if (is(rouge_score)) {
    const auto* const found = std::find_if(std::begin(kIrregular), std::end(kIrregular),
                                           [&](const auto& form) { return form.first == letters_; });
    if (found != std::end(kIrregular)) {
      letters_ = found->second;
      return;
    }
  }
  const bool y_is_consonant = is(original) && has_consonant_y();
  plurals();
  past_and_progressive();
  final_y();
  double_suffixes();
  single_suffixes();
  last_suffixes();
  final_e_and_l();
  // Snowball marks a y that is a consonant by a capital, and takes every capital Y back in the end.
  if (y_is_consonant) std::replace(letters_.begin(), letters_.end(), U'Y', U'y');
}

bool Porter::ends(std::u32string_view suffix) const {
  // The last letter tells most suffixes apart.
  return letters_.size() >= suffix.size() && letters_.back() == suffix.back() &&
         std::equal(suffix.rbegin() + 1, suffix.rend(), letters_.rbegin() + 1);
}

void Porter::replace(std::u32string_view suffix, std::u32string_view replacement) {
  letters_.resize(before(suffix));
  letters_ += replacement;
}

// A y is a consonant where it stands first or behind a vowel.
bool Porter::is_consonant(std::size_t place) const {
  std::size_t first = place;
  while (first > 0 && letters_[first] == U'y') --first;
  const bool consonant = !is_plain_vowel(letters_[first]);
  return (place - first) % 2 == 0 ? consonant : !consonant;
}

bool Porter::has_vowel(std::size_t size) const {
  for (std::size_t i = 0; i < size; ++i) {
    if (is_plain_vowel(letters_[i]) || (i > 0 && letters_[i] == U'y')) return true;
  }
  return false;
}

bool Porter::has_consonant_y() const {
  bool vowel = true;  // a y that stands first is a consonant, too
  for (const char32_t letter : letters_) {
    if (letter == U'y' && vowel) return true;
    vowel = letter == U'y' || is_plain_vowel(letter);
  }
  return false;
}

// How often a vowel is followed by a consonant among the first letters.
int Porter::measure(std::size_t size) const {
  int found = 0;
  bool vowel = false;
  for (std::size_t i = 0; i < size; ++i) {
    const bool now = letters_[i] == U'y' ? i > 0 && !vowel : is_plain_vowel(letters_[i]);
    found += vowel && !now;
    vowel = now;
  }
  return found;
}

// The first letters end in consonant, vowel, consonant other than w, x, y.
bool Porter::is_short(std::size_t size) const {
  if (is(rouge_score) && size == 2) return !is_consonant(0) && is_consonant(1);
  if (size < 3) return false;
  const char32_t last = letters_[size - 1];
  // As a mark of Snowball's, capital Y is one of the three.
  if (last == U'w' || last == U'x' || last == U'y' || (is(original) && last == U'Y')) return false;
  return is_consonant(size - 3) && !is_consonant(size - 2) && is_consonant(size - 1);
}

void Porter::plurals() {
  if (letters_.back() != U's') return;
  if (ends(U"sses")) {
    letters_.resize(letters_.size() - 2);
  } else if (ends(U"ies")) {
    letters_.resize(letters_.size() - (is(rouge_score) && letters_.size() == 4 ? 1 : 2));
  } else if (!ends(U"ss")) {
    letters_.pop_back();
  }
}

void Porter::past_and_progressive() {
  if (letters_.empty()) return;
  if (is(rouge_score) && ends(U"ied")) {
    letters_.resize(letters_.size() - (letters_.size() == 4 ? 1 : 2));
  } else if (ends(U"eed")) {
    if (measure(before(U"eed")) > 0) letters_.pop_back();
  } else if (ends(U"ed") && has_vowel(before(U"ed"))) {
    replace(U"ed", U"");
    restore_end();
  } else if (ends(U"ing") && has_vowel(before(U"ing"))) {
    replace(U"ing", U"");
    restore_end();
  }
}

// What is left of -ed and -ing: an e comes back, or a doubled letter becomes single.
void Porter::restore_end() {
  const std::size_t size = letters_.size();
  if (ends(U"at") || ends(U"bl") || ends(U"iz")) {
    letters_.push_back(U'e');
  } else if (size >= 2 && letters_[size - 2] == letters_[size - 1] && is_made_single(size - 1)) {
    letters_.pop_back();
  } else if (measure(size) == 1 && is_short(size)) {
    letters_.push_back(U'e');
  }
}

bool Porter::is_made_single(std::size_t place) const {
  const auto among = [letter = letters_[place]](std::u32string_view letters) {
    return letters.find(letter) != letters.npos;
  };
  if (is(original)) return among(U"bdfgmnprt");
  return is_consonant(place) && !among(is(rouge_155) ? U"lszy" : U"lsz");
}

void Porter::final_y() {
  if (letters_.empty()) return;
  const std::size_t rest = letters_.size() - 1;
  if (letters_[rest] != U'y' && !(is(original) && letters_[rest] == U'Y')) return;
  if (is(rouge_score) ? rest > 1 && is_consonant(rest - 1) : has_vowel(rest)) letters_[rest] = U'i';
}

// The first rule whose suffix is there decides; it acts if the measure of the rest is high enough.
void Porter::apply(std::span<const Rule> rules, int measure_above) {
  for (const Rule& rule : rules) {
    if (!is(rule.dialects) || !ends(rule.suffix)) continue;
    if (measure(before(rule.suffix) + rule.counted) > measure_above) replace(rule.suffix, rule.replacement);
    return;
  }
}

void Porter::double_suffixes() {
  static constexpr Rule rules[] = {
      {U"ational", U"ate"},
      {U"tional", U"tion"},
      {U"enci", U"ence"},
      {U"anci", U"ance"},
      {U"izer", U"ize"},
      {U"alli", U"al"},
      {U"entli", U"ent"},
      {U"eli", U"e"},
      {U"ousli", U"ous"},
      {U"ization", U"ize"},
      {U"ation", U"ate"},
      {U"ator", U"ate"},
      {U"alism", U"al"},
      {U"iveness", U"ive"},
      {U"fulness", U"ful"},
      {U"ousness", U"ous"},
      {U"aliti", U"al"},
      {U"iviti", U"ive"},
      {U"biliti", U"ble"},
      {U"abli", U"able", original},
      {U"bli", U"ble", rouge_155 | rouge_score},
      {U"logi", U"log", rouge_155},
      {U"logi", U"log", rouge_score, 1},
      {U"fulli", U"ful", rouge_score},
  };
  if (is(rouge_score) && ends(U"alli") && measure(before(U"alli")) > 0) replace(U"alli", U"al");
  apply(rules, 0);
}

void Porter::single_suffixes() {
  static constexpr Rule rules[] = {
      {U"icate", U"ic"}, {U"ative", U""}, {U"alize", U"al"}, {U"iciti", U"ic"},
      {U"ical", U"ic"},  {U"ful", U""},   {U"ness", U""},
  };
  apply(rules, 0);
}

void Porter::last_suffixes() {
  static constexpr Rule rules[] = {
      {U"al", U""},
      {U"ance", U""},
      {U"ence", U""},
      {U"er", U""},
      {U"ic", U""},
      {U"able", U""},
      {U"ible", U""},
      {U"ant", U""},
      {U"ement", U""},
      {U"ou", U""},
      {U"ism", U""},
      {U"ate", U""},
      {U"iti", U""},
      {U"ous", U""},
      {U"ive", U""},
      {U"ize", U""},
      {U"ment", U"", original | rouge_score},
      {U"ent", U"", original | rouge_score},
      {U"sion", U"s", original | rouge_score, 1},
      {U"tion", U"t", original | rouge_score, 1},
  };
  static constexpr Rule second[] = {{U"ment", U""}};
  static constexpr Rule third[] = {{U"ent", U""}, {U"sion", U"s", rouge_155, 1}, {U"tion", U"t", rouge_155, 1}};
  apply(rules, 1);
  if (!is(rouge_155)) return;
  apply(second, 1);
  apply(third, 1);
}

void Porter::final_e_and_l() {
  if (ends(U"e")) {
    const std::size_t rest = letters_.size() - 1;
    const int size = measure(rest);
    if (size > 1 || (size == 1 && !is_short(rest))) letters_.pop_back();
  }
  if (ends(U"ll") && measure(letters_.size()) > 1) letters_.pop_back();
}

std::vector<std::string> porter_stems(std::span<const std::string> words, std::string_view dialect) {
  Porter stem(dialect);
  std::vector<std::string> out;
  out.reserve(words.size());
  for (const std::string& word : words) out.emplace_back(stem(word));
  return out;
}

}  // namespace steelyard
