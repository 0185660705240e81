// Longest common subsequences: their length, and ROUGE's union of them over the sentences of a summary.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stop.hpp"
#include "text/id_table.hpp"
#include "text/ids.hpp"
#include "text/sentence_rows.hpp"

namespace steelyard {

// Length of the longest common subsequence, 64 cells of the table at a time: Allison & Dix (IPL 23, 1986) in the form
// of Hyyrö (2004). O(|a| · |b| / 64), memory O(|a| + |b|).
class Lcs {
 public:
  explicit Lcs(Watch& watch) : watch_(watch) {}

  std::int32_t operator()(Ids a, Ids b);

 private:
  Watch& watch_;
  IdTable<std::uint64_t> places_;
  std::vector<std::uint8_t> carries_;
};

// Which words of a summary may still be counted as a hit: as often as they occur on both sides (ROUGE-1.5.5, `lcs`).
class HitCounts {
 public:
  // The codes of the words of both sides, each below `types`.
  void reset(std::size_t types, Ids hypothesis, Ids reference);
  bool take(std::int32_t code) {
    std::int32_t& left = left_[static_cast<std::size_t>(code)];
    return left > 0 && left-- > 0;
  }

 private:
  std::vector<std::int32_t> left_, reference_;
};

// Codes for the types of a reference, from 1; every other type is 0. Made anew for each pair of texts.
class ReferenceCodes {
 public:
  void reset(Ids reference);
  std::size_t types() const { return types_; }  // codes in use, 0 included
  void write(Ids ids, std::vector<std::int32_t>& codes) const;

 private:
  IdTable<std::int32_t> codes_;
  std::size_t types_ = 1;
};

// A pair of summaries as codes, for kernels that count hits. The words that may be counted are those of the sentences
// unless a limit cut them off.
class CodedSummaries {
 public:
  void reset(const SentenceRows& hypothesis, const SentenceRows& reference, Ids counted_hypothesis,
             Ids counted_reference);
  std::size_t types() const { return codes_of_.types(); }
  Ids hypothesis() const { return hypothesis_; }
  Ids reference() const { return reference_; }
  // Counts a word of the reference as a hit, if it may still be counted.
  bool take(std::int32_t code) { return left_.take(code); }

 private:
  ReferenceCodes codes_of_;
  HitCounts left_;
  std::vector<std::int32_t> hypothesis_, reference_, counted_hypothesis_, counted_reference_;
};

// Summary-level LCS (Lin 2004 §3.2) as ROUGE-1.5.5 and rouge-score count it. A word of a reference sentence is a hit if
// it lies on the longest common subsequence with any hypothesis sentence; a word is counted at most as often as it
// occurs in either text. Which of several longest subsequences is taken matters for the union: read backwards, a match
// is always taken, and otherwise a word of the reference is given up before one of the hypothesis, as both tools do.
//
// Short sentences of the reference share one machine word, with an empty bit between them that stops the carry.
// O(tokens of the hypothesis · (tokens of the reference / 64 + sentences of the reference)), memory beside the texts
// (|h| + types of the reference)·|r|/8 bytes for the longest sentences h and r; throws TableTooLarge.
class UnionLcs {
 public:
  explicit UnionLcs(Watch& watch) : watch_(watch) {}

  // Without `clip` every hit counts, however often the word occurs in the hypothesis.
  std::int32_t operator()(const SentenceRows& hypothesis, const SentenceRows& reference, Ids counted_hypothesis,
                          Ids counted_reference, bool clip);

 private:
  struct Sentence {
    std::size_t start;        // in the codes of the reference
    std::size_t bit, length;  // where it lies in the group's bits
  };

  std::size_t pack(const SentenceRows& reference, std::size_t first);
  template <bool one_word>
  void mark(const SentenceRows& hypothesis);
  template <bool one_word>
  void step(const std::uint64_t* matches, const std::uint64_t* before, std::uint64_t* after) const;
  template <bool one_word>
  void trace(const Sentence& sentence, const std::int32_t* codes, std::size_t length);

  Watch& watch_;
  CodedSummaries codes_;
  std::size_t longest_ = 0;  // tokens of the longest sentence of the hypothesis
  std::vector<Sentence> group_;
  std::size_t words_ = 0;               // machine words of the group
  std::vector<std::uint64_t> full_;     // bits of the group that stand for a token
  std::vector<std::uint64_t> matches_;  // code × word: places of the type in the group
  std::vector<std::uint64_t> rows_;     // token of the hypothesis × word: 0 where the table rises
  std::vector<std::uint64_t> hits_;     // places on a longest common subsequence
};

}  // namespace steelyard
