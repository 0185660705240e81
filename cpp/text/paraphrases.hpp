// A table of paraphrases: which phrases may stand for which.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/vocabulary.hpp"

namespace steelyard {

// Read from three lines for each pair of phrases: a number, which is not used, the phrase and its paraphrase, words
// with white space between, as METEOR 1.5 has them. Phrases are nodes of a tree of words, so a phrase is held once
// however often it is there. Time linear in the bytes; memory about 12 bytes for each word of the tree and 20 for each
// pair.
class Paraphrases {
 public:
  static constexpr std::int32_t kNone = -1, kRoot = 0;
  // Words of a phrase, and bytes of a line.
  static constexpr std::size_t kMostWords = 32, kMostBytes = std::size_t{1} << 16;

  Paraphrases();

  // Takes the next bytes of the file. Throws std::invalid_argument about what is no such table, with its line.
  void add(std::string_view block);
  // Takes its end; nothing may be added then. Throws as `add`, also for a pair that is there twice.
  void finish();

  // Pairs of phrases.
  std::size_t size() const { return pairs_; }
  // Of each type, its number here, or kNone.
  std::vector<std::int32_t> words_of(const Vocabulary& types) const;
  // The node that a word leads to from a node, or kNone. O(1) expected.
  std::int32_t step(std::int32_t node, std::int32_t word) const;
  // The paraphrases of the phrase that ends in a node, in the order of the file.
  std::span<const std::int32_t> of(std::int32_t node) const {
    const auto n = static_cast<std::size_t>(node);
    return std::span(paraphrases_).subspan(offsets_[n], offsets_[n + 1] - offsets_[n]);
  }
  // Whether a phrase ends in a node.
  bool is_phrase(std::int32_t node) const { return is_phrase_[static_cast<std::size_t>(node)] != 0; }

 private:
  struct Slot {
    std::int32_t parent, word, node;
  };

  void take_line(std::string_view line);
  std::int32_t phrase(std::string_view line);
  std::int32_t grown(std::int32_t node, std::int32_t word);
  std::size_t place_of(std::int32_t node, std::int32_t word) const;
  void enlarge();
  void refuse_twice() const;
  [[noreturn]] void refuse(std::size_t line, const std::string& why) const;

  Vocabulary words_;
  std::vector<Slot> slots_;
  std::vector<std::uint8_t> is_phrase_;  // of each node
  std::vector<std::pair<std::int32_t, std::int32_t>> read_;
  std::vector<std::uint32_t> offsets_;
  std::vector<std::int32_t> paraphrases_;
  std::string rest_;  // of a line whose end has not come
  std::size_t lines_ = 0, pairs_ = 0;
  std::int32_t phrase_ = kNone;
};

}  // namespace steelyard
