#include "fewest_crossings.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace steelyard {

namespace {

// Crossings are counted in halves, and half a crossing outweighs any number of chunks.
constexpr std::int64_t kHalf = std::int64_t{1} << 24;
constexpr std::int32_t kNever = std::numeric_limits<std::int32_t>::max() / 2;

bool cross(Mapped a, Mapped b) { return (a.hypothesis < b.hypothesis) != (a.reference < b.reference); }

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

std::int32_t crossings_between(std::span<const Mapped> some, std::span<const Mapped> others) {
  std::int32_t count = 0;
  for (const Mapped a : some) {
    for (const Mapped b : others) count += cross(a, b);
  }
  return count;
}

std::int32_t crossings_within(std::span<const Mapped> pairs) {
  std::int32_t count = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) count += crossings_between(pairs.subspan(i, 1), pairs.subspan(i + 1));
  return count;
}

// Crossings of every possible pair of a group with the others; adds to `crossings`.
void add_crossings(const MatchGroup& group, std::span<const Mapped> others, std::vector<std::int32_t>& crossings) {
  const std::size_t columns = group.reference.size();
  for (std::size_t h = 0; h < group.hypothesis.size(); ++h) {
    for (std::size_t r = 0; r < columns; ++r) {
      const Mapped pair{group.hypothesis[h], group.reference[r]};
      crossings[h * columns + r] += crossings_between({&pair, 1}, others);
    }
  }
}

// How many pairs of a group a pair of another must cross, whatever they are: mapped in order, s of them begin before it
// and t of them end before it, |s - t| cross it, and how many words lie before it limits s and t.
std::int32_t must_cross(Mapped pair, const MatchGroup& group) {
  if (!group.possible.empty()) return 0;
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

// Least crossings of an ordered mapping of the words from (h, r) on, where all words match: (H+1) × (R+1).
void fill_rest(const MatchGroup& group, const std::vector<std::int32_t>& crossings, std::vector<std::int32_t>& rest) {
  const std::size_t rows = group.hypothesis.size(), columns = group.reference.size();
  rest.assign((rows + 1) * (columns + 1), kNever);
  const auto at = [&](std::size_t h, std::size_t r) -> std::int32_t& { return rest[h * (columns + 1) + r]; };
  for (std::size_t h = rows + 1; h-- > 0;) {
    for (std::size_t r = columns + 1; r-- > 0;) {
      if (rows <= columns ? h == rows : r == columns) {
        at(h, r) = 0;
        continue;
      }
      if (h == rows || r == columns) continue;
      const std::int32_t skipped = rows <= columns ? at(h, r + 1) : at(h + 1, r);
      at(h, r) = std::min(skipped, crossings[h * columns + r] + at(h + 1, r + 1));
    }
  }
}

// The first ordered mapping with the least crossings, along `rest`.
void trace(const MatchGroup& group, const std::vector<std::int32_t>& crossings, const std::vector<std::int32_t>& rest,
           std::vector<Mapped>& pairs) {
  const std::size_t rows = group.hypothesis.size(), columns = group.reference.size();
  pairs.clear();
  for (std::size_t h = 0, r = 0; h < rows && r < columns;) {
    if (rest[h * (columns + 1) + r] == crossings[h * columns + r] + rest[(h + 1) * (columns + 1) + r + 1]) {
      pairs.push_back({group.hypothesis[h++], group.reference[r++]});
    } else {
      ++(rows <= columns ? r : h);
    }
  }
}

// A largest mapping by augmenting paths: for each word of the reference its word of the hypothesis, or -1.
class LargestMapping {
 public:
  explicit LargestMapping(const MatchGroup& group) : group_(group), partner_(group.reference.size(), -1) {
    for (std::size_t h = 0; h < group.hypothesis.size(); ++h) {
      seen_.assign(group.reference.size(), 0);
      augment(h);
    }
  }

  std::vector<Mapped> pairs() const {
    std::vector<Mapped> found;
    for (std::size_t r = 0; r < partner_.size(); ++r) {
      if (partner_[r] >= 0) {
        found.push_back({group_.hypothesis[static_cast<std::size_t>(partner_[r])], group_.reference[r]});
      }
    }
    return found;
  }

 private:
  bool augment(std::size_t h) {
    for (std::size_t r = 0; r < partner_.size(); ++r) {
      if (seen_[r] || !group_.matches(h, r)) continue;
      seen_[r] = 1;
      if (partner_[r] < 0 || augment(static_cast<std::size_t>(partner_[r]))) {
        partner_[r] = static_cast<std::int32_t>(h);
        return true;
      }
    }
    return false;
  }

  const MatchGroup& group_;
  std::vector<std::int32_t> partner_;
  std::vector<std::uint8_t> seen_;
};

}  // namespace

bool FewestCrossings::extend(std::vector<Mapped>& mapped, std::span<const MatchGroup> groups) {
  steps_ = 0;
  cut_ = false;
  best_.clear();
  settle(groups, mapped);
  if (choices_.empty()) return true;
  bound_below(mapped);
  choose_greedily(mapped);
  std::int32_t spare = 2 * greedy_crossings(mapped);
  // one more than what the greedy mapping costs at most, so that its equal is found
  best_cost_ = spare * kHalf + 1;
  for (const Choice& choice : choices_) spare -= choice.least;
  for (Choice& choice : choices_) {
    if (choice.ordered() && !cut_) list_ordered(choice, 0, 0, choice.least + spare);
  }
  if (!cut_) {
    price(mapped);
    find_cheapest(0);
  }
  if (!cut_) find_first(0, 0);
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
  for (const MatchGroup& group : groups) {
    const std::size_t rows = group.hypothesis.size(), columns = group.reference.size();
    Choice choice{.group = &group, .size = std::min(rows, columns)};
    if (choice.ordered() && rows == columns) {
      for (std::size_t k = 0; k < rows; ++k) mapped.push_back({group.hypothesis[k], group.reference[k]});
      continue;
    }
    if (!choice.ordered()) {
      choice.greedy = LargestMapping(group).pairs();
      choice.size = choice.greedy.size();
      used_.assign(columns, 0);
      if (!cut_) list_largest(choice, 0, choice.size);
      if (!cut_ && choice.mappings() == 1) {
        mapped.insert(mapped.end(), choice.listed.begin(), choice.listed.end());
        continue;
      }
    }
    choices_.push_back(std::move(choice));
  }
}

// What each group costs at least: its crossings with what is settled, and half of what it must cross of the others.
void FewestCrossings::bound_below(std::span<const Mapped> settled) {
  for (Choice& choice : choices_) {
    if (!choice.ordered()) continue;
    const MatchGroup& group = *choice.group;
    choice.crossings.assign(group.hypothesis.size() * group.reference.size(), 0);
    add_crossings(group, settled, choice.crossings);
    choice.halves.clear();
    for (const std::int32_t h : group.hypothesis) {
      for (const std::int32_t r : group.reference) {
        choice.halves.push_back(2 * choice.crossings[choice.halves.size()]);
        for (const Choice& other : choices_) {
          if (&other != &choice) choice.halves.back() += must_cross({h, r}, *other.group);
        }
      }
    }
    fill_rest(group, choice.halves, choice.rest);
    choice.least = choice.rest[0];
  }
}

// Gives every choice a mapping that is good beside all others.
void FewestCrossings::choose_greedily(std::span<const Mapped> settled) {
  for (Choice& choice : choices_) take_best(choice, settled, {});
  std::int32_t total = greedy_crossings(settled);
  for (std::int32_t before = kNever; total > 0 && total < before;) {
    before = total;
    for (Choice& choice : choices_) {
      others_.clear();
      for (const Choice& other : choices_) {
        if (&other != &choice) others_.insert(others_.end(), other.greedy.begin(), other.greedy.end());
      }
      take_best(choice, settled, others_);
    }
    total = greedy_crossings(settled);
  }
}

// Crossings of the greedy mappings with one another and with what is settled.
std::int32_t FewestCrossings::greedy_crossings(std::span<const Mapped> settled) {
  others_.assign(settled.begin(), settled.end());
  std::int32_t sum = 0;
  for (const Choice& choice : choices_) {
    sum += crossings_between(choice.greedy, others_) + crossings_within(choice.greedy);
    others_.insert(others_.end(), choice.greedy.begin(), choice.greedy.end());
  }
  return sum;
}

// Gives a choice the first of its mappings with the fewest crossings.
void FewestCrossings::take_best(Choice& choice, std::span<const Mapped> settled, std::span<const Mapped> others) {
  if (choice.ordered()) {
    crossings_ = choice.crossings;
    add_crossings(*choice.group, others, crossings_);
    fill_rest(*choice.group, crossings_, rest_);
    trace(*choice.group, crossings_, rest_, choice.greedy);
    return;
  }
  std::int32_t least = kNever;
  for (std::size_t x = 0; x < choice.mappings() && spend(1); ++x) {
    const auto mapping = choice.mapping(x);
    const std::int32_t count =
        crossings_between(mapping, settled) + crossings_between(mapping, others) + crossings_within(mapping);
    if (count >= least) continue;
    least = count;
    choice.greedy.assign(mapping.begin(), mapping.end());
  }
}

// Lists the mappings without crossings within the group that cost at most `left` halves.
void FewestCrossings::list_ordered(Choice& choice, std::size_t h, std::size_t r, std::int32_t left) {
  const std::vector<std::int32_t>&hypothesis = choice.group->hypothesis, &reference = choice.group->reference;
  const std::size_t rows = hypothesis.size(), columns = reference.size();
  if (partial_.size() == choice.size) {
    // it will be weighed beside every choice
    if (spend(choices_.size())) choice.listed.insert(choice.listed.end(), partial_.begin(), partial_.end());
    return;
  }
  // h or r words may be skipped, whichever text has more of them; less than `rest` it cannot cost
  for (; h < rows && r < columns && !cut_; ++(rows <= columns ? r : h)) {
    if (choice.rest[h * (columns + 1) + r] > left) return;
    const std::int32_t more = choice.halves[h * columns + r];
    if (more + choice.rest[(h + 1) * (columns + 1) + r + 1] > left) continue;
    partial_.push_back({hypothesis[h], reference[r]});
    list_ordered(choice, h + 1, r + 1, left - more);
    partial_.pop_back();
  }
}

// Lists all mappings of the largest size where not all words match.
void FewestCrossings::list_largest(Choice& choice, std::size_t h, std::size_t missing) {
  const std::vector<std::int32_t>&hypothesis = choice.group->hypothesis, &reference = choice.group->reference;
  if (!spend(1)) return;
  if (missing == 0) {
    choice.listed.insert(choice.listed.end(), partial_.begin(), partial_.end());
    return;
  }
  if (hypothesis.size() - h < missing) return;
  for (std::size_t r = 0; r < reference.size() && !cut_; ++r) {
    if (used_[r] || !choice.group->matches(h, r)) continue;
    used_[r] = 1;
    partial_.push_back({hypothesis[h], reference[r]});
    list_largest(choice, h + 1, missing - 1);
    partial_.pop_back();
    used_[r] = 0;
  }
  list_largest(choice, h + 1, missing);
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
    for (const std::int32_t h : group.hypothesis) of_hypothesis[static_cast<std::size_t>(h)] = static_cast<std::int32_t>(c);
    for (const std::int32_t r : group.reference) of_reference[static_cast<std::size_t>(r)] = static_cast<std::int32_t>(c);
  }
  for (std::size_t c = 0; c < choices_.size(); ++c) {
    Choice& choice = choices_[c];
    for (std::size_t x = 0; x < choice.mappings(); ++x) {
      const auto mapping = choice.mapping(x);
      choice.cost.push_back(cost_between(mapping, settled) + cost_within(mapping));
      for (std::size_t other = 0; other < choices_.size(); ++other) {
        std::int32_t forced = 0;
        for (const Mapped pair : mapping) forced += other == c ? 0 : must_cross(pair, *choices_[other].group);
        choice.forced.push_back(forced);
        choice.cost.back() += forced * kHalf;
      }
    }
    for (const Mapped pair : choice.listed) {
      const std::int32_t next = of_hypothesis[static_cast<std::size_t>(pair.hypothesis) + 1];
      const bool open = next != static_cast<std::int32_t>(c) && next == of_reference[static_cast<std::size_t>(pair.reference) + 1];
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
  charge(self, -1);
  choices_[self].chosen = -1;
}

// Adds what open mappings cost beside the one chosen, beyond what both sides were charged with already.
void FewestCrossings::charge(std::size_t self, std::int64_t times) {
  const Choice& choice = choices_[self];
  const auto x = static_cast<std::size_t>(choice.chosen);
  for (std::size_t c = 0; c < choices_.size(); ++c) {
    Choice& other = choices_[c];
    if (other.chosen >= 0) continue;
    if (times > 0) spend(other.mappings());
    for (std::size_t y = 0; y < other.mappings(); ++y) {
      const std::int32_t forced = choice.forced[x * choices_.size() + c] + other.forced[y * choices_.size() + self];
      other.cost[y] += times * (cost_between(choice.mapping(x), other.mapping(y)) - forced * kHalf);
    }
  }
}

bool FewestCrossings::spend(std::size_t steps) {
  steps_ += static_cast<std::int64_t>(steps);
  cut_ = cut_ || steps_ > bound_;
  return !cut_;
}

}  // namespace steelyard
