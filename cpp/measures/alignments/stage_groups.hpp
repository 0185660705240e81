// The words that a stage of an alignment can map to one another, in groups.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "measures/alignments/largest_mapping.hpp"
#include "measures/alignments/mapped_lines.hpp"
#include "stop.hpp"
#include "text/ids.hpp"
#include "text/keys.hpp"

namespace steelyard {

// Two words may be mapped if they share a key of the stage. Time n log n for n words, and the largest mappings.
class StageGroups {
 public:
  StageGroups(std::vector<const Keys*> stages, Watch& watch)
      : stages_(std::move(stages)), watch_(watch), largest_(watch) {}

  std::size_t stages() const { return stages_.size(); }

  // Returns the connected parts of the graph of possible pairs of the words that are still free, by their first word in
  // the hypothesis.
  std::vector<MatchGroup> find(Ids hypothesis, Ids reference, std::int32_t stage, const OpenAlignment& alignment);

  // The numbers of the groups of a stage whose mappings decide which words later stages can map to one another. The
  // alignment has the groups of the stage, none of them with a chosen mapping.
  std::vector<std::size_t> deciding(Ids hypothesis, Ids reference, std::int32_t stage, const OpenAlignment& alignment);

 private:
  void mark_mapped(std::size_t hypothesis, std::size_t reference, const OpenAlignment& alignment);
  void mark_meeting(Ids hypothesis, Ids reference, const Keys& keys);
  void gather_entries(Ids hypothesis, Ids reference, const Keys& keys);
  void add_entries(Ids words, const Keys& keys, const std::vector<std::uint8_t>& mapped, std::int32_t first);
  template <class Use>
  void each_shared_key(std::int32_t first_reference, Use use);
  void find_alike(std::int32_t first_reference);
  void find_possible(Ids hypothesis, Ids reference, const Keys& keys);
  void find_largest(std::int32_t first_reference, std::size_t nodes);
  void join_words(std::int32_t first_reference, std::size_t nodes);
  void gather_groups(std::int32_t first_reference, std::int32_t stage);
  std::int32_t root(std::int32_t node);

  std::vector<const Keys*> stages_;
  Watch& watch_;
  LargestMapping largest_;
  std::vector<std::uint8_t> hypothesis_mapped_, reference_mapped_;
  std::vector<KeyEntry> entries_;       // words by key
  std::vector<std::int32_t> parent_;    // of each node in its group's tree
  std::vector<std::int32_t> group_of_;  // of each root
  std::vector<MatchGroup> groups_;
  std::vector<std::uint8_t> unlike_;   // of each node, whether it is in a group where not all match all
  std::vector<std::uint8_t> meeting_;  // of each node, whether a later stage could map it, were it left
};

}  // namespace steelyard
