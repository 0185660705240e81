// Tokens: the texts of a chunk as ids in rows, and the operations that make and change them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/texts.hpp"
#include "text/ids.hpp"
#include "text/vocabulary.hpp"

namespace steelyard {

// Ids of the artificial tokens at the ends of a sentence; they are no types of any vocabulary.
inline constexpr std::int32_t kBegin = -1;
inline constexpr std::int32_t kEnd = -2;

struct Tokens {
  std::vector<std::int32_t> ids;
  std::vector<std::int64_t> offsets{0};
  std::vector<std::uint8_t> present;             // 0 where the text was blank: no such reference
  std::shared_ptr<const Vocabulary> vocabulary;  // null for code points

  std::size_t size() const { return offsets.size() - 1; }
  Ids operator[](std::size_t i) const {
    return Ids(ids).subspan(static_cast<std::size_t>(offsets[i]),
                            static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
  }
};

// Tokens of every text, interned into the vocabulary. Linear in the bytes.
Tokens tokenise(const TextRows& texts, std::string_view tokeniser, bool fold, std::shared_ptr<Vocabulary> vocabulary);

// Rows of tokens that are cut already, interned into the vocabulary; a row without any is that of a blank text.
Tokens interned(const std::vector<std::vector<std::string>>& rows, std::shared_ptr<Vocabulary> vocabulary);

// Code points of every text as ids, white space left out unless kept. Linear in the bytes.
Tokens code_points(const TextRows& texts, bool fold, bool keep_space);

// The vocabulary; throws std::invalid_argument for code points, which have none.
const Vocabulary& vocabulary_of(const Tokens& tokens);

// The same rows with the ids that the types have in the vocabulary of others; a type that it lacks becomes kForeign.
// Linear in the tokens and types.
inline constexpr std::int32_t kForeign = -3;
Tokens recoded(const Tokens& tokens, const Tokens& others);

// Encloses every row in boundary tokens.
Tokens enclosed(const Tokens& tokens, bool begin, bool end);

// The given rows, in the order given, any of them any number of times. Linear in the tokens made; throws
// std::out_of_range for a row that is not there.
Tokens taken(const Tokens& tokens, std::span<const std::int64_t> rows);

// Number of tokens in a row, boundaries not counted.
inline std::int32_t length_of(Ids row) {
  return static_cast<std::int32_t>(row.size()) - (!row.empty() && row.front() == kBegin) -
         (!row.empty() && row.back() == kEnd);
}

// That of every row.
std::vector<std::int32_t> lengths(const Tokens& tokens);

// Throws std::invalid_argument unless there are as many rows of both.
void check_same_size(const Tokens& hypotheses, const Tokens& references);

}  // namespace steelyard
