#include "measures/alignments/unigram_alignment.hpp"

#include <algorithm>
#include <stdexcept>

namespace steelyard {

namespace {

constexpr std::int32_t kAlone = -1;
// Where not all words of a group match, so many pairs of words of a stage are looked at; larger groups are not
// searched.
constexpr std::size_t kMostPairs = std::size_t{1} << 22;

std::size_t id(Ids words, std::int32_t position) {
  return static_cast<std::size_t>(words[static_cast<std::size_t>(position)]);
}

void check_number(const UnigramAlignments& all, std::size_t stages) {
  const auto last = std::ranges::max_element(all.pairs, {}, &AlignedPair::stage);
  if (last != all.pairs.end() && static_cast<std::size_t>(last->stage) >= stages) {
    throw std::invalid_argument("the alignments have more stages");
  }
}

}  // namespace

void UnigramAlignment::align(Ids hypothesis, Ids reference) {
  pairs_.clear();
  mapped_.clear();
  hypothesis_mapped_.assign(hypothesis.size(), 0);
  reference_mapped_.assign(reference.size(), 0);
  cut_ = 0;
  steps_ = 0;
  for (std::size_t stage = 0; stage < stages_.size(); ++stage) {
    find_groups(hypothesis, reference, *stages_[stage]);
    const std::size_t before = mapped_.size();
    cut_ += !search_.extend(mapped_, groups_);
    steps_ = std::max(steps_, search_.steps());
    for (std::size_t k = before; k < mapped_.size(); ++k) {
      const auto [h, r] = mapped_[k];
      hypothesis_mapped_[static_cast<std::size_t>(h)] = reference_mapped_[static_cast<std::size_t>(r)] = 1;
      pairs_.push_back({h, r, static_cast<std::int32_t>(stage)});
    }
  }
  std::ranges::sort(pairs_, {}, &AlignedPair::hypothesis);
}

// The connected parts of the graph of possible pairs, by their first word in the hypothesis.
void UnigramAlignment::find_groups(Ids hypothesis, Ids reference, const Keys& keys) {
  const auto first_reference = static_cast<std::int32_t>(hypothesis.size());
  watch_.steps(hypothesis.size() + reference.size());
  entries_.clear();
  add_entries(hypothesis, keys, hypothesis_mapped_, 0);
  add_entries(reference, keys, reference_mapped_, first_reference);
  std::ranges::sort(entries_);
  join_words(first_reference, hypothesis.size() + reference.size());
  gather_groups(first_reference);
  find_alike(first_reference);
  find_possible(hypothesis, reference, keys);
  find_largest(first_reference, hypothesis.size() + reference.size());
}

// All match all where one text has a single word, and where all words have a key in common.
void UnigramAlignment::find_alike(std::int32_t first_reference) {
  for (MatchGroup& group : groups_) group.alike = group.hypothesis.size() == 1 || group.reference.size() == 1;
  for (auto run = entries_.begin(); run != entries_.end();) {
    const auto end = std::find_if(run, entries_.end(), [&](const KeyEntry& e) { return e.key != run->key; });
    if (run->node < first_reference && std::prev(end)->node >= first_reference) {
      MatchGroup& group = groups_[static_cast<std::size_t>(group_of_[static_cast<std::size_t>(root(run->node))])];
      const auto words = static_cast<std::size_t>(end - run);
      group.alike = group.alike || words == group.hypothesis.size() + group.reference.size();
    }
    run = end;
  }
}

void UnigramAlignment::find_possible(Ids hypothesis, Ids reference, const Keys& keys) {
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
void UnigramAlignment::find_largest(std::int32_t first_reference, std::size_t nodes) {
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
        group.largest.push_back({h, node - first_reference});
      }
    }
  }
}

void UnigramAlignment::add_entries(Ids words, const Keys& keys, const std::vector<std::uint8_t>& mapped,
                                   std::int32_t first) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (mapped[i]) continue;
    for (const std::int32_t key : keys[static_cast<std::size_t>(words[i])]) {
      entries_.push_back({key, first + static_cast<std::int32_t>(i)});
    }
  }
}

// Joins the words of both texts that share a key; words without a partner stay kAlone.
void UnigramAlignment::join_words(std::int32_t first_reference, std::size_t nodes) {
  parent_.assign(nodes, kAlone);
  for (auto run = entries_.begin(); run != entries_.end();) {
    const auto end = std::find_if(run, entries_.end(), [&](const KeyEntry& e) { return e.key != run->key; });
    if (run->node < first_reference && std::prev(end)->node >= first_reference) {
      for (auto entry = run; entry != end; ++entry) {
        std::int32_t& parent = parent_[static_cast<std::size_t>(entry->node)];
        if (parent == kAlone) parent = entry->node;
        parent_[static_cast<std::size_t>(root(entry->node))] = root(run->node);
      }
    }
    run = end;
  }
}

std::int32_t UnigramAlignment::root(std::int32_t node) {
  const auto parent = [this](std::int32_t of) -> std::int32_t& { return parent_[static_cast<std::size_t>(of)]; };
  for (; parent(node) != node; node = parent(node)) parent(node) = parent(parent(node));
  return node;
}

void UnigramAlignment::gather_groups(std::int32_t first_reference) {
  groups_.clear();
  group_of_.assign(parent_.size(), kAlone);
  for (std::size_t node = 0; node < parent_.size(); ++node) {
    if (parent_[node] == kAlone) continue;
    std::int32_t& group = group_of_[static_cast<std::size_t>(root(static_cast<std::int32_t>(node)))];
    if (group == kAlone) {
      group = static_cast<std::int32_t>(groups_.size());
      groups_.emplace_back();
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

std::int32_t chunks_of(std::span<const AlignedPair> pairs) {
  std::int32_t chunks = 0;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    chunks += k == 0 || pairs[k].hypothesis != pairs[k - 1].hypothesis + pairs[k - 1].hypothesis_words ||
              pairs[k].reference != pairs[k - 1].reference + pairs[k - 1].reference_words;
  }
  return chunks;
}

void check_stages(const Tokens& hypotheses, const Tokens& references, std::span<const Keys* const> stages) {
  check_same_size(hypotheses, references);
  for (const Tokens* tokens : {&hypotheses, &references}) {
    for (const Keys* keys : stages) {
      if (!tokens->vocabulary || tokens->vocabulary->size() > keys->size()) {
        throw std::invalid_argument("the keys are not of this vocabulary");
      }
    }
  }
}

UnigramAlignments align_unigrams(const Tokens& hypotheses, const Tokens& references, std::vector<const Keys*> stages,
                                 std::int64_t bound, const Stop* stop) {
  check_stages(hypotheses, references, stages);
  UnigramAlignments all;
  Watch watch(stop);
  UnigramAlignment one(std::move(stages), bound, watch);
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    one.align(references.present[i] ? hypotheses[i] : Ids(), references[i]);
    all.pairs.insert(all.pairs.end(), one.pairs().begin(), one.pairs().end());
    all.offsets.push_back(static_cast<std::int64_t>(all.pairs.size()));
    all.cut.push_back(one.cut());
    all.steps = std::max(all.steps, one.steps());
  }
  return all;
}

std::vector<std::int32_t> stage_counts(const UnigramAlignments& all, std::size_t stages) {
  check_number(all, stages);
  const std::size_t fields = stages + 2;
  std::vector<std::int32_t> out(all.size() * fields, 0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::span row = std::span(out).subspan(i * fields, fields);
    for (const AlignedPair& pair : all[i]) row[static_cast<std::size_t>(pair.stage)] += pair.hypothesis_words;
    row[stages] = chunks_of(all[i]);
    row[stages + 1] = all.cut[i];
  }
  return out;
}

std::vector<std::int32_t> reference_counts(const UnigramAlignments& all, std::int32_t stage) {
  std::vector<std::int32_t> out(all.size(), 0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const AlignedPair& pair : all[i]) out[i] += pair.stage == stage ? pair.reference_words : 0;
  }
  return out;
}

std::vector<std::int32_t> listed_counts(const UnigramAlignments& all, std::size_t stages, const Tokens& hypotheses,
                                        const Tokens& references, const Keys& list) {
  check_number(all, stages);
  const Keys* const lists[] = {&list};
  check_stages(hypotheses, references, lists);
  if (all.size() != hypotheses.size()) throw std::invalid_argument("alignments and texts differ in number");
  const auto is_listed = [&list](std::int32_t id) { return !list[static_cast<std::size_t>(id)].empty(); };
  const auto listed_of = [&](Ids words) { return static_cast<std::int32_t>(std::ranges::count_if(words, is_listed)); };
  const auto some = [](Ids words, std::int32_t first, std::int32_t count) {
    return words.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
  };
  const std::size_t fields = 2 * stages + 2;
  std::vector<std::int32_t> out(all.size() * fields, 0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Ids hypothesis = hypotheses[i], reference = references[i];
    const std::span row = std::span(out).subspan(i * fields, fields);
    for (const AlignedPair& pair : all[i]) {
      const auto stage = static_cast<std::size_t>(pair.stage);
      row[stage] += listed_of(some(hypothesis, pair.hypothesis, pair.hypothesis_words));
      row[stages + stage] += listed_of(some(reference, pair.reference, pair.reference_words));
    }
    row[2 * stages] = listed_of(hypothesis);
    row[2 * stages + 1] = listed_of(reference);
  }
  return out;
}

}  // namespace steelyard
