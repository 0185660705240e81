// Unigram alignment by beam search over the matches of all stages at once, as METEOR 1.5 makes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "measures/alignments/phrase_matches.hpp"
#include "measures/alignments/unigram_alignment.hpp"
#include "text/id_table.hpp"
#include "text/ids.hpp"
#include "text/keys.hpp"
#include "text/tokens.hpp"

namespace steelyard {

// The exact stage matches equal words; every other stage of keys matches different words that share a key, and a stage
// of paraphrases matches phrases. If the texts are equal, only the first stage is used. A match that is the only one of
// all its words is part of every alignment. For the rest, the words of the reference are taken from left to right; each
// is matched in every way that is still possible, or skipped, and only the best of these paths go on: most words in
// exact matches, then fewest chunks, then shortest distance, then those found first. Two traits are METEOR's own. In
// the first comparison words of other stages weigh half, rounded down for each match and text: a word matched by its
// stem counts nothing, a phrase of two words as much as an exact one on its side. And the distance of a chosen match is
// charged to what is tried after it for the same word, not to the path that chose it. Time: linear in the keys of both
// texts and in the matches, and |r|·beam·(matches of a word + 1) for the search, so beam·n² for two texts of one
// repeated word. Memory: matches of the distinct words of the reference, |r|·beam links. Denkowski & Lavie (2014),
// "Meteor Universal", §2; behaviour of METEOR 1.5.
class BeamAlignment {
 public:
  // `exact` is the number of the exact stage, or -1. With `paraphrases`, the last stage is theirs.
  BeamAlignment(std::vector<const Keys*> stages, std::int32_t exact, std::size_t beam, const Paraphrases* paraphrases,
                Watch& watch);

  // With paraphrases, the words also as these number them.
  void align(Ids hypothesis, Ids reference, Ids hypothesis_words, Ids reference_words);

  // Of the last texts: the pairs by position in the hypothesis.
  const std::vector<AlignedPair>& pairs() const { return pairs_; }
  // Whether paths were left behind.
  bool cut() const { return cut_; }

 private:
  struct Match {
    std::int32_t hypothesis, stage;
    std::int32_t hypothesis_words = 1, reference_words = 1;
  };
  // What makes a path better than another, the smaller the better.
  struct Rank {
    std::int64_t quality;  // chunks, and less 2³² for each word that weighs, so that one comparison does for both
    std::int64_t distance;
    auto operator<=>(const Rank&) const = default;
  };
  struct Path {
    Rank rank;
    std::int32_t next;  // position in the hypothesis that would continue the chunk, or -1
    std::int32_t end;   // position in the reference after the last match
    std::int32_t link;  // last match of the path, certain ones aside
    std::size_t used;   // where its used words of the hypothesis stand
  };
  struct Link {
    AlignedPair pair;
    std::int32_t before;
  };
  // A path with one more word: how the word is matched, if at all; of a path amid a phrase, there is nothing to match.
  struct Step {
    Rank rank;
    std::int64_t order;
    std::int32_t path;
    Match match;
    bool operator<(const Step& other) const {
      if (const auto by_rank = rank <=> other.rank; by_rank != 0) return by_rank < 0;
      return order < other.order;
    }
  };

  void find_matches(Ids hypothesis, Ids reference);
  void add_matches(Ids hypothesis, std::int32_t stage);
  void index_keys(Ids hypothesis, const Keys& keys);
  void fix_certain_matches();
  std::optional<Match> certain_match(std::size_t word);
  void advance_paths(std::int32_t word);
  void extend_paths(std::int32_t word);
  void extend(std::size_t path, std::int32_t word, const Match& match);
  void add_step(std::size_t path, const Match& match, Rank rank) {
    if (steps_.size() > 4 * beam_ + 1024) leave_steps_behind();
    steps_.push_back({rank, found_++, static_cast<std::int32_t>(path), match});
  }
  void leave_steps_behind();
  void keep_best_steps(std::int32_t word);
  Rank matched(const Path& path, const Match& match) const;
  const Path& best_path();
  const std::vector<Match>& matches_of(std::size_t word) const {
    return matches_[static_cast<std::size_t>(kinds_[word])];
  }
  bool has_phrases(std::size_t word) const { return phrases_in_use_ && phrases_->count(word) > 0; }
  bool is_used(const Path& path, const Match& match) const {
    for (std::int32_t i = match.hypothesis; i < match.hypothesis + match.hypothesis_words; ++i) {
      if (used_[path.used + static_cast<std::size_t>(i) / 64] >> (i % 64) & 1) return true;
    }
    return false;
  }

  std::vector<const Keys*> stages_;
  std::int32_t exact_;
  std::size_t beam_;
  std::optional<PhraseMatches> phrases_;
  bool phrases_in_use_ = false;  // for the texts at hand
  Watch& watch_;

  IdTable<std::int32_t> kind_of_;            // of each distinct word of the reference: its number
  std::vector<std::int32_t> kinds_;          // of each word of the reference: which of the distinct ones it is
  std::vector<std::int32_t> words_, uses_;   // of each distinct word: its id, and how often it is there
  std::vector<std::vector<Match>> matches_;  // of each distinct word, by stage and position
  std::vector<std::int32_t> partners_;       // matches of each word of the hypothesis
  std::vector<std::int32_t> certain_;        // of each word of the reference: which certain match begins there, or -1
  std::vector<Match> certain_matches_;
  struct Holder {
    std::int32_t position, next;
  };
  std::vector<std::int32_t> first_holder_;  // of each key of the stage: a word of the hypothesis that has it, or -1
  std::vector<Holder> holders_;             // and the next word that has it
  std::vector<Path> paths_, next_paths_;
  std::size_t blocks_ = 0;                       // of 64 words of the hypothesis
  std::vector<std::uint64_t> used_, next_used_;  // words of the hypothesis that paths have used, a bit each
  std::vector<Step> steps_;
  std::int64_t found_ = 0;  // steps for the word, those left behind too
  std::vector<Link> links_;
  std::vector<AlignedPair> pairs_;
  bool cut_ = false;
};

// Rows without a reference have no pairs; a row whose search was cut counts one. The beam is at least 1; `paraphrases`
// may be null. Throws as check_stages, and Stopped.
UnigramAlignments align_by_beam(const Tokens& hypotheses, const Tokens& references, std::vector<const Keys*> stages,
                                std::int32_t exact, std::size_t beam, const Paraphrases* paraphrases, const Stop* stop);

}  // namespace steelyard
