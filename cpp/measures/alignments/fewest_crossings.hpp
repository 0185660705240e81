// Maps words of one text to words of another: as many as possible, with as few crossing lines as possible.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "measures/alignments/mapped_lines.hpp"

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
  explicit FewestCrossings(std::int64_t bound) : bound_(bound) {}

  // Adds the chosen pairs to `mapped`. False if the search was cut: what is added then is a largest mapping, with few
  // crossings as far as the bound allowed for that, but perhaps not with the fewest.
  bool extend(std::vector<Mapped>& mapped, std::span<const MatchGroup> groups);

  // Taken by the last call.
  std::int64_t steps() const { return steps_; }

 private:
  // A group with several mappings to choose from.
  struct Choice {
    const MatchGroup* group;
    std::size_t size = 0;                   // pairs in a mapping
    std::vector<std::int32_t> halves = {};  // of each ordered pair: twice its crossings with what is settled, and what
                                            // it must cross of other choices
    std::vector<std::int64_t> rest = {};    // least halves of an ordered mapping of the words from (k, s) on
    std::int64_t least = 0;                 // halves of any mapping
    std::vector<Mapped> greedy = {};
    std::vector<Mapped> listed = {};        // mappings one after the other, in order
    std::vector<std::int64_t> forced = {};  // listed mapping × choice: what it must cross there
    std::vector<std::int64_t> cost = {};    // of each listed mapping, with all that is settled or chosen
    std::vector<std::int32_t> next = {};    // of each listed pair: the choice that may hold the pair after it, or -1
    std::int32_t chosen = -1;

    std::size_t mappings() const { return listed.size() / size; }
    std::span<const Mapped> mapping(std::size_t x) const { return std::span(listed).subspan(x * size, size); }
  };

  void settle(std::span<const MatchGroup> groups, std::vector<Mapped>& mapped);
  std::int64_t choose_greedily();
  void take_best(Choice& choice);
  bool can_search();
  void bound_below();
  void list_ordered(Choice& choice, const OrderedPairs& pairs, std::size_t s, std::int64_t left);
  void list_largest(Choice& choice, std::size_t h, std::size_t missing);
  void list(Choice& choice);
  void price(std::span<const Mapped> settled);
  std::int64_t hoped(const Choice& choice, std::size_t x) const;
  std::int64_t least_total(std::int64_t sum);
  std::size_t most_settled(std::int64_t total) const;
  void find_cheapest(std::int64_t sum);
  bool find_first(std::size_t self, std::int64_t sum);
  void choose(std::size_t self, std::size_t x);
  void undo(std::size_t self);
  void charge(std::size_t self, std::int64_t times);
  bool spend(std::size_t steps);
  bool hold(std::size_t bytes);

  std::int64_t bound_, limit_ = 0, steps_ = 0;
  std::size_t held_ = 0;
  bool cut_ = false;
  std::vector<Choice> choices_;
  MappedLines lines_;
  std::size_t hypothesis_words_ = 0, reference_words_ = 0;
  std::vector<Mapped> partial_;          // the mapping that is being listed
  std::vector<std::uint8_t> used_;       // words of the reference in it
  std::vector<std::int32_t> crossings_;  // of the ordered pairs of a choice
  std::vector<std::int64_t> rest_;
  std::vector<std::int64_t> lowest_;  // of each choice
  std::vector<std::int32_t> best_;    // the mapping of each choice in the cheapest solution; empty before any
  std::int64_t best_cost_ = 0;
};

}  // namespace steelyard
