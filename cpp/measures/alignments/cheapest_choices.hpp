// Chooses a mapping of every group so that all together cost least: branch and bound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "measures/alignments/mapping_choices.hpp"
#include "measures/alignments/search_budget.hpp"

namespace steelyard {

// Costs are sums over two mapped pairs. What mappings must cross of other groups is charged to them from the start, and
// the rest when a mapping is chosen, so that the cheapest mappings of open choices bound the whole from below. The
// choice with the fewest mappings left goes first, its most hopeful mapping first. Exponential in the worst case.
class CheapestChoices {
 public:
  // Returns the number of the mapping of each choice in the first solution with the least cost below `upper`; after a
  // cut, in the cheapest found so far, and nothing if there is none. `settled` are pairs that are not to be chosen.
  std::span<const std::int32_t> find(std::span<MappingChoice> choices, std::span<const Mapped> settled,
                                     std::int64_t upper, const Weights& weights, SearchBudget& budget);

  // Returns the mappings of `some` choices in every solution with the least cost, which must be below `upper`: rows of
  // their numbers, in order. After a cut there are more, perhaps none listed.
  std::vector<std::int32_t> find_all(std::span<MappingChoice> choices, std::span<const std::size_t> some,
                                     std::span<const Mapped> settled, std::int64_t upper, const Weights& weights,
                                     SearchBudget& budget);

 private:
  void start(std::span<MappingChoice> choices, std::span<const Mapped> settled, std::int64_t upper,
             const Weights& weights, SearchBudget& budget);
  void price(std::span<const Mapped> settled);
  std::int64_t hoped(const MappingChoice& choice, std::size_t x) const;
  std::int64_t least_total(std::int64_t sum);
  std::size_t most_settled(std::int64_t total) const;
  void find_cheapest(std::int64_t sum);
  bool find_first(std::size_t self, std::int64_t sum);
  void list_ways(std::span<const std::size_t> some, std::size_t k, std::int64_t sum, std::vector<std::int32_t>& ways);
  void choose(std::size_t self, std::size_t x);
  void undo(std::size_t self);
  void charge(std::size_t self, std::int64_t times);

  std::span<MappingChoice> choices_;
  const Weights* weights_ = nullptr;
  SearchBudget* budget_ = nullptr;
  std::vector<std::int64_t> lowest_;  // of each choice
  std::vector<std::int32_t> best_;
  std::int64_t best_cost_ = 0;
};

}  // namespace steelyard
