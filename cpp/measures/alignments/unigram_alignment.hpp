// Unigram alignment in stages, as METEOR makes it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "measures/alignments/fewest_crossings.hpp"
#include "measures/alignments/largest_mapping.hpp"
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
// Within a stage the mapping is the largest one with the fewest crossings (`FewestCrossings`).
// Banerjee & Lavie (2005) §2.2. Time: n log n for the candidates of a stage of n words, and the search.
class UnigramAlignment {
 public:
  UnigramAlignment(std::vector<const Keys*> stages, std::int64_t bound, Watch& watch)
      : stages_(std::move(stages)), watch_(watch), search_(bound, watch), largest_(watch) {}

  void align(Ids hypothesis, Ids reference);

  // Of the last texts: the pairs by position in the hypothesis.
  const std::vector<AlignedPair>& pairs() const { return pairs_; }
  // Stages whose search was cut.
  std::int32_t cut() const { return cut_; }
  // Steps of the search in the stage that needed most.
  std::int64_t steps() const { return steps_; }

 private:
  void find_groups(Ids hypothesis, Ids reference, const Keys& keys);
  void find_alike(std::int32_t first_reference);
  void find_possible(Ids hypothesis, Ids reference, const Keys& keys);
  void find_largest(std::int32_t first_reference, std::size_t nodes);
  void add_entries(Ids words, const Keys& keys, const std::vector<std::uint8_t>& mapped, std::int32_t first);
  void join_words(std::int32_t first_reference, std::size_t nodes);
  void gather_groups(std::int32_t first_reference);
  std::int32_t root(std::int32_t node);

  std::vector<const Keys*> stages_;
  Watch& watch_;
  FewestCrossings search_;
  std::vector<AlignedPair> pairs_;
  std::vector<Mapped> mapped_;
  std::vector<std::uint8_t> hypothesis_mapped_, reference_mapped_;
  LargestMapping largest_;
  std::vector<KeyEntry> entries_;       // words by key
  std::vector<std::int32_t> parent_;    // of each node in its group's tree
  std::vector<std::int32_t> group_of_;  // of each root
  std::vector<MatchGroup> groups_;
  std::vector<std::uint8_t> unlike_;  // of each node, whether it is in a group where not all match all
  std::int32_t cut_ = 0;
  std::int64_t steps_ = 0;
};

// Runs of pairs that are neighbours in both texts, in the same order. The pairs are sorted by hypothesis position.
std::int32_t chunks_of(std::span<const AlignedPair> pairs);

// The alignments of all rows of a chunk: row i has the pairs offsets[i] … offsets[i+1]-1.
struct UnigramAlignments {
  std::vector<AlignedPair> pairs;
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> cut;  // stages of each row that were cut
  std::int64_t steps = 0;         // of the stage that needed most

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

// Per row the words of the hypothesis that each stage mapped, chunks, and searches that were cut: rows × (stages + 2).
// Linear in the pairs.
std::vector<std::int32_t> stage_counts(const UnigramAlignments& all, std::size_t stages);

// Per row the words of the reference that a stage mapped, which differ in number where phrases are. Linear in the
// pairs.
std::vector<std::int32_t> reference_counts(const UnigramAlignments& all, std::int32_t stage);

// Per row how many listed words of the hypothesis each stage mapped, then of the reference, then the listed words of
// both texts: rows × (2 · stages + 2). A word is listed if it has a key. Linear in the tokens.
std::vector<std::int32_t> listed_counts(const UnigramAlignments& all, std::size_t stages, const Tokens& hypotheses,
                                        const Tokens& references, const Keys& list);

}  // namespace steelyard
