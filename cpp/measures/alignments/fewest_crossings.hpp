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

// Chooses mappings of groups of words of all stages: those with the fewest crossings in the first stage, of these those
// with the fewest in the second, and so on, a crossing being of the later stage of its pairs; of these those with the
// fewest chunks, and of these the first: group by group in order, the smallest list of (hypothesis, reference)
// positions.
//
// Crossings and chunks are sums over two mapped pairs, so this is a search over the mappings of each group with costs
// between groups. Within a group where all match all, pairs never cross in a best mapping (exchanging the ends of two
// crossing lines adds no other crossing), so only which words stay unmapped is open. A pair must cross some pairs of
// another group whatever these are (as many as its place among their words demands); half of that is put down to each
// side. With it, a dynamic programme over each group alone bounds the cost from below, mappings improved in turn until
// that gains nothing bound it from above, only mappings of a group between the two are listed, and branch and bound
// chooses among them.
// Banerjee & Lavie (2005) §2.2. Exact, exponential in the worst case: `bound` limits the time, counted in steps of
// about a nanosecond. Beside the texts, at most about 100 MB are held; a search that needs more is cut too.
class FewestCrossings {
 public:
  using Mapping = std::vector<Mapped>;

  FewestCrossings(std::int64_t bound, Watch& watch) : bound_(bound), watch_(watch) {}

  // Adds the groups of a stage: those that have one largest mapping as settled pairs. False if mappings were too many
  // to list.
  bool add(std::vector<MatchGroup> groups, OpenAlignment& alignment);

  // Sets `best` to a mapping of each group. False if the search was cut: then these are largest mappings, with few
  // crossings as far as the bound allowed for that, but perhaps not with the fewest.
  bool find(const OpenAlignment& alignment, std::vector<Mapping>& best);

  // Sets `ways` to all choices of mappings of some groups, given by number, that the fewest crossings allow, whatever
  // the chunks are. False if the search was cut: then there are some of them, or one as `find` would give it.
  bool find_all(const OpenAlignment& alignment, std::span<const std::size_t> some,
                std::vector<std::vector<Mapping>>& ways);

  // Taken by the last call.
  std::int64_t steps() const { return budget_.steps; }

 private:
  bool prepare(const OpenAlignment& alignment, std::int64_t chunk);
  void set_weights(std::int64_t chunk);
  void draw_settled();
  bool choose_greedily();
  void count_crossings(std::vector<std::int64_t>& counts);
  void weigh_crossings(const MappingChoice& choice, std::vector<std::int64_t>& costs);
  MappedLines& lines_of(const MappingChoice& choice);
  std::size_t words() const;
  std::int64_t weight_of(std::span<const Mapped> mapping) const;
  void take_best(MappingChoice& choice);
  bool can_search();
  void bound_below();
  void list_cheap();
  void list_ordered(MappingChoice& choice, const OrderedPairs& pairs, std::size_t s, std::int64_t left);
  void list_largest(MatchGroup& group, std::size_t h, std::size_t missing);
  void list(std::vector<Mapped>& listed);

  std::int64_t bound_;
  Watch& watch_;
  SearchBudget budget_;
  std::vector<MappingChoice> choices_;  // of the groups without a chosen mapping
  std::vector<std::size_t> choice_of_;  // of each group
  std::vector<Mapped> settled_;
  Weights weights_;
  std::vector<MappedLines> lines_;  // by stage
  MappedLines all_lines_;
  std::vector<std::int64_t> settled_crossings_, all_crossings_;  // by stage
  std::int64_t upper_ = 0;                                       // weight of the crossings of the greedy mappings
  std::vector<Mapped> partial_;                                  // the mapping that is being listed
  std::vector<std::uint8_t> used_;                               // words of the reference in it
  std::vector<std::int64_t> crossings_;                          // of the ordered pairs of a choice
  std::vector<std::int64_t> rest_;
  CheapestChoices cheapest_;
};

}  // namespace steelyard
