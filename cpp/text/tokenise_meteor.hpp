// The tokens of METEOR 1.5's option -norm for English.
#pragma once

#include <string>
#include <string_view>

namespace steelyard {

// Returns the text in lower case with one space between tokens, a view of the buffer. The text may lie in the buffer.
//
// METEOR rewrites the line by one expression after the other, each from left to right without overlaps, and so do we:
// what is neither letter, digit, white space nor one of . ' ` , - is set apart; runs of dots are; commas are, but not
// within numbers; quotation marks and dashes are unified; a hyphen between words becomes a space; contractions are cut
// before the apostrophe; and a word's last dot comes off, unless it belongs to an abbreviation or the next word goes on
// in lower case; words with dots inside lose them all (U.S. is us). Letters are Latin and Cyrillic only, so that text
// in other scripts becomes single characters.
// Linear in the length of the text, with about ten passes.
// Source: Denkowski & Lavie (2014), "Meteor Universal"; rules and abbreviations found by comparison with the program.
std::string_view normalise_meteor(std::string_view text, std::string& buffer);

}  // namespace steelyard
