#include "measures/alignments/fewest_crossings.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace steelyard {

namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max() / 2;
// A search that needs more than this is cut: ordered pairs of all groups, bytes of listed mappings, nested calls.
constexpr std::size_t kMostCells = std::size_t{1} << 21;
constexpr std::size_t kMostHeld = std::size_t{1} << 25;
constexpr std::size_t kDeepest = 1000;

constexpr std::int64_t kMostWeight = kNever / 4;

std::int64_t crossings_within(std::span<const Mapped> pairs) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (const Mapped other : pairs.subspan(i + 1)) count += cross(pairs[i], other);
  }
  return count;
}

// Least cost of an ordered mapping of the words from (k, s) on: (size + 1) × width.
void fill_rest(const OrderedPairs& pairs, const std::vector<std::int64_t>& costs, std::vector<std::int64_t>& rest) {
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
void trace(const OrderedPairs& pairs, const std::vector<std::int64_t>& costs, const std::vector<std::int64_t>& rest,
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

bool FewestCrossings::add(std::vector<MatchGroup> groups, OpenAlignment& alignment) {
  // what is left is for mappings that are good, if not the best
  budget_ = {.watch = &watch_, .most_steps = bound_ / 2, .most_held = kMostHeld};
  std::vector<Mapped>& settled = alignment.settled;
  for (MatchGroup& group : groups) {
    const std::size_t rows = group.hypothesis.size();
    if (group.alike && rows == group.reference.size()) {
      for (std::size_t k = 0; k < rows; ++k) settled.push_back({group.hypothesis[k], group.reference[k], group.stage});
      continue;
    }
    if (!group.alike) {
      used_.assign(group.reference.size(), 0);
      budget_.cut = budget_.cut || group.possible.empty() || rows > kDeepest;
      if (!budget_.cut) list_largest(group, 0, group.size());
      if (budget_.cut) group.listed.clear();
      if (group.listed.size() == group.size()) {
        settled.insert(settled.end(), group.listed.begin(), group.listed.end());
        continue;
      }
    }
    alignment.groups.push_back(std::move(group));
  }
  return !budget_.cut;
}

bool FewestCrossings::find(const OpenAlignment& alignment, std::vector<Mapping>& best) {
  std::span<const std::int32_t> numbers;
  if (prepare(alignment, 1)) numbers = cheapest_.find(choices_, settled_, upper_ + 1, weights_, budget_);
  best.clear();
  for (std::size_t g = 0; g < alignment.groups.size(); ++g) {
    const MatchGroup& group = alignment.groups[g];
    if (!group.chosen.empty()) {
      best.push_back(group.chosen);
      continue;
    }
    const std::size_t c = choice_of_[g];
    const std::span<const Mapped> greedy(choices_[c].greedy);
    const auto pairs = numbers.empty() ? greedy : choices_[c].mapping(static_cast<std::size_t>(numbers[c]));
    best.emplace_back(pairs.begin(), pairs.end());
  }
  return !budget_.cut;
}

bool FewestCrossings::find_all(const OpenAlignment& alignment, std::span<const std::size_t> some,
                               std::vector<std::vector<Mapping>>& ways) {
  std::vector<std::int32_t> numbers;
  std::vector<std::size_t> chosen;
  if (prepare(alignment, 0)) {
    for (const std::size_t g : some) chosen.push_back(choice_of_[g]);
    numbers = cheapest_.find_all(choices_, chosen, settled_, upper_ + 1, weights_, budget_);
  }
  ways.clear();
  for (std::size_t k = 0; k < numbers.size(); k += some.size()) {
    std::vector<Mapping>& way = ways.emplace_back();
    for (std::size_t n = 0; n < some.size(); ++n) {
      const auto pairs = choices_[chosen[n]].mapping(static_cast<std::size_t>(numbers[k + n]));
      way.emplace_back(pairs.begin(), pairs.end());
    }
  }
  if (ways.empty()) {
    std::vector<Mapping>& way = ways.emplace_back();
    for (const std::size_t g : some) way.push_back(choices_[choice_of_[g]].greedy);
  }
  return !budget_.cut;
}

// Gives every choice a good mapping, and if it can be searched, lists the mappings that can be in a best solution.
bool FewestCrossings::prepare(const OpenAlignment& alignment, std::int64_t chunk) {
  budget_ = {.watch = &watch_, .most_steps = bound_, .most_held = kMostHeld};
  choices_.clear();
  choice_of_.clear();
  if (alignment.groups.empty()) return false;
  settled_ = alignment.settled;
  for (const MatchGroup& group : alignment.groups) {
    choice_of_.push_back(choices_.size());
    settled_.insert(settled_.end(), group.chosen.begin(), group.chosen.end());
    if (!group.chosen.empty()) continue;
    choices_.push_back({.group = &group, .size = group.size()});
    if (group.alike) continue;
    choices_.back().greedy = group.largest;
    choices_.back().listed = group.listed;
    budget_.cut = budget_.cut || group.listed.empty() || !budget_.hold(group.listed.size() * sizeof(Mapped));
  }
  if (choices_.empty()) return false;
  set_weights(chunk);
  draw_settled();
  if (!choose_greedily() || !can_search()) return false;
  bound_below();
  list_cheap();
  return !budget_.cut;
}

// Crossings of a stage that are not settled are at most as many as its pairs times those of choices, and its pairs of
// choices times all; where the weights of that would be too large, all crossings weigh the same, and nothing is
// searched.
void FewestCrossings::set_weights(std::int64_t chunk) {
  std::int32_t last = 0;
  for (const Mapped pair : settled_) last = std::max(last, pair.stage);
  for (const MappingChoice& choice : choices_) last = std::max(last, choice.group->stage);
  const auto stages = static_cast<std::size_t>(last) + 1;
  std::vector<double> open(stages, 0), every(stages, 0);
  for (const Mapped pair : settled_) ++every[static_cast<std::size_t>(pair.stage)];
  for (const MappingChoice& choice : choices_) {
    open[static_cast<std::size_t>(choice.group->stage)] += static_cast<double>(choice.size);
    every[static_cast<std::size_t>(choice.group->stage)] += static_cast<double>(choice.size);
  }
  weights_ = {.halves = std::vector<std::int64_t>(stages, 1), .chunk = chunk};
  double all = std::reduce(every.begin(), every.end()), choosing = std::reduce(open.begin(), open.end());
  double half = all + 2;
  std::vector<std::int64_t> halves(stages);
  for (std::size_t stage = stages; stage-- > 0;) {
    halves[stage] = static_cast<std::int64_t>(half);
    half *= 2 * (every[stage] * choosing + open[stage] * all + 1);
    if (half > static_cast<double>(kMostWeight)) {
      budget_.cut = true;
      return;
    }
    all -= every[stage];
    choosing -= open[stage];
  }
  weights_.halves = std::move(halves);
}

void FewestCrossings::draw_settled() {
  std::size_t hypothesis = 0, reference = 0;
  const auto reach = [&](std::int32_t h, std::int32_t r) {
    hypothesis = std::max(hypothesis, static_cast<std::size_t>(h) + 1);
    reference = std::max(reference, static_cast<std::size_t>(r) + 1);
  };
  for (const Mapped pair : settled_) reach(pair.hypothesis, pair.reference);
  for (const MappingChoice& choice : choices_) reach(choice.group->hypothesis.back(), choice.group->reference.back());
  lines_.resize(weights_.halves.size());
  for (MappedLines& lines : lines_) lines.reset(hypothesis, reference);
  all_lines_.reset(hypothesis, reference);
  for (const Mapped& pair : settled_) lines_[static_cast<std::size_t>(pair.stage)].add({&pair, 1});
  count_crossings(settled_crossings_);
}

// Of all pairs with one another, by stage.
void FewestCrossings::count_crossings(std::vector<std::int64_t>& counts) {
  counts.assign(lines_.size(), 0);
  all_lines_.clear();
  std::int64_t before = 0;
  for (std::size_t stage = 0; stage < lines_.size(); ++stage) {
    if (lines_[stage].empty()) continue;
    all_lines_.add(lines_[stage]);
    const std::int64_t crossings = all_lines_.crossings();
    counts[stage] = crossings - before;
    before = crossings;
  }
}

// Gives every choice a mapping that is good beside all others, as far as the bound allows, and sets `upper_` to the
// weight of the crossings of these mappings with one another and with what is settled. False if nothing can be
// searched.
bool FewestCrossings::choose_greedily() {
  const auto total = [this] {
    count_crossings(all_crossings_);
    std::int64_t sum = 0;
    for (std::size_t stage = 0; stage < all_crossings_.size(); ++stage) {
      sum += 2 * weights_.halves[stage] * (all_crossings_[stage] - settled_crossings_[stage]);
    }
    return sum;
  };
  for (MappingChoice& choice : choices_) take_best(choice);
  for (const MappingChoice& choice : choices_) lines_of(choice).add(choice.greedy);
  upper_ = total();
  for (std::int64_t before = kNever; upper_ > 0 && upper_ < before && budget_.steps <= budget_.most_steps;) {
    before = upper_;
    for (MappingChoice& choice : choices_) {
      lines_of(choice).remove(choice.greedy);
      take_best(choice);
      lines_of(choice).add(choice.greedy);
    }
    upper_ = total();
  }
  return !budget_.cut;
}

MappedLines& FewestCrossings::lines_of(const MappingChoice& choice) {
  return lines_[static_cast<std::size_t>(choice.group->stage)];
}

std::size_t FewestCrossings::words() const { return lines_.size() * lines_[0].words(); }

// Of each ordered pair of a choice with all lines.
void FewestCrossings::weigh_crossings(const MappingChoice& choice, std::vector<std::int64_t>& costs) {
  const OrderedPairs pairs(*choice.group);
  costs.assign(pairs.cells(), 0);
  for (std::size_t stage = 0; stage < lines_.size(); ++stage) {
    if (lines_[stage].empty()) continue;
    lines_[stage].add_crossings(pairs, 2 * weights_.half(choice.group->stage, static_cast<std::int32_t>(stage)), costs);
  }
}

// Gives a choice the first of its mappings with the fewest crossings; what it has, or the first of all, if that would
// take too long.
void FewestCrossings::take_best(MappingChoice& choice) {
  if (choice.group->alike) {
    const OrderedPairs pairs(*choice.group);
    if (pairs.cells() <= kMostCells && budget_.spend(words() + pairs.cells())) {
      weigh_crossings(choice, crossings_);
      fill_rest(pairs, crossings_, rest_);
      trace(pairs, crossings_, rest_, choice.greedy);
    } else if (choice.greedy.empty()) {
      for (std::size_t k = 0; k < pairs.size(); ++k) choice.greedy.push_back(pairs.pair(k, 0));
    }
    return;
  }
  if (!budget_.spend(choice.listed.size() * (words() + choice.size))) return;
  std::int64_t least = kNever;
  for (std::size_t x = 0; x < choice.mappings(); ++x) {
    const auto mapping = choice.mapping(x);
    const std::int64_t cost = weight_of(mapping);
    if (cost >= least) continue;
    least = cost;
    choice.greedy.assign(mapping.begin(), mapping.end());
  }
}

// Of the crossings of pairs of one stage with one another and with all lines.
std::int64_t FewestCrossings::weight_of(std::span<const Mapped> mapping) const {
  const std::int32_t own = mapping.front().stage;
  std::int64_t sum = 2 * weights_.half(own, own) * crossings_within(mapping);
  for (std::size_t stage = 0; stage < lines_.size(); ++stage) {
    if (lines_[stage].empty()) continue;
    const std::int64_t weight = 2 * weights_.half(own, static_cast<std::int32_t>(stage));
    for (const Mapped pair : mapping) sum += weight * lines_[stage].crossings(pair);
  }
  return sum;
}

bool FewestCrossings::can_search() {
  std::size_t cells = 0;
  for (const MappingChoice& choice : choices_) {
    if (!choice.group->alike) continue;
    cells += OrderedPairs(*choice.group).cells();
    budget_.cut = budget_.cut || choice.size > kDeepest;
  }
  budget_.cut = budget_.cut || choices_.size() > kDeepest || cells > kMostCells;
  return !budget_.cut && budget_.spend(choices_.size() * words() + cells * choices_.size() * kLookup);
}

// What each group costs at least: its crossings with what is settled, and half of what it must cross of the others.
void FewestCrossings::bound_below() {
  for (const MappingChoice& choice : choices_) lines_of(choice).remove(choice.greedy);
  for (MappingChoice& choice : choices_) {
    if (!choice.group->alike) continue;
    const OrderedPairs pairs(*choice.group);
    weigh_crossings(choice, choice.halves);
    for (std::size_t cell = 0; cell < choice.halves.size(); ++cell) {
      const Mapped pair = pairs.pair(cell / pairs.width(), cell % pairs.width());
      for (const MappingChoice& other : choices_) {
        if (&other == &choice) continue;
        choice.halves[cell] += must_cross(pair, *other.group) * weights_.half(pair.stage, other.group->stage);
      }
    }
    fill_rest(pairs, choice.halves, choice.rest);
    choice.least = choice.rest[0];
  }
}

// Lists the mappings of each group that can be in a solution no worse than the greedy mappings.
void FewestCrossings::list_cheap() {
  std::int64_t spare = upper_;
  for (const MappingChoice& choice : choices_) spare -= choice.least;
  for (MappingChoice& choice : choices_) {
    if (!choice.group->alike || budget_.cut) continue;
    list_ordered(choice, OrderedPairs(*choice.group), 0, choice.least + spare);
  }
}

// Keeps the mapping that is complete.
void FewestCrossings::list(std::vector<Mapped>& listed) {
  if (!budget_.hold(partial_.size() * (sizeof(Mapped) + sizeof(std::int32_t)))) return;
  listed.insert(listed.end(), partial_.begin(), partial_.end());
}

// Lists the mappings without crossings within the group that weigh at most `left`.
void FewestCrossings::list_ordered(MappingChoice& choice, const OrderedPairs& pairs, std::size_t s, std::int64_t left) {
  const std::size_t k = partial_.size(), width = pairs.width();
  if (k == choice.size) return list(choice.listed);
  for (; s < width && budget_.spend(1); ++s) {
    if (choice.rest[k * width + s] > left) return;
    const std::int64_t more = choice.halves[k * width + s];
    if (more + choice.rest[(k + 1) * width + s] > left) continue;
    partial_.push_back(pairs.pair(k, s));
    list_ordered(choice, pairs, s, left - more);
    partial_.pop_back();
    if (budget_.cut) return;
  }
}

// Lists all mappings of the largest size where not all words match.
void FewestCrossings::list_largest(MatchGroup& group, std::size_t h, std::size_t missing) {
  const std::vector<std::int32_t>&hypothesis = group.hypothesis, &reference = group.reference;
  if (!budget_.spend(reference.size())) return;
  if (missing == 0) return list(group.listed);
  if (hypothesis.size() - h < missing) return;
  for (std::size_t r = 0; r < reference.size() && !budget_.cut; ++r) {
    if (used_[r] || !group.matches(h, r)) continue;
    used_[r] = 1;
    partial_.push_back({hypothesis[h], reference[r], group.stage});
    list_largest(group, h + 1, missing - 1);
    partial_.pop_back();
    used_[r] = 0;
  }
  if (!budget_.cut) list_largest(group, h + 1, missing);
}

}  // namespace steelyard
