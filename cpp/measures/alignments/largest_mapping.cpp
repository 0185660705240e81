#include "measures/alignments/largest_mapping.hpp"

#include <algorithm>

namespace steelyard {

namespace {

constexpr std::int32_t kNone = -1;

std::size_t place(std::int32_t node) { return static_cast<std::size_t>(node); }

}  // namespace

void LargestMapping::find(std::span<const KeyEntry> entries, const std::vector<std::uint8_t>& wanted,
                          std::int32_t first_reference) {
  partner_.assign(wanted.size(), kNone);
  gather_runs(entries, wanted, first_reference);
  while (reach_free_words()) {
    for (std::int32_t word = 0; word < first_reference; ++word) {
      if (level_[place(word)] == 0) augment(word);
    }
  }
}

void LargestMapping::gather_runs(std::span<const KeyEntry> entries, const std::vector<std::uint8_t>& wanted,
                                 std::int32_t first_reference) {
  runs_.clear();
  nodes_.clear();
  offsets_.assign(place(first_reference) + 1, 0);
  std::vector<std::pair<std::int32_t, std::size_t>> holders;
  for (std::size_t e = 0; e < entries.size(); ++e) {
    const auto [key, node] = entries[e];
    if (e == 0 || entries[e - 1].key != key) runs_.push_back({nodes_.size(), nodes_.size(), 0, kNone});
    if (!wanted[place(node)]) continue;
    if (node < first_reference) {
      holders.emplace_back(node, runs_.size() - 1);
      ++offsets_[place(node) + 1];
    } else {
      nodes_.push_back(node);
      runs_.back().last = nodes_.size();
    }
  }
  std::ranges::stable_sort(holders, {}, &std::pair<std::int32_t, std::size_t>::first);
  runs_of_.clear();
  for (const auto& [node, run] : holders) runs_of_.push_back(run);
  for (std::size_t word = 1; word < offsets_.size(); ++word) offsets_[word] += offsets_[word - 1];
}

// Finds how many mapped words lie between each word of the hypothesis and one that is free; false if no path leads from
// there to a word of the reference that is free.
bool LargestMapping::reach_free_words() {
  watch_.steps(nodes_.size() + runs_of_.size() + runs_.size());
  for (Run& run : runs_) run.level = kNone, run.next = run.first;
  tried_.assign(offsets_.begin(), offsets_.end() - 1);
  level_.assign(tried_.size(), kNone);
  queue_.clear();
  for (std::size_t word = 0; word < level_.size(); ++word) {
    if (partner_[word] != kNone || offsets_[word] == offsets_[word + 1]) continue;
    level_[word] = 0;
    queue_.push_back(static_cast<std::int32_t>(word));
  }
  bool found = false;
  for (std::size_t at = 0; at < queue_.size(); ++at) {
    const std::size_t word = place(queue_[at]);
    for (std::size_t k = offsets_[word]; k < offsets_[word + 1]; ++k) {
      Run& run = runs_[runs_of_[k]];
      if (run.level != kNone) continue;
      run.level = level_[word];
      for (std::size_t n = run.first; n < run.last; ++n) {
        const std::int32_t partner = partner_[place(nodes_[n])];
        found = found || partner == kNone;
        if (partner == kNone || level_[place(partner)] != kNone) continue;
        level_[place(partner)] = level_[word] + 1;
        queue_.push_back(partner);
      }
    }
  }
  return found;
}

// Maps one more word, if a path leads from it to a free one.
bool LargestMapping::augment(std::int32_t from) {
  path_.assign(1, from);
  taken_.clear();
  while (!path_.empty()) {
    const std::int32_t node = next_word(place(path_.back()));
    if (node == kNone) {
      path_.pop_back();
      if (!taken_.empty()) taken_.pop_back();
      continue;
    }
    taken_.push_back(node);
    if (partner_[place(node)] != kNone) {
      path_.push_back(partner_[place(node)]);
      continue;
    }
    for (std::size_t k = 0; k < path_.size(); ++k) {
      partner_[place(taken_[k])] = path_[k];
      partner_[place(path_[k])] = taken_[k];
    }
    return true;
  }
  return false;
}

// The next word of the reference on a path from a word of the hypothesis, each tried once.
std::int32_t LargestMapping::next_word(std::size_t word) {
  for (; tried_[word] < offsets_[word + 1]; ++tried_[word]) {
    Run& run = runs_[runs_of_[tried_[word]]];
    if (run.level != level_[word]) continue;
    while (run.next < run.last) {
      const std::int32_t node = nodes_[run.next++], partner = partner_[place(node)];
      if (partner == kNone || level_[place(partner)] == level_[word] + 1) return node;
    }
  }
  return kNone;
}

}  // namespace steelyard
