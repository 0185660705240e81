// Clipped matches of parts of trees between a hypothesis and its references.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "annotation/trees.hpp"
#include "measures/trees/pair_numbers.hpp"
#include "stop.hpp"

namespace steelyard {

// The parts of which Liu & Gildea, Syntactic features for evaluation of machine translation, ACL 2005 workshop, count
// matches. A part of size n is named by numbers of parts of size n - 1, so that all sizes up to N take O(N · nodes)
// expected time. Counts are clipped at the maximum over single references; one without nodes has none.
class TreeMatcher {
 public:
  explicit TreeMatcher(Watch& watch) : watch_(watch) {}

  // Sets matches[n-1], and in totals[n-1] how many the hypothesis has, for n = 1 … matches.size().

  // Subtrees of depth n: all that is below a node, cut at n levels, if there are that many. Branches that end before
  // stay as they are.
  void subtrees(const Forest& hypothesis, std::span<const Forest> references, std::span<std::int32_t> matches,
                std::span<std::int32_t> totals);

  // Headword chains of n nodes: the labels on a way down from a node to a descendant.
  void chains(const Forest& hypothesis, std::span<const Forest> references, std::span<std::int32_t> matches,
              std::span<std::int32_t> totals);

 private:
  struct Count {
    std::int32_t limit = 0;    // maximum over the references
    std::int32_t counted = 0;  // in the reference being read
    std::int32_t reference = -1;
  };

  void take(const Forest& hypothesis, std::span<const Forest> references);
  template <class Grow>
  void count(Grow&& grow, std::span<std::int32_t> matches, std::span<std::int32_t> totals);
  void limit(std::size_t size);

  Watch& watch_;
  PairNumbers number_;
  // All nodes, the hypothesis first; text t ends before ends_[t]. Parents are places in these arrays.
  std::vector<std::int32_t> labels_, parents_, largest_;  // largest_: size of the largest part at each node
  std::vector<std::size_t> ends_;
  std::vector<std::int32_t> parts_, smaller_;  // number of the part at each node, of this size and of the one before
  std::vector<Count> counts_;
};

// Of every row: matches of the sizes 1 … largest, then how many parts of each size the hypothesis has; rows ×
// 2·largest. Throw std::invalid_argument if the texts differ in number or `largest` is 0, and Stopped.
std::vector<std::int32_t> subtree_matches(const Trees& hypotheses, const std::vector<const Trees*>& references,
                                          std::size_t largest, const Stop* stop);
std::vector<std::int32_t> chain_matches(const Trees& hypotheses, const std::vector<const Trees*>& references,
                                        std::size_t largest, const Stop* stop);

}  // namespace steelyard
