#include "text/tokens.hpp"

#include <stdexcept>
#include <unordered_map>

#include "text/tokenise.hpp"
#include "unicode/unicode.hpp"

namespace steelyard {

namespace {

Tokens rows_for(std::size_t count) {
  Tokens out;
  out.offsets.reserve(count + 1);
  out.present.reserve(count);
  return out;
}

void close_row(Tokens& out, bool present) {
  out.offsets.push_back(static_cast<std::int64_t>(out.ids.size()));
  out.present.push_back(present);
}

}  // namespace

Tokens tokenise(const TextRows& texts, std::string_view tokeniser, bool fold, std::shared_ptr<Vocabulary> vocabulary) {
  Tokeniser split(tokeniser, fold);
  Tokens out = rows_for(texts.size());
  out.ids.reserve(texts.data.size() / 5);
  // From first to last, 8 bytes of the texts can be read.
  const char* const first = texts.data.data();
  const char* const last = first + texts.data.size() - std::min<std::size_t>(texts.data.size(), 8);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string_view text = texts[i];
    for (const std::string_view token : split(text)) {
      const bool roomy = !token.empty() && token.data() >= first && token.data() <= last;
      out.ids.push_back(roomy ? vocabulary->intern_in_place(token) : vocabulary->intern(token));
    }
    close_row(out, !is_blank(text));
  }
  out.vocabulary = std::move(vocabulary);
  return out;
}

Tokens interned(const std::vector<std::vector<std::string>>& rows, std::shared_ptr<Vocabulary> vocabulary) {
  Tokens out = rows_for(rows.size());
  for (const std::vector<std::string>& row : rows) {
    for (const std::string& token : row) out.ids.push_back(vocabulary->intern(token));
    close_row(out, !row.empty());
  }
  out.vocabulary = std::move(vocabulary);
  return out;
}

Tokens code_points(const TextRows& texts, bool fold, bool keep_space) {
  Tokens out = rows_for(texts.size());
  std::string folded;
  std::vector<std::int32_t> row;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::string_view text = texts[i];
    const bool present = !is_blank(text);
    if (fold) text = fold_case(text, folded);
    row.resize(text.size());
    const char* at = text.data();
    const char* const end = at + text.size();
    std::size_t count = 0;
    while (at < end) {
      const char32_t c = next_code_point(at, end);
      row[count] = static_cast<std::int32_t>(c);
      count += keep_space || !is_space(c);
    }
    out.ids.insert(out.ids.end(), row.begin(), row.begin() + static_cast<std::ptrdiff_t>(count));
    close_row(out, present);
  }
  return out;
}

const Vocabulary& vocabulary_of(const Tokens& tokens) {
  if (!tokens.vocabulary) throw std::invalid_argument("code points have no vocabulary");
  return *tokens.vocabulary;
}

Tokens recoded(const Tokens& tokens, const Tokens& others) {
  const Vocabulary &vocabulary = vocabulary_of(others), &types = vocabulary_of(tokens);
  std::unordered_map<std::string_view, std::int32_t> known;
  for (std::size_t t = 0; t < vocabulary.size(); ++t) known.emplace(vocabulary[t], static_cast<std::int32_t>(t));
  std::vector<std::int32_t> becomes(types.size(), kForeign);
  for (std::size_t t = 0; t < becomes.size(); ++t) {
    if (const auto found = known.find(types[t]); found != known.end()) becomes[t] = found->second;
  }
  Tokens out = tokens;
  for (std::int32_t& id : out.ids) {
    if (id >= 0) id = becomes[static_cast<std::size_t>(id)];
  }
  return out;
}

Tokens enclosed(const Tokens& tokens, bool begin, bool end) {
  Tokens out = rows_for(tokens.size());
  out.ids.reserve(tokens.ids.size() + 2 * tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Ids row = tokens[i];
    if (begin) out.ids.push_back(kBegin);
    out.ids.insert(out.ids.end(), row.begin(), row.end());
    if (end) out.ids.push_back(kEnd);
    close_row(out, tokens.present[i]);
  }
  out.vocabulary = tokens.vocabulary;
  return out;
}

Tokens taken(const Tokens& tokens, std::span<const std::int64_t> rows) {
  Tokens out = rows_for(rows.size());
  std::size_t length = 0;
  for (const std::int64_t row : rows) {
    if (row < 0 || static_cast<std::size_t>(row) >= tokens.size()) throw std::out_of_range("no such row");
    length += tokens[static_cast<std::size_t>(row)].size();
  }
  out.ids.reserve(length);
  for (const std::int64_t row : rows) {
    const auto i = static_cast<std::size_t>(row);
    out.ids.insert(out.ids.end(), tokens[i].begin(), tokens[i].end());
    close_row(out, tokens.present[i]);
  }
  out.vocabulary = tokens.vocabulary;
  return out;
}

std::vector<std::int32_t> lengths(const Tokens& tokens) {
  std::vector<std::int32_t> out(tokens.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = length_of(tokens[i]);
  return out;
}

void check_same_size(const Tokens& hypotheses, const Tokens& references) {
  if (hypotheses.size() != references.size()) {
    throw std::invalid_argument("hypotheses and references differ in number");
  }
}

}  // namespace steelyard
