// Sentences of texts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/texts.hpp"

namespace steelyard {

// Sentence s is data[starts[s], ends[s]); text i has the sentences offsets[i] … offsets[i+1]-1.
struct SentenceBounds {
  std::vector<std::int64_t> starts, ends, offsets{0};
};

// none   a text is one sentence
// lines  a line feed ends a sentence
// rules  a line feed, or sentence-final punctuation of any script as far as it looks like the end of a sentence
std::vector<std::string> sentence_rules();

// The sentences of all texts; one of white space only is none. Linear in the bytes.
SentenceBounds sentences(const TextRows& texts, std::string_view rule);

}  // namespace steelyard
