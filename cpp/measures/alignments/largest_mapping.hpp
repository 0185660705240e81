// Maps as many words of one text as possible to words of another that share a key with them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "stop.hpp"

namespace steelyard {

// A word that has a key. The words of the hypothesis are numbered from 0, those of the reference follow them.
struct KeyEntry {
  std::int32_t key, node;
  auto operator<=>(const KeyEntry&) const = default;
};

// A largest one-to-one mapping by shortest augmenting paths, from word to key to word, so that the pairs themselves are
// never listed. Words and keys are tried in order, which makes the mapping that of the first words where all is equal.
// Hopcroft & Karp (1973). Time entries·√words at worst, memory linear in both; no recursion.
class LargestMapping {
 public:
  explicit LargestMapping(Watch& watch) : watch_(watch) {}

  // The entries are sorted. Words that are not `wanted` are left alone.
  void find(std::span<const KeyEntry> entries, const std::vector<std::uint8_t>& wanted, std::int32_t first_reference);

  // The node that a node is mapped to, or -1.
  std::int32_t partner(std::int32_t node) const { return partner_[static_cast<std::size_t>(node)]; }

 private:
  // The words of the reference that have a key: nodes_[first] … nodes_[last - 1]; `next` is to be tried.
  struct Run {
    std::size_t first, last, next;
    std::int32_t level;
  };

  void gather_runs(std::span<const KeyEntry> entries, const std::vector<std::uint8_t>& wanted,
                   std::int32_t first_reference);
  bool reach_free_words();
  bool augment(std::int32_t from);
  std::int32_t next_word(std::size_t word);

  Watch& watch_;
  std::vector<Run> runs_;
  std::vector<std::int32_t> nodes_;
  std::vector<std::size_t> offsets_, runs_of_;  // of each word of the hypothesis: its runs
  std::vector<std::size_t> tried_;              // of each word of the hypothesis: its runs that are exhausted
  std::vector<std::int32_t> level_;             // of each word of the hypothesis: mapped words before it on a path
  std::vector<std::int32_t> partner_;           // of each node
  std::vector<std::int32_t> queue_, path_, taken_;
};

}  // namespace steelyard
