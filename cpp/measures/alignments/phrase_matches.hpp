// Which phrases of two texts are paraphrases of one another.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "stop.hpp"
#include "text/id_table.hpp"
#include "text/ids.hpp"
#include "text/paraphrases.hpp"

namespace steelyard {

// Matches begin at a word of the reference. Those whose phrase of the reference is paraphrased by the hypothesis come
// first: the shorter phrase first, then in the order of the table, then of the hypothesis. Then those whose phrase of
// the hypothesis is paraphrased by the reference: in the order of the hypothesis, then the shorter phrase of it, then
// in the order of the table. They are made when they are asked for: memory is linear in the phrases that occur. Time:
// one look at each entry of the table for a phrase that occurs, and the matches asked for.
class PhraseMatches {
 public:
  PhraseMatches(const Paraphrases& table, Watch& watch) : table_(table), watch_(watch) {}

  // The words as the table numbers them; an unknown word is below 0.
  void find(Ids hypothesis, Ids reference);

  // Matches that begin at a word of the reference; matches that a word of either text is part of.
  std::int64_t count(std::size_t word) const { return counts_[word]; }
  std::int64_t reference_cover(std::size_t word) const { return reference_.cover[word]; }
  std::int64_t hypothesis_cover(std::size_t word) const { return hypothesis_.cover[word]; }

  // Calls visit(hypothesis position, its words, words of the reference) for the matches that begin at a word.
  template <class Visit>
  void visit(std::size_t word, Visit&& visit);

 private:
  using Places = std::vector<std::int32_t>;
  // The phrases of one text, numbered in the order of their first occurrence.
  struct Phrases {
    IdTable<std::int32_t> number;           // of each node: its phrase, from 1
    Places nodes = {}, words = {};          // of each phrase
    std::vector<Places> places = {};        // of each phrase
    std::vector<Places> partners = {};      // of each phrase: its paraphrases in the other text
    Places begun = {};                      // phrases by their first word, the shorter first
    std::vector<std::size_t> offsets = {};  // of the phrases begun at each word
    std::vector<std::int64_t> cover = {};   // of each word
    std::span<const std::int32_t> at(std::size_t word) const {
      return std::span(begun).subspan(offsets[word], offsets[word + 1] - offsets[word]);
    }
    std::int32_t size_of(std::int32_t phrase) const { return words[static_cast<std::size_t>(phrase)]; }
    const Places& places_of(std::int32_t phrase) const { return places[static_cast<std::size_t>(phrase)]; }
    const Places& partners_of(std::int32_t phrase) const { return partners[static_cast<std::size_t>(phrase)]; }
  };

  void find_phrases(Ids text, Phrases& phrases);
  void find_partners(Phrases& phrases, const Phrases& others);
  void add_cover(std::int32_t of_hypothesis, std::int32_t of_reference);
  void find_begins(std::size_t word);

  const Paraphrases& table_;
  Watch& watch_;
  Phrases hypothesis_, reference_;
  std::vector<Places> paraphrased_;   // of each phrase of the reference: those of the hypothesis it paraphrases
  std::vector<std::int64_t> counts_;  // of each word of the reference
  Places begins_;                     // words of the hypothesis at which some phrase is paraphrased at the word
  Places stamps_;                     // of each phrase of the reference: the last word it was seen to begin at
};

template <class Visit>
void PhraseMatches::visit(std::size_t word, Visit&& visit) {
  for (const std::int32_t phrase : reference_.at(word)) {
    for (const std::int32_t partner : reference_.partners_of(phrase)) {
      for (const std::int32_t i : hypothesis_.places_of(partner)) {
        visit(i, hypothesis_.size_of(partner), reference_.size_of(phrase));
      }
    }
  }
  find_begins(word);
  for (const std::int32_t i : begins_) {
    for (const std::int32_t phrase : hypothesis_.at(static_cast<std::size_t>(i))) {
      for (const std::int32_t partner : hypothesis_.partners_of(phrase)) {
        if (stamps_[static_cast<std::size_t>(partner)] != static_cast<std::int32_t>(word)) continue;
        visit(i, hypothesis_.size_of(phrase), reference_.size_of(partner));
      }
    }
  }
}

}  // namespace steelyard
