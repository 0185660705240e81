// Maps words of one text to words of another: as many as possible, with as few crossing lines as possible.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "measures/alignments/cheapest_choices.hpp"
#include "measures/alignments/mapped_lines.hpp"
#include "measures/alignments/mapping_choices.hpp"
#include "measures/alignments/search_budget.hpp"

namespace steelyard {

// Chooses the largest one-to-one mapping with the fewest crossings, among those the one with the fewest chunks, and
// among those the first: group by group in the order given, the smallest list of (hypothesis, reference) positions.
//
// Crossings and chunks are counted with all pairs mapped before. Both are sums over two mapped pairs, so this is a
// search over the mappings of each group with costs between groups. Within a group where all match all, pairs never
// cross in a best mapping (exchanging the ends of two crossing lines adds no other crossing), so only which words stay
// unmapped is open. A pair must cross some pairs of another group whatever these are (as many as its place among their
// words demands); half of that is put down to each side. With it, a dynamic programme over each group alone bounds the
// cost from below, mappings improved in turn until that gains nothing bound it from above, only mappings of a group
// between the two are listed, and branch and bound chooses among them.
// Banerjee & Lavie (2005) §2.2. Exact, exponential in the worst case: `bound` limits the time, counted in steps of
// about a nanosecond. Beside the texts, at most about 100 MB are held; a search that needs more is cut too.
class FewestCrossings {
 public:
  FewestCrossings(std::int64_t bound, Watch& watch) : bound_(bound), watch_(watch) {}

  // Adds the chosen pairs to `mapped`. False if the search was cut: what is added then is a largest mapping, with few
  // crossings as far as the bound allowed for that, but perhaps not with the fewest.
  bool extend(std::vector<Mapped>& mapped, std::span<const MatchGroup> groups);

  // Taken by the last call.
  std::int64_t steps() const { return budget_.steps; }

 private:
  void settle(std::span<const MatchGroup> groups, std::vector<Mapped>& mapped);
  std::int64_t choose_greedily();
  void take_best(MappingChoice& choice);
  bool can_search();
  void bound_below();
  void list_ordered(MappingChoice& choice, const OrderedPairs& pairs, std::size_t s, std::int64_t left);
  void list_largest(MappingChoice& choice, std::size_t h, std::size_t missing);
  void list(MappingChoice& choice);

  std::int64_t bound_;
  Watch& watch_;
  SearchBudget budget_;
  std::vector<MappingChoice> choices_;
  MappedLines lines_;
  std::size_t hypothesis_words_ = 0, reference_words_ = 0;
  std::vector<Mapped> partial_;          // the mapping that is being listed
  std::vector<std::uint8_t> used_;       // words of the reference in it
  std::vector<std::int32_t> crossings_;  // of the ordered pairs of a choice
  std::vector<std::int64_t> rest_;
  CheapestChoices cheapest_;
};

}  // namespace steelyard
