// Texts to tokens, by name.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard {

struct Tokenisation;

// One per thread, for it owns the buffers of the last text.
//
// none           split at white space, as str.split()
// spaces         split as jiwer: at single spaces, and at two or more white-space characters in a row
// each-space     split at every single space, with empty tokens between two in a row
// 13a, intl, zh  as sacreBLEU, which follows mteval-v13a.pl, mteval-v14.pl and a script of Shujian Huang
// char           every code point but white space
// char-space     every code point
// chrf-words     split at white space; one ASCII punctuation mark comes off the end of a word or else off its start
// no-punct       split at white space and at punctuation and symbols (categories P and S), which are dropped
// rouge          lower case; runs of [a-z0-9]
// rouge-unicode  lower case; runs of letters, marks and numbers, with zero-width joiners inside; a letter of a script
//                written without spaces (Han, kana, Thai, Khmer …) is a token, with the marks behind it
// meteor         as METEOR 1.5's -norm for English: lower case; see tokenise_meteor.hpp
// tercom         as sacreBLEU's TER: split at white space; -norm normalises, -nopunct drops marks, -asian makes
//                both of them see Asian characters
// tercom-0.8     as tercom 0.8 itself: at ASCII white space; -norm, -nopunct; a text may start with an empty token
class Tokeniser {
 public:
  // With fold the whole text is first put in lower case. Throws std::invalid_argument on an unknown name.
  Tokeniser(std::string_view name, bool fold);

  // Tokens of one text (valid UTF-8), in order; the views point into the text or the buffers and are valid until the
  // next call. Linear in the bytes.
  std::span<const std::string_view> operator()(std::string_view text);

 private:
  const Tokenisation* method_;
  bool fold_;
  std::string buffer_;
  std::vector<std::string_view> tokens_;
};

std::vector<std::string> tokeniser_names();

}  // namespace steelyard
