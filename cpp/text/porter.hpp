// Porter's suffix stripping ("An algorithm for suffix stripping", Program 14(3), 1980) in the dialects that tools use.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard {

// One per thread, for it owns the letters of the last word.
//
// porter       the algorithm of 1980 as Snowball publishes it under that name: of doubled letters only b, d, f, g, m,
//              n, p, r, t are made single in step 1b; a word that would vanish ("s") is left alone
// rouge-1.5.5  the stemmer of ROUGE-1.5.5.pl under -m: words of up to 3 letters are left alone; any doubled consonant
//              but l, s, z is made single; -bli and -logi in step 2 (Porter's later revision); step 4 runs through
//              -ement and the others, then -ment, then -ent or -ion, each on what the one before left
// rouge-score  the stemmer of rouge-score 0.1.2, which is nltk's default for words of more than 3 letters: a list of
//              irregular forms; -ies and -ied of 4 letters keep their e; y becomes i only behind a consonant that is
//              not the first letter; -alli is taken off before the rest of step 2; -fulli; -logi counts its l to the
//              stem; a stem of vowel and consonant is short
//
// Made for words in lower case; every letter but a, e, i, o, u, y is a consonant, capitals, digits and other scripts
// too. Linear in the letters.
class Porter {
 public:
  // Throws std::invalid_argument on an unknown dialect.
  explicit Porter(std::string_view dialect);

  // Stem of a word (valid UTF-8); valid until the next call.
  std::string_view operator()(std::string_view word);

 private:
  enum Dialect : std::uint8_t { original = 1, rouge_155 = 2, rouge_score = 4 };
  struct Rule;

  bool is(unsigned dialects) const { return (dialect_ & dialects) != 0; }
  bool ends(std::u32string_view suffix) const;
  std::size_t before(std::u32string_view suffix) const { return letters_.size() - suffix.size(); }
  void replace(std::u32string_view suffix, std::u32string_view replacement);

  bool is_consonant(std::size_t place) const;
  bool has_vowel(std::size_t size) const;
  bool has_consonant_y() const;
  int measure(std::size_t size) const;
  bool is_short(std::size_t size) const;
  bool is_made_single(std::size_t place) const;

  void strip();
  void plurals();
  void past_and_progressive();
  void restore_end();
  void final_y();
  void double_suffixes();
  void single_suffixes();
  void last_suffixes();
  void final_e_and_l();
  void apply(std::span<const Rule> rules, int measure_above);

  Dialect dialect_;
  std::u32string letters_;
  std::string stem_;
};

std::vector<std::string> porter_dialects();

// Stem of each word by a dialect.
std::vector<std::string> porter_stems(std::span<const std::string> words, std::string_view dialect);

}  // namespace steelyard
