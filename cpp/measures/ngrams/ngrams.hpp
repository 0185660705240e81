// Clipped n-gram matches between a hypothesis and its references, all orders in one go.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stop.hpp"
#include "text/ids.hpp"

namespace steelyard {

// For each order n an n-gram is named by the pair of its (n-1)-gram prefix and suffix, so a key is exact and 64 bits
// wide whatever n is. Only positions whose prefix and suffix occurred on both sides are looked at again, because no
// other n-gram can match: the work shrinks with the order. O(N · tokens) expected, no allocation in the steady state.
class NgramMatcher {
 public:
  explicit NgramMatcher(Watch& watch) : watch_(watch) {}

  // Sets matches[n-1] for n = 1 … matches.size(); counts are clipped at the maximum over the references.
  // Boundary tokens (negative ids) take part in orders above 1 only.
  void count(Ids hypothesis, std::span<const Ids> references, std::span<std::int32_t> matches);

  // As count, and calls visit(order, position) for each matched (clipped) n-gram of the hypothesis.
  template <class Visit>
  void visit(Ids hypothesis, std::span<const Ids> references, std::size_t max_order, Visit&& visit);

 private:
  struct Slot {
    std::uint64_t key;
    std::uint32_t stamp;
    std::int32_t group;
  };
  struct Group {
    std::int32_t limit;      // maximum count over the references
    std::int32_t counted;    // count in the reference being read
    std::int32_t reference;  // which reference that is
    std::int32_t used;       // count in the hypothesis so far
  };

  // Returns the tokens of all references.
  std::size_t prepare(std::size_t hypothesis, std::span<const Ids> references);
  std::int32_t find(std::uint64_t key) const;
  std::int32_t find_or_add(std::uint64_t key);
  bool read_references(std::size_t order, std::span<const Ids> references);
  template <class Visit>
  bool read_hypothesis(std::size_t order, Ids hypothesis, Visit&& visit);

  Watch& watch_;
  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
  std::uint32_t stamp_ = 0;
  std::vector<Group> groups_;
  std::vector<std::uint8_t> touched_;            // groups of the last order met in the hypothesis
  std::vector<std::int32_t> hypothesis_groups_;  // per position; -1 = not in any reference
  std::vector<std::int32_t> reference_groups_;   // the references' positions, one after the other
};

// --- templates -------------------------------------------------------------------------------------------------------

inline std::int32_t NgramMatcher::find(std::uint64_t key) const {
  for (std::size_t place = (key * 0x9e3779b97f4a7c15ULL) >> 40 & mask_;; place = (place + 1) & mask_) {
    const Slot& slot = slots_[place];
    if (slot.stamp != stamp_) return -1;
    if (slot.key == key) return slot.group;
  }
}

inline std::int32_t NgramMatcher::find_or_add(std::uint64_t key) {
  for (std::size_t place = (key * 0x9e3779b97f4a7c15ULL) >> 40 & mask_;; place = (place + 1) & mask_) {
    Slot& slot = slots_[place];
    if (slot.stamp != stamp_) {
      slot = {key, stamp_, static_cast<std::int32_t>(groups_.size())};
      groups_.push_back({0, 0, -1, 0});
      return slot.group;
    }
    if (slot.key == key) return slot.group;
  }
}

template <class Visit>
bool NgramMatcher::read_hypothesis(std::size_t order, Ids hypothesis, Visit&& visit) {
  bool any = false;
  touched_.assign(groups_.size(), 0);
  const std::size_t last = hypothesis.size() - order;
  for (std::size_t i = 0; i <= last; ++i) {
    std::uint64_t key;
    if (order == 1) {
      key = static_cast<std::uint32_t>(hypothesis[i]);
    } else {
      const std::int32_t prefix = hypothesis_groups_[i], suffix = hypothesis_groups_[i + 1];
      if ((prefix | suffix) < 0) {
        hypothesis_groups_[i] = -1;
        continue;
      }
      key = static_cast<std::uint64_t>(prefix) << 32 | static_cast<std::uint32_t>(suffix);
    }
    const std::int32_t group = find(key);
    hypothesis_groups_[i] = group;
    if (group < 0) continue;
    any = true;
    touched_[static_cast<std::size_t>(group)] = 1;
    Group& g = groups_[static_cast<std::size_t>(group)];
    if (g.used++ < g.limit && (order > 1 || hypothesis[i] >= 0)) visit(order, i);
  }
  return any;
}

template <class Visit>
void NgramMatcher::visit(Ids hypothesis, std::span<const Ids> references, std::size_t max_order, Visit&& visit) {
  const std::size_t tokens = hypothesis.size() + prepare(hypothesis.size(), references);
  for (std::size_t order = 1; order <= max_order && order <= hypothesis.size(); ++order) {
    watch_.steps(tokens);
    ++stamp_;
    groups_.clear();
    if (!read_references(order, references)) return;
    if (!read_hypothesis(order, hypothesis, visit)) return;
  }
}

}  // namespace steelyard
