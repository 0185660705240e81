#include "measures/alignments/fewest_crossings.hpp"

#include <algorithm>
#include <limits>

namespace steelyard {

namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max() / 2;
// A search that needs more than this is cut: ordered pairs of all groups, bytes of listed mappings, nested calls.
constexpr std::size_t kMostCells = std::size_t{1} << 21;
constexpr std::size_t kMostHeld = std::size_t{1} << 25;
constexpr std::size_t kDeepest = 1000;

std::int64_t crossings_within(std::span<const Mapped> pairs) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (const Mapped other : pairs.subspan(i + 1)) count += cross(pairs[i], other);
  }
  return count;
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
  budget_ = {.watch = &watch_, .most_held = kMostHeld};
  settle(groups, mapped);
  if (choices_.empty()) return !budget_.cut;
  lines_.reset(hypothesis_words_, reference_words_);
  lines_.add(mapped);
  std::int64_t spare = 2 * choose_greedily();
  std::span<const std::int32_t> best;
  if (can_search()) {
    // one more than what the greedy mapping costs at most, so that its equal is found
    const std::int64_t upper = spare * kHalf + 1;
    bound_below();
    for (const MappingChoice& choice : choices_) spare -= choice.least;
    for (MappingChoice& choice : choices_) {
      if (choice.group->alike && !budget_.cut)
        list_ordered(choice, OrderedPairs(*choice.group), 0, choice.least + spare);
    }
    if (!budget_.cut) best = cheapest_.find(choices_, mapped, upper, budget_);
  }
  for (std::size_t c = 0; c < choices_.size(); ++c) {
    const MappingChoice& choice = choices_[c];
    const std::span<const Mapped> greedy(choice.greedy);
    const auto pairs = best.empty() ? greedy : choice.mapping(static_cast<std::size_t>(best[c]));
    mapped.insert(mapped.end(), pairs.begin(), pairs.end());
  }
  return !budget_.cut;
}

// Groups with one largest mapping go straight to `mapped`; the others become choices.
void FewestCrossings::settle(std::span<const MatchGroup> groups, std::vector<Mapped>& mapped) {
  choices_.clear();
  hypothesis_words_ = reference_words_ = 0;
  budget_.most_steps = bound_ / 2;  // what is left is for mappings that are good, if not the best
  for (const Mapped pair : mapped) {
    hypothesis_words_ = std::max(hypothesis_words_, static_cast<std::size_t>(pair.hypothesis) + 1);
    reference_words_ = std::max(reference_words_, static_cast<std::size_t>(pair.reference) + 1);
  }
  for (const MatchGroup& group : groups) {
    const std::size_t rows = group.hypothesis.size(), columns = group.reference.size();
    hypothesis_words_ = std::max(hypothesis_words_, static_cast<std::size_t>(group.hypothesis.back()) + 1);
    reference_words_ = std::max(reference_words_, static_cast<std::size_t>(group.reference.back()) + 1);
    MappingChoice choice{.group = &group, .size = group.alike ? std::min(rows, columns) : group.largest.size()};
    if (group.alike && rows == columns) {
      for (std::size_t k = 0; k < rows; ++k) mapped.push_back({group.hypothesis[k], group.reference[k]});
      continue;
    }
    if (!group.alike) {
      choice.greedy = group.largest;
      used_.assign(columns, 0);
      budget_.cut = budget_.cut || group.possible.empty() || rows > kDeepest;
      if (!budget_.cut) list_largest(choice, 0, choice.size);
      if (!budget_.cut && choice.mappings() == 1) {
        mapped.insert(mapped.end(), choice.listed.begin(), choice.listed.end());
        continue;
      }
    }
    choices_.push_back(std::move(choice));
  }
  budget_.most_steps = bound_;
}

// Gives every choice a mapping that is good beside all others, as far as the bound allows, and returns the crossings of
// these mappings with one another and with what is settled.
std::int64_t FewestCrossings::choose_greedily() {
  const std::int64_t settled = lines_.crossings();
  for (MappingChoice& choice : choices_) take_best(choice);
  for (const MappingChoice& choice : choices_) lines_.add(choice.greedy);
  std::int64_t total = lines_.crossings() - settled;
  for (std::int64_t before = kNever; total > 0 && total < before && budget_.steps <= budget_.most_steps;) {
    before = total;
    for (MappingChoice& choice : choices_) {
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
void FewestCrossings::take_best(MappingChoice& choice) {
  if (choice.group->alike) {
    const OrderedPairs pairs(*choice.group);
    if (pairs.cells() <= kMostCells && budget_.spend(lines_.words() + pairs.cells())) {
      lines_.crossings(pairs, crossings_);
      fill_rest(pairs, crossings_, rest_);
      trace(pairs, crossings_, rest_, choice.greedy);
    } else if (choice.greedy.empty()) {
      for (std::size_t k = 0; k < pairs.size(); ++k) choice.greedy.push_back(pairs.pair(k, 0));
    }
    return;
  }
  if (!budget_.spend(choice.listed.size() * (lines_.words() + choice.size))) return;
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
  for (const MappingChoice& choice : choices_) {
    if (!choice.group->alike) continue;
    cells += OrderedPairs(*choice.group).cells();
    budget_.cut = budget_.cut || choice.size > kDeepest;
  }
  budget_.cut = budget_.cut || choices_.size() > kDeepest || cells > kMostCells;
  return !budget_.cut && budget_.spend(choices_.size() * lines_.words() + cells * choices_.size() * kLookup);
}

// What each group costs at least: its crossings with what is settled, and half of what it must cross of the others.
void FewestCrossings::bound_below() {
  for (const MappingChoice& choice : choices_) lines_.remove(choice.greedy);
  for (MappingChoice& choice : choices_) {
    if (!choice.group->alike) continue;
    const OrderedPairs pairs(*choice.group);
    lines_.crossings(pairs, choice.halves);
    for (std::size_t cell = 0; cell < choice.halves.size(); ++cell) {
      choice.halves[cell] *= 2;
      const Mapped pair = pairs.pair(cell / pairs.width(), cell % pairs.width());
      for (const MappingChoice& other : choices_) {
        if (&other != &choice) choice.halves[cell] += must_cross(pair, *other.group);
      }
    }
    fill_rest(pairs, choice.halves, choice.rest);
    choice.least = choice.rest[0];
  }
}

// Keeps the mapping that is complete.
void FewestCrossings::list(MappingChoice& choice) {
  if (!budget_.hold(choice.size * (sizeof(Mapped) + sizeof(std::int32_t)))) return;
  choice.listed.insert(choice.listed.end(), partial_.begin(), partial_.end());
}

// Lists the mappings without crossings within the group that cost at most `left` halves.
void FewestCrossings::list_ordered(MappingChoice& choice, const OrderedPairs& pairs, std::size_t s, std::int64_t left) {
  const std::size_t k = partial_.size(), width = pairs.width();
  if (k == choice.size) return list(choice);
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
void FewestCrossings::list_largest(MappingChoice& choice, std::size_t h, std::size_t missing) {
  const std::vector<std::int32_t>&hypothesis = choice.group->hypothesis, &reference = choice.group->reference;
  if (!budget_.spend(reference.size())) return;
  if (missing == 0) return list(choice);
  if (hypothesis.size() - h < missing) return;
  for (std::size_t r = 0; r < reference.size() && !budget_.cut; ++r) {
    if (used_[r] || !choice.group->matches(h, r)) continue;
    used_[r] = 1;
    partial_.push_back({hypothesis[h], reference[r]});
    list_largest(choice, h + 1, missing - 1);
    partial_.pop_back();
    used_[r] = 0;
  }
  if (!budget_.cut) list_largest(choice, h + 1, missing);
}

}  // namespace steelyard
