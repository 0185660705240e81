#include "text/tokenise.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "text/tokenise_meteor.hpp"
#include "text/tokenise_rules.hpp"
#include "text/tokenise_scan.hpp"
#include "unicode/unicode.hpp"

namespace steelyard {

// How a name tokenises: every step may be absent but the splitting.
struct Tokenisation {
  // Changes the text before it is split; the result is a part of the text or of the buffer.
  using Prepare = std::string_view (*)(std::string_view text, std::string& buffer);
  // Writes the tokens and returns the position behind the last.
  using Split = std::string_view* (*)(std::string_view text, std::string_view* tokens);
  // Whether tokens lose this code point after splitting.
  using Drops = bool (*)(char32_t c);

  std::string_view name;
  Prepare prepare;
  Split split;
  Drops drops = nullptr;
  bool always_folds = false;
  // Whether words are those of Java's String.split: see add_empty_word.
  bool as_java = false;
};

namespace {

// Makes the buffer hold the text, which may be the beginning of the buffer already.
void hold(std::string_view text, std::string& buffer) {
  if (text.data() == buffer.data()) {
    buffer.resize(text.size());
  } else {
    buffer.assign(text);
  }
}

// As str.replace(), for a replacement that is not longer.
void replace(std::string& text, std::string_view from, std::string_view by) {
  std::size_t at = text.find(from);
  if (at == std::string::npos) return;
  char* to = text.data() + at;
  while (at != std::string::npos) {
    to = std::copy(by.begin(), by.end(), to);
    const std::size_t kept = at + from.size();
    at = text.find(from, kept);
    to = std::copy(text.data() + kept, text.data() + std::min(at, text.size()), to);
  }
  text.resize(static_cast<std::size_t>(to - text.data()));
}

// One entity after the other, so that &amp;lt; becomes <.
void unescape(std::string& text) {
  replace(text, "&quot;", "\"");
  replace(text, "&amp;", "&");
  replace(text, "&lt;", "<");
  replace(text, "&gt;", ">");
}

bool contains(std::string_view text, char byte) { return text.find(byte) != std::string_view::npos; }

std::string_view as_is(std::string_view text, std::string&) { return text; }

std::string_view trim_end(std::string_view text, std::string&) { return without_trailing_space(text); }

std::string_view trim(std::string_view text, std::string&) {
  return without_leading_space(without_trailing_space(text));
}

std::string_view prepare_mteval(std::string_view text, std::string& buffer) {
  text = without_trailing_space(text);
  if (!contains(text, '<') && !contains(text, '\n') && !contains(text, '&')) return text;
  hold(text, buffer);
  replace(buffer, "<skipped>", "");
  replace(buffer, "-\n", "");
  unescape(buffer);
  return buffer;
}

std::string_view prepare_tercom(std::string_view text, std::string& buffer) {
  text = without_trailing_space(text);
  if (!contains(text, '\n') && !contains(text, '&')) return text;
  hold(text, buffer);
  replace(buffer, "\n-", "");
  replace(buffer, "\n", " ");
  unescape(buffer);
  return buffer;
}

// As Java's String.trim.
std::string_view trim_java(std::string_view text, std::string&) {
  const auto is_kept = [](char c) { return static_cast<unsigned char>(c) > ' '; };
  const auto first = std::ranges::find_if(text, is_kept);
  const auto last = std::find_if(text.rbegin(), std::make_reverse_iterator(first), is_kept).base();
  return {first, last};
}

// What is not empty does not become so: a space is left of it.
std::string_view prepare_tercom_08(std::string_view text, std::string& buffer) {
  text = trim_java(text, buffer);
  if (!contains(text, '<') && !contains(text, '\n') && !contains(text, '&')) return text;
  buffer = std::string(text);
  replace(buffer, "<skipped>", "");
  replace(buffer, "-\n", "");
  replace(buffer, "\n", " ");
  unescape(buffer);
  if (buffer.empty()) buffer.push_back(' ');
  return buffer;
}

template <bool keep_space>
std::string_view* split_code_points(std::string_view text, std::string_view* tokens) {
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end;) {
    const auto width = std::min(width_of(*at), static_cast<std::size_t>(end - at));
    *tokens = {at, width};
    const Kind kind = kSplitKinds[static_cast<unsigned char>(*at)];
    bool space = kind == Kind::space;
    if (!keep_space && kind == Kind::wide) {
      const char* next = at;
      space = is_space(next_code_point(next, end));
    }
    tokens += keep_space || !space;
    at += width;
  }
  return tokens;
}

std::string_view* split_at_spaces(std::string_view text, std::string_view* tokens) {
  for (std::size_t first = 0; first < text.size();) {
    const std::size_t end = std::min(text.find(' ', first), text.size());
    if (end > first) *tokens++ = text.substr(first, end - first);
    first = end + 1;
  }
  return tokens;
}

// As jiwer: two or more white-space characters in a row separate, and so does a single space, but no other single one.
std::string_view* split_spaces(std::string_view text, std::string_view* tokens) {
  const char* const end = text.data() + text.size();
  const char* word = text.data();
  for (const char* at = word; at < end;) {
    const char* const gap = at;
    std::size_t spaces = 0;
    for (const char* next = at; at < end && is_space(next_code_point(next, end)); at = next) ++spaces;
    if (spaces > 1 || (spaces == 1 && *gap == ' ')) {
      if (gap > word) *tokens++ = {word, static_cast<std::size_t>(gap - word)};
      word = at;
    } else if (spaces == 0) {
      at += std::min(width_of(*at), static_cast<std::size_t>(end - at));
    }
  }
  if (end > word) *tokens++ = {word, static_cast<std::size_t>(end - word)};
  return tokens;
}

// As Python's split(" "): between two spaces in a row is an empty token, and an empty text is one.
std::string_view* split_at_each_space(std::string_view text, std::string_view* tokens) {
  for (std::size_t first = 0; first <= text.size();) {
    const std::size_t end = std::min(text.find(' ', first), text.size());
    *tokens++ = text.substr(first, end - first);
    first = end + 1;
  }
  return tokens;
}

constexpr Kinds kPunctuationKinds = with(with(Kinds{}, kSymbols, Kind::alone), "',-.", Kind::alone);

bool is_ascii_punctuation(char c) { return kPunctuationKinds[static_cast<unsigned char>(c)] == Kind::alone; }

// Words as chrF++ counts them: (hi) gives (hi and ), for only one mark comes off.
struct ChrfWords {
  std::string_view* to;

  void word(const char* first, const char* last) {
    if (first == last) return;
    const std::string_view word(first, static_cast<std::size_t>(last - first));
    std::size_t cut = 0;
    if (word.size() > width_of(word.front())) {
      if (is_ascii_punctuation(word.back())) {
        cut = word.size() - 1;
      } else if (is_ascii_punctuation(word.front())) {
        cut = 1;
      }
    }
    if (cut > 0) *to++ = word.substr(0, cut);
    *to++ = word.substr(cut);
  }
};

constexpr Kinds kTercomMarkKinds = with(Kinds{}, kTercomMarks, Kind::alone);

bool is_tercom_mark(char32_t c) { return c < 0x80 && kTercomMarkKinds[c] == Kind::alone; }

bool is_tercom_asian_mark(char32_t c) { return c < 0x80 ? is_tercom_mark(c) : within(c, kTercomAsianMarks); }

// Takes code points out of the tokens, all of which lie in the buffer, and drops tokens that become empty. Returns the
// position behind the last token left.
std::string_view* drop(Tokenisation::Drops drops, std::string& buffer, std::span<std::string_view> tokens) {
  std::string_view* kept = tokens.data();
  for (const std::string_view token : tokens) {
    char* const first = buffer.data() + (token.data() - buffer.data());
    const char* const end = first + token.size();
    char* to = first;
    for (const char* at = first; at < end;) {
      const char* from = at;
      if (drops(next_code_point(at, end))) continue;
      while (from < at) *to++ = *from++;
    }
    *kept = {first, static_cast<std::size_t>(to - first)};
    kept += first < to;
  }
  return kept;
}

bool drops_all(Tokenisation::Drops drops, std::string_view token) {
  const char* at = token.data();
  for (const char* const end = at + token.size(); at < end;) {
    if (!drops(next_code_point(at, end))) return false;
  }
  return true;
}

// Java's String.split gives one empty word for an empty text, and an empty first word where a text starts with white
// space, as it does when its first word is dropped; but of white space alone it gives no word. `words` is the number
// before any were dropped. Returns the position behind the last word.
std::string_view* add_empty_word(std::size_t words, bool first_dropped, std::string_view* first,
                                 std::string_view* last) {
  const bool any = first < last;
  if (any ? !first_dropped : words > 1) return last;
  std::copy_backward(first, last, last + 1);
  *first = {};
  return last + 1;
}

constexpr Tokenisation kTokenisations[] = {
    {"none", as_is, scan<SplitRules>},
    {"spaces", trim, split_spaces},
    {"each-space", as_is, split_at_each_space},
    {"13a", prepare_mteval, scan<WesternRules>},
    {"intl", trim_end, scan<InternationalRules>},
    {"zh", trim, scan<ChineseRules>},
    {"char", as_is, split_code_points<false>},
    {"char-space", as_is, split_code_points<true>},
    {"chrf-words", as_is, scan<SplitRules, ChrfWords>},
    {"no-punct", as_is, scan<NoPunctuationRules>},
    {"rouge", as_is, scan<RougeRules>, nullptr, true},
    {"rouge-unicode", as_is, scan<RougeUnicodeRules>, nullptr, true},
    {"meteor", normalise_meteor, split_at_spaces},
    {"tercom", as_is, scan<SplitRules>},
    {"tercom-asian", as_is, scan<SplitRules>},
    {"tercom-norm", prepare_tercom, scan<TercomRules>},
    {"tercom-norm-asian", prepare_tercom, scan<TercomAsianRules>},
    {"tercom-nopunct", as_is, scan<SplitRules>, is_tercom_mark},
    {"tercom-nopunct-asian", as_is, scan<SplitRules>, is_tercom_asian_mark},
    {"tercom-norm-nopunct", prepare_tercom, scan<TercomRules>, is_tercom_mark},
    {"tercom-norm-nopunct-asian", prepare_tercom, scan<TercomAsianRules>, is_tercom_asian_mark},
    {"tercom-0.8", trim_java, scan<JavaSplitRules>, nullptr, false, true},
    {"tercom-0.8-norm", prepare_tercom_08, scan<JavaTercomRules>, nullptr, false, true},
    {"tercom-0.8-nopunct", trim_java, scan<JavaSplitRules>, is_tercom_mark, false, true},
    {"tercom-0.8-norm-nopunct", prepare_tercom_08, scan<JavaTercomRules>, is_tercom_mark, false, true},
};

const Tokenisation* find(std::string_view name) {
  const auto found = std::ranges::find(kTokenisations, name, &Tokenisation::name);
  if (found == std::end(kTokenisations)) throw std::invalid_argument("unknown tokeniser: " + std::string(name));
  return found;
}

}  // namespace

Tokeniser::Tokeniser(std::string_view name, bool fold) : method_(find(name)), fold_(fold || method_->always_folds) {}

std::span<const std::string_view> Tokeniser::operator()(std::string_view text) {
  if (fold_) text = fold_case(text, buffer_);
  text = method_->prepare(text, buffer_);
  if (method_->drops != nullptr) {
    hold(text, buffer_);
    text = buffer_;
  }
  if (tokens_.size() <= text.size()) tokens_.resize(text.size() + 1);
  std::string_view* const first = tokens_.data();
  std::string_view* last = method_->split(text, first);
  const auto words = static_cast<std::size_t>(last - first);
  const bool first_dropped = method_->drops != nullptr && words > 0 && drops_all(method_->drops, *first);
  if (method_->drops != nullptr) last = drop(method_->drops, buffer_, {first, last});
  if (method_->as_java && !text.empty()) last = add_empty_word(words, first_dropped, first, last);
  return {first, last};
}

std::vector<std::string> tokeniser_names() {
  std::vector<std::string> names;
  for (const Tokenisation& method : kTokenisations) names.emplace_back(method.name);
  return names;
}

}  // namespace steelyard
