#include "measures/alignments/stage_groups.hpp"

#include <algorithm>
#include <utility>

namespace steelyard {

namespace {

constexpr std::int32_t kAlone = -1;
// Where not all words of a group match, so many pairs of words of a stage are looked at; larger groups are not
// searched.
constexpr std::size_t kMostPairs = std::size_t{1} << 22;

std::size_t id(Ids words, std::int32_t position) {
  return static_cast<std::size_t>(words[static_cast<std::size_t>(position)]);
}

void mark(std::vector<std::uint8_t>& words, std::span<const std::int32_t> places, std::uint8_t value) {
  for (const std::int32_t place : places) words[static_cast<std::size_t>(place)] = value;
}

}  // namespace

// Calls `use` with the words of each key that both texts have.
template <class Use>
void StageGroups::each_shared_key(std::int32_t first_reference, Use use) {
  for (auto run = entries_.begin(); run != entries_.end();) {
    const auto end = std::find_if(run, entries_.end(), [&](const KeyEntry& e) { return e.key != run->key; });
    if (run->node < first_reference && std::prev(end)->node >= first_reference) use(std::span(run, end));
    run = end;
  }
}

std::vector<MatchGroup> StageGroups::find(Ids hypothesis, Ids reference, std::int32_t stage,
                                          const OpenAlignment& alignment) {
  const Keys& keys = *stages_[static_cast<std::size_t>(stage)];
  const auto first_reference = static_cast<std::int32_t>(hypothesis.size());
  mark_mapped(hypothesis.size(), reference.size(), alignment);
  gather_entries(hypothesis, reference, keys);
  join_words(first_reference, hypothesis.size() + reference.size());
  gather_groups(first_reference, stage);
  find_alike(first_reference);
  find_possible(hypothesis, reference, keys);
  find_largest(first_reference, hypothesis.size() + reference.size());
  return std::move(groups_);
}

// Words of a group without a chosen mapping count as mapped, for nothing after it could map them.
void StageGroups::mark_mapped(std::size_t hypothesis, std::size_t reference, const OpenAlignment& alignment) {
  hypothesis_mapped_.assign(hypothesis, 0);
  reference_mapped_.assign(reference, 0);
  const auto mark_pairs = [this](std::span<const Mapped> pairs) {
    for (const Mapped pair : pairs) {
      hypothesis_mapped_[static_cast<std::size_t>(pair.hypothesis)] = 1;
      reference_mapped_[static_cast<std::size_t>(pair.reference)] = 1;
    }
  };
  mark_pairs(alignment.settled);
  for (const MatchGroup& group : alignment.groups) {
    mark_pairs(group.chosen);
    if (!group.chosen.empty()) continue;
    mark(hypothesis_mapped_, group.hypothesis, 1);
    mark(reference_mapped_, group.reference, 1);
  }
}

std::vector<std::size_t> StageGroups::deciding(Ids hypothesis, Ids reference, std::int32_t stage,
                                               const OpenAlignment& alignment) {
  std::vector<std::size_t> found;
  std::size_t first = alignment.groups.size();
  while (first > 0 && alignment.groups[first - 1].stage == stage) --first;
  if (first == alignment.groups.size()) return found;
  mark_mapped(hypothesis.size(), reference.size(), alignment);
  for (std::size_t g = first; g < alignment.groups.size(); ++g) {
    const MatchGroup& group = alignment.groups[g];
    if (group.size() < group.hypothesis.size()) mark(hypothesis_mapped_, group.hypothesis, 0);
    if (group.size() < group.reference.size()) mark(reference_mapped_, group.reference, 0);
  }
  meeting_.assign(hypothesis.size() + reference.size(), 0);
  for (auto later = static_cast<std::size_t>(stage) + 1; later < stages_.size(); ++later) {
    mark_meeting(hypothesis, reference, *stages_[later]);
  }
  const auto meets = [&](const std::vector<std::int32_t>& places, std::size_t before) {
    return std::ranges::any_of(places, [&](std::int32_t p) { return meeting_[before + static_cast<std::size_t>(p)]; });
  };
  for (std::size_t g = first; g < alignment.groups.size(); ++g) {
    const MatchGroup& group = alignment.groups[g];
    if (meets(group.hypothesis, 0) || meets(group.reference, hypothesis.size())) found.push_back(g);
  }
  return found;
}

// Marks the words that share a key with a word of the other text, of those that are not mapped.
void StageGroups::mark_meeting(Ids hypothesis, Ids reference, const Keys& keys) {
  const auto first_reference = static_cast<std::int32_t>(hypothesis.size());
  gather_entries(hypothesis, reference, keys);
  each_shared_key(first_reference, [this](std::span<const KeyEntry> run) {
    for (const KeyEntry& entry : run) meeting_[static_cast<std::size_t>(entry.node)] = 1;
  });
}

// The free words by key.
void StageGroups::gather_entries(Ids hypothesis, Ids reference, const Keys& keys) {
  watch_.steps(hypothesis.size() + reference.size());
  entries_.clear();
  add_entries(hypothesis, keys, hypothesis_mapped_, 0);
  add_entries(reference, keys, reference_mapped_, static_cast<std::int32_t>(hypothesis.size()));
  std::ranges::sort(entries_);
}

// All match all where one text has a single word, and where all words have a key in common.
void StageGroups::find_alike(std::int32_t first_reference) {
  for (MatchGroup& group : groups_) group.alike = group.hypothesis.size() == 1 || group.reference.size() == 1;
  each_shared_key(first_reference, [this](std::span<const KeyEntry> run) {
    MatchGroup& group = groups_[static_cast<std::size_t>(group_of_[static_cast<std::size_t>(root(run[0].node))])];
    group.alike = group.alike || run.size() == group.hypothesis.size() + group.reference.size();
  });
}

void StageGroups::find_possible(Ids hypothesis, Ids reference, const Keys& keys) {
  std::size_t pairs = 0;
  for (MatchGroup& group : groups_) {
    if (group.alike) continue;
    pairs += group.hypothesis.size() * group.reference.size();
    watch_.steps(group.hypothesis.size() * group.reference.size());
    if (pairs > kMostPairs) return;
    for (const std::int32_t h : group.hypothesis) {
      for (const std::int32_t r : group.reference) {
        group.possible.push_back(common_keys(keys[id(hypothesis, h)], keys[id(reference, r)]) > 0);
      }
    }
    group.alike = std::ranges::find(group.possible, 0) == group.possible.end();
  }
}

// A largest mapping of each group where not all words match.
void StageGroups::find_largest(std::int32_t first_reference, std::size_t nodes) {
  if (std::ranges::all_of(groups_, &MatchGroup::alike)) return;
  unlike_.assign(nodes, 0);
  for (const MatchGroup& group : groups_) {
    if (group.alike) continue;
    for (const std::int32_t h : group.hypothesis) unlike_[static_cast<std::size_t>(h)] = 1;
    for (const std::int32_t r : group.reference) unlike_[static_cast<std::size_t>(first_reference + r)] = 1;
  }
  largest_.find(entries_, unlike_, first_reference);
  for (MatchGroup& group : groups_) {
    if (group.alike) continue;
    for (const std::int32_t h : group.hypothesis) {
      if (const std::int32_t node = largest_.partner(h); node >= 0) {
        group.largest.push_back({h, node - first_reference, group.stage});
      }
    }
  }
}

void StageGroups::add_entries(Ids words, const Keys& keys, const std::vector<std::uint8_t>& mapped,
                              std::int32_t first) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (mapped[i]) continue;
    for (const std::int32_t key : keys[static_cast<std::size_t>(words[i])]) {
      entries_.push_back({key, first + static_cast<std::int32_t>(i)});
    }
  }
}

// Joins the words of both texts that share a key; words without a partner stay kAlone.
void StageGroups::join_words(std::int32_t first_reference, std::size_t nodes) {
  parent_.assign(nodes, kAlone);
  each_shared_key(first_reference, [this](std::span<const KeyEntry> run) {
    for (const KeyEntry& entry : run) {
      std::int32_t& parent = parent_[static_cast<std::size_t>(entry.node)];
      if (parent == kAlone) parent = entry.node;
      parent_[static_cast<std::size_t>(root(entry.node))] = root(run[0].node);
    }
  });
}

std::int32_t StageGroups::root(std::int32_t node) {
  const auto parent = [this](std::int32_t of) -> std::int32_t& { return parent_[static_cast<std::size_t>(of)]; };
  for (; parent(node) != node; node = parent(node)) parent(node) = parent(parent(node));
  return node;
}

void StageGroups::gather_groups(std::int32_t first_reference, std::int32_t stage) {
  groups_.clear();
  group_of_.assign(parent_.size(), kAlone);
  for (std::size_t node = 0; node < parent_.size(); ++node) {
    if (parent_[node] == kAlone) continue;
    std::int32_t& group = group_of_[static_cast<std::size_t>(root(static_cast<std::int32_t>(node)))];
    if (group == kAlone) {
      group = static_cast<std::int32_t>(groups_.size());
      groups_.push_back({.stage = stage});
    }
    MatchGroup& words = groups_[static_cast<std::size_t>(group)];
    const auto position = static_cast<std::int32_t>(node);
    if (position < first_reference) {
      words.hypothesis.push_back(position);
    } else {
      words.reference.push_back(position - first_reference);
    }
  }
}

}  // namespace steelyard
