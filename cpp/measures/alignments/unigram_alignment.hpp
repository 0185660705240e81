// Unigram alignment in stages, as METEOR makes it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "measures/alignments/fewest_crossings.hpp"
#include "measures/alignments/mapped_lines.hpp"
#include "measures/alignments/stage_groups.hpp"
#include "stop.hpp"
#include "text/ids.hpp"
#include "text/keys.hpp"
#include "text/tokens.hpp"

namespace steelyard {

// Words, or phrases by their first words.
struct AlignedPair {
  std::int32_t hypothesis, reference, stage;
  std::int32_t hypothesis_words = 1, reference_words = 1;
};

// Each stage maps words that no stage before it has mapped: two words may be mapped if they share a key of the stage.
// The mapping of the first stage is a largest one with the fewest crossings, of these that with which the second stage
// maps most words, then with the fewest crossings with all pairs so far, and so on; of all that are equal after the
// last stage it is the one with the fewest chunks, then the first (`FewestCrossings`). Banerjee & Lavie (2005) §2.2.
// Time: n log n for the candidates of a stage of n words, and the search. Nearly always the groups of one stage do not
// decide what the next can map, and one search over all stages chooses; where they do, each of the best mappings of
// these groups is followed.
class UnigramAlignment {
 public:
  UnigramAlignment(std::vector<const Keys*> stages, std::int64_t bound, Watch& watch)
      : bound_(bound), groups_(std::move(stages), watch), search_(bound, watch) {}

  void align(Ids hypothesis, Ids reference);

  // Of the last texts: the pairs by position in the hypothesis.
  const std::vector<AlignedPair>& pairs() const { return pairs_; }
  // Whether a search was cut.
  bool cut() const { return cut_; }
  // Steps of the search that needed most.
  std::int64_t steps() const { return most_steps_; }

 private:
  struct Alignment {
    std::vector<Mapped> pairs;  // by position in the hypothesis
    std::vector<Mapped> order;  // those that could be others, by stage and group
  };

  void follow(OpenAlignment alignment, std::int32_t stage);
  void note(bool whole);
  void finish(const OpenAlignment& alignment);
  std::vector<std::int64_t> cost(std::span<const Mapped> pairs);

  std::int64_t bound_;
  StageGroups groups_;
  FewestCrossings search_;
  Ids hypothesis_, reference_;
  std::optional<Alignment> best_;
  std::vector<AlignedPair> pairs_;
  bool cut_ = false;
  std::int64_t most_steps_ = 0, all_steps_ = 0;
};

// Runs of pairs that are neighbours in both texts, in the same order. The pairs are sorted by hypothesis position.
std::int32_t chunks_of(std::span<const AlignedPair> pairs);

// The alignments of all rows of a chunk: row i has the pairs offsets[i] … offsets[i+1]-1.
struct UnigramAlignments {
  std::vector<AlignedPair> pairs;
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> cut;  // of each row, whether its search was cut
  std::int64_t steps = 0;         // of the search that needed most

  std::size_t size() const { return cut.size(); }
  std::span<const AlignedPair> operator[](std::size_t row) const {
    const auto first = static_cast<std::size_t>(offsets[row]), last = static_cast<std::size_t>(offsets[row + 1]);
    return std::span(pairs).subspan(first, last - first);
  }
};

// Throws std::invalid_argument unless the texts are equal in number, and every stage has keys for all of their types.
void check_stages(const Tokens& hypotheses, const Tokens& references, std::span<const Keys* const> stages);

// Rows without a reference have no pairs. Throws as check_stages, and Stopped.
UnigramAlignments align_unigrams(const Tokens& hypotheses, const Tokens& references, std::vector<const Keys*> stages,
                                 std::int64_t bound, const Stop* stop);

// Per row the words of the hypothesis that each stage mapped, chunks, and whether the search was cut: rows × (stages +
// 2). Linear in the pairs.
std::vector<std::int32_t> stage_counts(const UnigramAlignments& all, std::size_t stages);

// Per row the words of the reference that a stage mapped, which differ in number where phrases are. Linear in the
// pairs.
std::vector<std::int32_t> reference_counts(const UnigramAlignments& all, std::int32_t stage);

// Per row how many listed words of the hypothesis each stage mapped, then of the reference, then the listed words of
// both texts: rows × (2 · stages + 2). A word is listed if it has a key. Linear in the tokens.
std::vector<std::int32_t> listed_counts(const UnigramAlignments& all, std::size_t stages, const Tokens& hypotheses,
                                        const Tokens& references, const Keys& list);

}  // namespace steelyard
