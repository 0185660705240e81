// What the types of a vocabulary become after tokenising: stop words go, words are stemmed, contractions written out.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hashing.hpp"
#include "text/tokens.hpp"

namespace steelyard {

struct WordHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view word) const { return static_cast<std::size_t>(hash_bytes(word)); }
};

// Words and what each becomes; of stop words only the words count.
using WordMap = std::unordered_map<std::string, std::string, WordHash, std::equal_to<>>;

// Replaces each type by a sequence of types: one (stems), none (stop words) or several (contractions).
class Rewriting {
 public:
  // targets[t] are the strings that type t of the vocabulary becomes.
  explicit Rewriting(const std::vector<std::vector<std::string>>& targets);

  // A type that, in lower case, is a stop word goes; one that is in the exceptions becomes what is said there; any
  // other is stemmed by a dialect of Porter's algorithm, or stays for the stemmer "none". Linear in the letters.
  Rewriting(const Vocabulary& types, const WordMap& stop, const WordMap& exceptions, std::string_view stem);

  Tokens apply(const Tokens& tokens) const;

 private:
  std::shared_ptr<Vocabulary> vocabulary_ = std::make_shared<Vocabulary>();
  std::vector<std::int32_t> ids_;
  std::vector<std::int64_t> offsets_{0};
};

}  // namespace steelyard
