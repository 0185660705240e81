// Groups of words with several mappings to choose from, and what mapped pairs cost beside others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "measures/alignments/mapped_lines.hpp"

namespace steelyard {

// What counts how much: half a crossing of a stage (with a pair of it and none of a later one) outweighs all crossings
// of later stages, and these any number of chunks, which may count nothing.
struct Weights {
  std::vector<std::int64_t> halves = {};  // by stage
  std::int64_t chunk = 1;

  std::int64_t half(std::int32_t stage, std::int32_t other) const {
    return halves[static_cast<std::size_t>(std::max(stage, other))];
  }
};

// Steps of looking where a pair stands among the words of another group.
inline constexpr std::size_t kLookup = 8;

struct MappingChoice {
  const MatchGroup* group;
  std::size_t size = 0;                   // pairs in a mapping
  std::vector<std::int64_t> halves = {};  // of each ordered pair: weight of its crossings with what is settled, and of
                                          // half of what it must cross of other choices
  std::vector<std::int64_t> rest = {};    // least weight of an ordered mapping of the words from (k, s) on
  std::int64_t least = 0;                 // weight of any mapping
  std::vector<Mapped> greedy = {};
  std::vector<Mapped> listed = {};        // mappings one after the other, in order
  std::vector<std::int64_t> forced = {};  // listed mapping × choice: weight of what it must cross there
  std::vector<std::int64_t> cost = {};    // of each listed mapping, with all that is settled or chosen
  std::vector<std::int32_t> next = {};    // of each listed pair: the choice that may hold the pair after it, or -1
  std::int32_t chosen = -1;

  std::size_t mappings() const { return listed.size() / size; }
  std::span<const Mapped> mapping(std::size_t x) const { return std::span(listed).subspan(x * size, size); }
};

// A crossing costs; two pairs of one chunk save.
inline std::int64_t cost_of(Mapped a, Mapped b, const Weights& weights) {
  if (cross(a, b)) return 2 * weights.half(a.stage, b.stage);
  const std::int32_t apart = a.hypothesis - b.hypothesis;
  return apart == a.reference - b.reference && (apart == 1 || apart == -1) ? -weights.chunk : 0;
}

// How many pairs of a group a pair of another must cross, whatever they are: mapped in order, s of them begin before it
// and t of them end before it, |s - t| cross it, and how many words lie before it limits s and t.
inline std::int32_t must_cross(Mapped pair, const MatchGroup& group) {
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

}  // namespace steelyard
