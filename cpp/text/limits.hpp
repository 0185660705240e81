// Texts cut short after a number of words or bytes.
#pragma once

#include <cstdint>
#include <vector>

#include "corpus/texts.hpp"

namespace steelyard {

// What may be left of a text; 0 is no limit. A limit of bytes in a line ends the text with the first line that has
// them.
struct Limits {
  std::int64_t words = 0, bytes = 0, line_bytes = 0;
};

// Where each text ends. As ROUGE-1.5.5 reads a text, line by line: words are what stands between ASCII white space;
// line feeds are no bytes of the text; the last word may be cut by a limit of bytes. Unlike there, a code point is kept
// whole or left out, which for tokens of ASCII letters and digits makes no difference. Linear in the bytes.
std::vector<std::int64_t> limited(const TextRows& texts, Limits limits);

}  // namespace steelyard
