#include "measures/alignments/cheapest_choices.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace steelyard {

namespace {

std::int64_t cost_between(std::span<const Mapped> some, std::span<const Mapped> others, const Weights& weights) {
  std::int64_t sum = 0;
  for (const Mapped a : some) {
    for (const Mapped b : others) sum += cost_of(a, b, weights);
  }
  return sum;
}

std::int64_t cost_within(std::span<const Mapped> pairs, const Weights& weights) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    sum += cost_between(pairs.subspan(i, 1), pairs.subspan(i + 1), weights);
  return sum;
}

// Their cost where no pairs cross: only neighbours cost anything.
std::int64_t cost_within_ordered(std::span<const Mapped> pairs, const Weights& weights) {
  std::int64_t sum = 0;
  for (std::size_t i = 1; i < pairs.size(); ++i) sum += cost_of(pairs[i - 1], pairs[i], weights);
  return sum;
}

}  // namespace

std::span<const std::int32_t> CheapestChoices::find(std::span<MappingChoice> choices, std::span<const Mapped> settled,
                                                    std::int64_t upper, const Weights& weights, SearchBudget& budget) {
  start(choices, settled, upper, weights, budget);
  if (!budget.cut) find_first(0, 0);
  return best_;
}

std::vector<std::int32_t> CheapestChoices::find_all(std::span<MappingChoice> choices, std::span<const std::size_t> some,
                                                    std::span<const Mapped> settled, std::int64_t upper,
                                                    const Weights& weights, SearchBudget& budget) {
  start(choices, settled, upper, weights, budget);
  std::vector<std::int32_t> ways;
  if (!budget.cut) list_ways(some, 0, 0, ways);
  return ways;
}

void CheapestChoices::start(std::span<MappingChoice> choices, std::span<const Mapped> settled, std::int64_t upper,
                            const Weights& weights, SearchBudget& budget) {
  choices_ = choices;
  weights_ = &weights;
  budget_ = &budget;
  best_.clear();
  best_cost_ = upper;
  price(settled);
  if (!budget.cut) find_cheapest(0);
}

// Puts the cost of every listed mapping with what is settled, and finds which pairs could continue one another.
void CheapestChoices::price(std::span<const Mapped> settled) {
  std::int32_t words = 0;
  for (const MappingChoice& choice : choices_) {
    words = std::max({words, choice.group->hypothesis.back() + 2, choice.group->reference.back() + 2});
  }
  std::vector<std::int32_t> of_hypothesis(static_cast<std::size_t>(words), -1), of_reference(of_hypothesis);
  for (std::size_t c = 0; c < choices_.size(); ++c) {
    const MatchGroup& group = *choices_[c].group;
    for (const std::int32_t h : group.hypothesis) {
      of_hypothesis[static_cast<std::size_t>(h)] = static_cast<std::int32_t>(c);
    }
    for (const std::int32_t r : group.reference) {
      of_reference[static_cast<std::size_t>(r)] = static_cast<std::int32_t>(c);
    }
  }
  for (std::size_t c = 0; c < choices_.size(); ++c) {
    MappingChoice& choice = choices_[c];
    const bool alike = choice.group->alike;
    const std::size_t steps = settled.size() + choices_.size() * kLookup + (alike ? 1 : choice.size);
    if (!budget_->spend(choice.listed.size() * steps)) return;
    if (!budget_->hold(choice.mappings() * (choices_.size() + 3) * sizeof(std::int64_t))) return;
    for (std::size_t x = 0; x < choice.mappings(); ++x) {
      const auto mapping = choice.mapping(x);
      choice.cost.push_back(cost_between(mapping, settled, *weights_) +
                            (alike ? cost_within_ordered(mapping, *weights_) : cost_within(mapping, *weights_)));
      for (std::size_t other = 0; other < choices_.size(); ++other) {
        const MatchGroup& others = *choices_[other].group;
        std::int64_t forced = 0;
        for (const Mapped pair : mapping) forced += other == c ? 0 : must_cross(pair, others);
        choice.forced.push_back(forced * weights_->half(choice.group->stage, others.stage));
        choice.cost.back() += choice.forced.back();
      }
    }
    for (const Mapped pair : choice.listed) {
      const std::int32_t next = of_hypothesis[static_cast<std::size_t>(pair.hypothesis) + 1];
      const bool open =
          next != static_cast<std::int32_t>(c) && next == of_reference[static_cast<std::size_t>(pair.reference) + 1];
      choice.next.push_back(open && weights_->chunk > 0 ? next : -1);
    }
  }
}

// What a mapping costs at least: its pairs may continue in pairs of choices that are still open.
std::int64_t CheapestChoices::hoped(const MappingChoice& choice, std::size_t x) const {
  std::int64_t cost = choice.cost[x];
  for (std::size_t k = x * choice.size; k < (x + 1) * choice.size; ++k) {
    cost -= choice.next[k] >= 0 && choices_[static_cast<std::size_t>(choice.next[k])].chosen < 0;
  }
  return cost;
}

// What all costs at least, given what is chosen.
std::int64_t CheapestChoices::least_total(std::int64_t sum) {
  lowest_.assign(choices_.size(), 0);
  for (std::size_t c = 0; c < choices_.size(); ++c) {
    const MappingChoice& choice = choices_[c];
    if (choice.chosen >= 0) continue;
    // those that could be in a cheaper solution are counted again
    if (!budget_->spend(2 * choice.listed.size())) return best_cost_ + 1;
    lowest_[c] = std::numeric_limits<std::int64_t>::max();
    for (std::size_t x = 0; x < choice.mappings(); ++x) lowest_[c] = std::min(lowest_[c], hoped(choice, x));
    sum += lowest_[c];
  }
  return sum;
}

// The open choice with the fewest mappings that could still be in a cheaper solution; the number of choices if none is.
std::size_t CheapestChoices::most_settled(std::int64_t total) const {
  std::size_t found = choices_.size(), fewest = std::numeric_limits<std::size_t>::max();
  for (std::size_t c = 0; c < choices_.size(); ++c) {
    const MappingChoice& choice = choices_[c];
    if (choice.chosen >= 0) continue;
    std::size_t open = 0;
    for (std::size_t x = 0; x < choice.mappings(); ++x) open += total - lowest_[c] + hoped(choice, x) < best_cost_;
    if (open < fewest) found = c, fewest = open;
  }
  return found;
}

void CheapestChoices::find_cheapest(std::int64_t sum) {
  const std::int64_t total = least_total(sum);
  if (total >= best_cost_) return;
  const std::size_t self = most_settled(total);
  if (self == choices_.size()) {
    best_cost_ = sum;
    best_.clear();
    for (const MappingChoice& choice : choices_) best_.push_back(choice.chosen);
    return;
  }
  MappingChoice& choice = choices_[self];
  const std::int64_t elsewhere = total - lowest_[self];
  std::vector<std::pair<std::int64_t, std::size_t>> order;
  for (std::size_t x = 0; x < choice.mappings(); ++x) order.emplace_back(hoped(choice, x), x);
  std::ranges::sort(order);
  for (const auto& [hope, x] : order) {
    if (elsewhere + hope >= best_cost_ || budget_->cut) return;
    const std::int64_t cost = choice.cost[x];
    choose(self, x);
    find_cheapest(sum + cost);
    undo(self);
  }
}

// The first solution that costs no more than the cheapest: choices in order, the mappings of each in order.
bool CheapestChoices::find_first(std::size_t self, std::int64_t sum) {
  if (least_total(sum) > best_cost_ || budget_->cut) return false;
  if (self == choices_.size()) {
    for (std::size_t c = 0; c < choices_.size(); ++c) best_[c] = choices_[c].chosen;
    return true;
  }
  for (std::size_t x = 0; x < choices_[self].mappings(); ++x) {
    const std::int64_t cost = choices_[self].cost[x];
    choose(self, x);
    if (find_first(self + 1, sum + cost)) return true;
    undo(self);
  }
  return false;
}

// Lists the mappings of some choices, from number k on, with which all together can cost as little as the cheapest.
void CheapestChoices::list_ways(std::span<const std::size_t> some, std::size_t k, std::int64_t sum,
                                std::vector<std::int32_t>& ways) {
  const std::int64_t cheapest = best_cost_;
  if (budget_->cut || least_total(sum) > cheapest) return;
  if (k == some.size()) {
    best_cost_ = cheapest + 1;
    find_cheapest(sum);
    const bool found = best_cost_ == cheapest;
    best_cost_ = cheapest;
    std::size_t bytes = sizeof(std::vector<Mapped>);
    for (const std::size_t c : some) bytes += sizeof(std::vector<Mapped>) + choices_[c].size * sizeof(Mapped);
    if (!found || budget_->cut || !budget_->hold(bytes)) return;
    for (const std::size_t c : some) ways.push_back(choices_[c].chosen);
    return;
  }
  MappingChoice& choice = choices_[some[k]];
  for (std::size_t x = 0; x < choice.mappings() && !budget_->cut; ++x) {
    const std::int64_t cost = choice.cost[x];
    choose(some[k], x);
    list_ways(some, k + 1, sum + cost, ways);
    undo(some[k]);
  }
}

void CheapestChoices::choose(std::size_t self, std::size_t x) {
  choices_[self].chosen = static_cast<std::int32_t>(x);
  charge(self, 1);
}

void CheapestChoices::undo(std::size_t self) {
  if (!budget_->cut) charge(self, -1);  // after a cut no cost is asked for any more
  choices_[self].chosen = -1;
}

// Adds what open mappings cost beside the one chosen, beyond what both sides were charged with already.
void CheapestChoices::charge(std::size_t self, std::int64_t times) {
  const MappingChoice& choice = choices_[self];
  const auto x = static_cast<std::size_t>(choice.chosen);
  const auto pairs = choice.mapping(x);
  for (std::size_t c = 0; c < choices_.size(); ++c) {
    MappingChoice& other = choices_[c];
    if (other.chosen >= 0) continue;
    if (times > 0 && !budget_->spend(choice.size * other.listed.size())) return;
    for (std::size_t y = 0; y < other.mappings(); ++y) {
      const std::int64_t forced = choice.forced[x * choices_.size() + c] + other.forced[y * choices_.size() + self];
      other.cost[y] += times * (cost_between(pairs, other.mapping(y), *weights_) - forced);
    }
  }
}

}  // namespace steelyard
