#include "measures/alignments/fewest_crossings.hpp"

#include <algorithm>
#include <limits>

namespace steelyard {

namespace {

// Crossings are counted in halves, and half a crossing outweighs any number of chunks.
constexpr std::int64_t kHalf = std::int64_t{1} << 24;
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max() / 2;
// A search that needs more than this is cut: ordered pairs of all groups, bytes of listed mappings, nested calls.
constexpr std::size_t kMostCells = std::size_t{1} << 21;
constexpr std::size_t kMostHeld = std::size_t{1} << 25;
constexpr std::size_t kDeepest = 1000;
// Steps of looking where a pair stands among the words of another group.
constexpr std::size_t kLookup = 8;

// A crossing costs; two pairs of one chunk save.
std::int64_t cost_of(Mapped a, Mapped b) {
  if (cross(a, b)) return 2 * kHalf;
  const std::int32_t apart = a.hypothesis - b.hypothesis;
  return apart == a.reference - b.reference && (apart == 1 || apart == -1) ? -1 : 0;
}

std::int64_t cost_between(std::span<const Mapped> some, std::span<const Mapped> others) {
  std::int64_t sum = 0;
  for (const Mapped a : some) {
    for (const Mapped b : others) sum += cost_of(a, b);
  }
  return sum;
}

std::int64_t cost_within(std::span<const Mapped> pairs) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) sum += cost_between(pairs.subspan(i, 1), pairs.subspan(i + 1));
  return sum;
}

std::int64_t crossings_within(std::span<const Mapped> pairs) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (const Mapped other : pairs.subspan(i + 1)) count += cross(pairs[i], other);
  }
  return count;
}

// Their cost where no pairs cross: only neighbours cost anything.
std::int64_t cost_within_ordered(std::span<const Mapped> pairs) {
  std::int64_t sum = 0;
  for (std::size_t i = 1; i < pairs.size(); ++i) sum += cost_of(pairs[i - 1], pairs[i]);
  return sum;
}

// How many pairs of a group a pair of another must cross, whatever they are: mapped in order, s of them begin before it
// and t of them end before it, |s - t| cross it, and how many words lie before it limits s and t.
std::int32_t must_cross(Mapped pair, const MatchGroup& group) {
  if (!group.alike) return 0;
  const auto words = static_cast<std::int32_t>(group.hypothesis.size());
  const auto others = static_cast<std::int32_t>(group.reference.size());
  const std::int32_t pairs = std::min(words, others);
  const auto before = [](const std::vector<std::int32_t>& places, std::int32_t place) {
    return static_cast<std::int32_t>(std::ranges::lower_bound(places, place) - places.begin());
  };
  const std::int32_t left = before(group.hypothesis, pair.hypothesis), right = before(group.reference, pair.reference);
  const std::int32_t fewest_left = std::max(0, pairs - words + left), most_left = std::min(pairs, left);
  const std::int32_t fewest_right = std::max(0, pairs - others + right), most_right = std::min(pairs, right);
  return std::max({0, fewest_left - most_right, fewest_right - most_left});
}

// Least cost of an ordered mapping of the words from (k, s) on: (size + 1) × width.
void fill_rest(const OrderedPairs& pairs, const std::vector<std::int32_t>& costs, std::vector<std::int64_t>& rest) {
  const std::size_t width = pairs.width();
  rest.assign((pairs.size() + 1) * width, 0);
  for (std::size_t k = pairs.size(); k-- > 0;) {
    std::int64_t least = kNever;
    for (std::size_t s = width; s-- > 0;) {
      least = std::min(least, costs[k * width + s] + rest[(k + 1) * width + s]);
      rest[k * width + s] = least;
    }
  }
}

// The first ordered mapping with the least cost, along `rest`.
void trace(const OrderedPairs& pairs, const std::vector<std::int32_t>& costs, const std::vector<std::int64_t>& rest,
           std::vector<Mapped>& found) {
  const std::size_t width = pairs.width();
  found.clear();
  for (std::size_t k = 0, s = 0; k < pairs.size();) {
    if (rest[k * width + s] == costs[k * width + s] + rest[(k + 1) * width + s]) {
      found.push_back(pairs.pair(k++, s));
    } else {
      ++s;
    }
  }
}

}  // namespace

bool FewestCrossings::extend(std::vector<Mapped>& mapped, std::span<const MatchGroup> groups) {
  steps_ = 0;
  held_ = 0;
  cut_ = false;
  best_.clear();
  settle(groups, mapped);
  if (choices_.empty()) return !cut_;
  lines_.reset(hypothesis_words_, reference_words_);
  lines_.add(mapped);
  std::int64_t spare = 2 * choose_greedily();
  if (can_search()) {
    // one more than what the greedy mapping costs at most, so that its equal is found
    best_cost_ = spare * kHalf + 1;
    bound_below();
    for (const Choice& choice : choices_) spare -= choice.least;
    for (Choice& choice : choices_) {
      if (choice.group->alike && !cut_) list_ordered(choice, OrderedPairs(*choice.group), 0, choice.least + spare);
    }
    if (!cut_) price(mapped);
    if (!cut_) find_cheapest(0);
    if (!cut_) find_first(0, 0);
  }
  for (std::size_t c = 0; c < choices_.size(); ++c) {
    const Choice& choice = choices_[c];
    const std::span<const Mapped> greedy(choice.greedy);
    const auto pairs = best_.empty() ? greedy : choice.mapping(static_cast<std::size_t>(best_[c]));
    mapped.insert(mapped.end(), pairs.begin(), pairs.end());
  }
  return !cut_;
}

// Groups with one largest mapping go straight to `mapped`; the others become choices.
void FewestCrossings::settle(std::span<const MatchGroup> groups, std::vector<Mapped>& mapped) {
  choices_.clear();
  hypothesis_words_ = reference_words_ = 0;
  limit_ = bound_ / 2;  // what is left is for mappings that are good, if not the best
  for (const Mapped pair : mapped) {
    hypothesis_words_ = std::max(hypothesis_words_, static_cast<std::size_t>(pair.hypothesis) + 1);
    reference_words_ = std::max(reference_words_, static_cast<std::size_t>(pair.reference) + 1);
  }
  for (const MatchGroup& group : groups) {
    const std::size_t rows = group.hypothesis.size(), columns = group.reference.size();
    hypothesis_words_ = std::max(hypothesis_words_, static_cast<std::size_t>(group.hypothesis.back()) + 1);
    reference_words_ = std::max(reference_words_, static_cast<std::size_t>(group.reference.back()) + 1);
    Choice choice{.group = &group, .size = group.alike ? std::min(rows, columns) : group.largest.size()};
    if (group.alike && rows == columns) {
      for (std::size_t k = 0; k < rows; ++k) mapped.push_back({group.hypothesis[k], group.reference[k]});
      continue;
    }
    if (!group.alike) {
      choice.greedy = group.largest;
      used_.assign(columns, 0);
      cut_ = cut_ || group.possible.empty() || rows > kDeepest;
      if (!cut_) list_largest(choice, 0, choice.size);
      if (!cut_ && choice.mappings() == 1) {
        mapped.insert(mapped.end(), choice.listed.begin(), choice.listed.end());
        continue;
      }
    }
    choices_.push_back(std::move(choice));
  }
  limit_ = bound_;
}

// Gives every choice a mapping that is good beside all others, as far as the bound allows, and returns the crossings of
// these mappings with one another and with what is settled.
std::int64_t FewestCrossings::choose_greedily() {
  const std::int64_t settled = lines_.crossings();
  for (Choice& choice : choices_) take_best(choice);
  for (const Choice& choice : choices_) lines_.add(choice.greedy);
  std::int64_t total = lines_.crossings() - settled;
  for (std::int64_t before = kNever; total > 0 && total < before && steps_ <= limit_;) {
    before = total;
    for (Choice& choice : choices_) {
      lines_.remove(choice.greedy);
      take_best(choice);
      lines_.add(choice.greedy);
    }
    total = lines_.crossings() - settled;
  }
  return total;
}

// Gives a choice the first of its mappings with the fewest crossings; what it has, or the first of all, if that would
// take too long.
void FewestCrossings::take_best(Choice& choice) {
  if (choice.group->alike) {
    const OrderedPairs pairs(*choice.group);
    if (pairs.cells() <= kMostCells && spend(lines_.words() + pairs.cells())) {
      lines_.crossings(pairs, crossings_);
      fill_rest(pairs, crossings_, rest_);
      trace(pairs, crossings_, rest_, choice.greedy);
    } else if (choice.greedy.empty()) {
      for (std::size_t k = 0; k < pairs.size(); ++k) choice.greedy.push_back(pairs.pair(k, 0));
    }
    return;
  }
  if (!spend(choice.listed.size() * (lines_.words() + choice.size))) return;
  std::int64_t least = kNever;
  for (std::size_t x = 0; x < choice.mappings(); ++x) {
    const auto mapping = choice.mapping(x);
    std::int64_t count = crossings_within(mapping);
    for (const Mapped pair : mapping) count += lines_.crossings(pair);
    if (count >= least) continue;
    least = count;
    choice.greedy.assign(mapping.begin(), mapping.end());
  }
}

bool FewestCrossings::can_search() {
  std::size_t cells = 0;
  for (const Choice& choice : choices_) {
    if (!choice.group->alike) continue;
    cells += OrderedPairs(*choice.group).cells();
    cut_ = cut_ || choice.size > kDeepest;
  }
  cut_ = cut_ || choices_.size() > kDeepest || cells > kMostCells;
  return !cut_ && spend(choices_.size() * lines_.words() + cells * choices_.size() * kLookup);
}

// What each group costs at least: its crossings with what is settled, and half of what it must cross of the others.
void FewestCrossings::bound_below() {
  for (const Choice& choice : choices_) lines_.remove(choice.greedy);
  for (Choice& choice : choices_) {
    if (!choice.group->alike) continue;
    const OrderedPairs pairs(*choice.group);
    lines_.crossings(pairs, choice.halves);
    for (std::size_t cell = 0; cell < choice.halves.size(); ++cell) {
      choice.halves[cell] *= 2;
      const Mapped pair = pairs.pair(cell / pairs.width(), cell % pairs.width());
      for (const Choice& other : choices_) {
        if (&other != &choice) choice.halves[cell] += must_cross(pair, *other.group);
      }
    }
    fill_rest(pairs, choice.halves, choice.rest);
    choice.least = choice.rest[0];
  }
}

// Keeps the mapping that is complete.
void FewestCrossings::list(Choice& choice) {
  if (!hold(choice.size * (sizeof(Mapped) + sizeof(std::int32_t)))) return;
  choice.listed.insert(choice.listed.end(), partial_.begin(), partial_.end());
}

// Lists the mappings without crossings within the group that cost at most `left` halves.
void FewestCrossings::list_ordered(Choice& choice, const OrderedPairs& pairs, std::size_t s, std::int64_t left) {
  const std::size_t k = partial_.size(), width = pairs.width();
  if (k == choice.size) return list(choice);
  for (; s < width && spend(1); ++s) {
    if (choice.rest[k * width + s] > left) return;
    const std::int64_t more = choice.halves[k * width + s];
    if (more + choice.rest[(k + 1) * width + s] > left) continue;
    partial_.push_back(pairs.pair(k, s));
    list_ordered(choice, pairs, s, left - more);
    partial_.pop_back();
    if (cut_) return;
  }
}

// Lists all mappings of the largest size where not all words match.
void FewestCrossings::list_largest(Choice& choice, std::size_t h, std::size_t missing) {
  const std::vector<std::int32_t>&hypothesis = choice.group->hypothesis, &reference = choice.group->reference;
  if (!spend(reference.size())) return;
  if (missing == 0) return list(choice);
  if (hypothesis.size() - h < missing) return;
  for (std::size_t r = 0; r < reference.size() && !cut_; ++r) {
    if (used_[r] || !choice.group->matches(h, r)) continue;
    used_[r] = 1;
    partial_.push_back({hypothesis[h], reference[r]});
    list_largest(choice, h + 1, missing - 1);
    partial_.pop_back();
    used_[r] = 0;
  }
  if (!cut_) list_largest(choice, h + 1, missing);
}

// Puts the cost of every listed mapping with what is settled, and finds which pairs could continue one another.
void FewestCrossings::price(std::span<const Mapped> settled) {
  std::int32_t words = 0;
  for (const Choice& choice : choices_) {
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
    Choice& choice = choices_[c];
    const bool alike = choice.group->alike;
    const std::size_t others = settled.size() + choices_.size() * kLookup + (alike ? 1 : choice.size);
    if (!spend(choice.listed.size() * others)) return;
    if (!hold(choice.mappings() * (choices_.size() + 3) * sizeof(std::int64_t))) return;
    for (std::size_t x = 0; x < choice.mappings(); ++x) {
      const auto mapping = choice.mapping(x);
      choice.cost.push_back(cost_between(mapping, settled) +
                            (alike ? cost_within_ordered(mapping) : cost_within(mapping)));
      for (std::size_t other = 0; other < choices_.size(); ++other) {
        std::int64_t forced = 0;
        for (const Mapped pair : mapping) forced += other == c ? 0 : must_cross(pair, *choices_[other].group);
        choice.forced.push_back(forced);
        choice.cost.back() += forced * kHalf;
      }
    }
    for (const Mapped pair : choice.listed) {
      const std::int32_t next = of_hypothesis[static_cast<std::size_t>(pair.hypothesis) + 1];
      const bool open =
          next != static_cast<std::int32_t>(c) && next == of_reference[static_cast<std::size_t>(pair.reference) + 1];
      choice.next.push_back(open ? next : -1);
    }
  }
}

// What a mapping costs at least: its pairs may continue in pairs of choices that are still open.
std::int64_t FewestCrossings::hoped(const Choice& choice, std::size_t x) const {
  std::int64_t cost = choice.cost[x];
  for (std::size_t k = x * choice.size; k < (x + 1) * choice.size; ++k) {
    cost -= choice.next[k] >= 0 && choices_[static_cast<std::size_t>(choice.next[k])].chosen < 0;
  }
  return cost;
}

// What all costs at least, given what is chosen.
std::int64_t FewestCrossings::least_total(std::int64_t sum) {
  lowest_.assign(choices_.size(), 0);
  for (std::size_t c = 0; c < choices_.size(); ++c) {
    const Choice& choice = choices_[c];
    if (choice.chosen >= 0) continue;
    // those that could be in a cheaper solution are counted again
    if (!spend(2 * choice.listed.size())) return best_cost_ + 1;
    lowest_[c] = std::numeric_limits<std::int64_t>::max();
    for (std::size_t x = 0; x < choice.mappings(); ++x) lowest_[c] = std::min(lowest_[c], hoped(choice, x));
    sum += lowest_[c];
  }
  return sum;
}

// The open choice with the fewest mappings that could still be in a cheaper solution; the number of choices if none is.
std::size_t FewestCrossings::most_settled(std::int64_t total) const {
  std::size_t found = choices_.size(), fewest = std::numeric_limits<std::size_t>::max();
  for (std::size_t c = 0; c < choices_.size(); ++c) {
    const Choice& choice = choices_[c];
    if (choice.chosen >= 0) continue;
    std::size_t open = 0;
    for (std::size_t x = 0; x < choice.mappings(); ++x) open += total - lowest_[c] + hoped(choice, x) < best_cost_;
    if (open < fewest) found = c, fewest = open;
  }
  return found;
}

void FewestCrossings::find_cheapest(std::int64_t sum) {
  const std::int64_t total = least_total(sum);
  if (total >= best_cost_) return;
  const std::size_t self = most_settled(total);
  if (self == choices_.size()) {
    best_cost_ = sum;
    best_.clear();
    for (const Choice& choice : choices_) best_.push_back(choice.chosen);
    return;
  }
  Choice& choice = choices_[self];
  const std::int64_t elsewhere = total - lowest_[self];
  std::vector<std::pair<std::int64_t, std::size_t>> order;
  for (std::size_t x = 0; x < choice.mappings(); ++x) order.emplace_back(hoped(choice, x), x);
  std::ranges::sort(order);
  for (const auto& [hope, x] : order) {
    if (elsewhere + hope >= best_cost_ || cut_) return;
    const std::int64_t cost = choice.cost[x];
    choose(self, x);
    find_cheapest(sum + cost);
    undo(self);
  }
}

// The first solution that costs no more than the cheapest: choices in order, the mappings of each in order.
bool FewestCrossings::find_first(std::size_t self, std::int64_t sum) {
  if (least_total(sum) > best_cost_ || cut_) return false;
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

void FewestCrossings::choose(std::size_t self, std::size_t x) {
  choices_[self].chosen = static_cast<std::int32_t>(x);
  charge(self, 1);
}

void FewestCrossings::undo(std::size_t self) {
  if (!cut_) charge(self, -1);  // after a cut no cost is asked for any more
  choices_[self].chosen = -1;
}

// Adds what open mappings cost beside the one chosen, beyond what both sides were charged with already.
void FewestCrossings::charge(std::size_t self, std::int64_t times) {
  const Choice& choice = choices_[self];
  const auto x = static_cast<std::size_t>(choice.chosen);
  for (std::size_t c = 0; c < choices_.size(); ++c) {
    Choice& other = choices_[c];
    if (other.chosen >= 0) continue;
    if (times > 0 && !spend(choice.size * other.listed.size())) return;
    for (std::size_t y = 0; y < other.mappings(); ++y) {
      const std::int64_t forced = choice.forced[x * choices_.size() + c] + other.forced[y * choices_.size() + self];
      other.cost[y] += times * (cost_between(choice.mapping(x), other.mapping(y)) - forced * kHalf);
    }
  }
}

bool FewestCrossings::spend(std::size_t steps) {
  steps_ += static_cast<std::int64_t>(steps);
  cut_ = cut_ || steps_ > limit_;
  return steps_ <= limit_;
}

bool FewestCrossings::hold(std::size_t bytes) {
  held_ += bytes;
  cut_ = cut_ || held_ > kMostHeld;
  return held_ <= kMostHeld;
}

}  // namespace steelyard
