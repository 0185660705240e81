#include "measures/ngrams/ngrams.hpp"

#include <algorithm>
#include <bit>

namespace steelyard {

std::size_t NgramMatcher::prepare(std::size_t hypothesis, std::span<const Ids> references) {
  std::size_t total = 0;
  for (const Ids& reference : references) total += reference.size();
  const std::size_t capacity = std::bit_ceil(std::max<std::size_t>(64, 2 * total));
  if (capacity > slots_.size()) {
    slots_.assign(capacity, Slot{0, 0, 0});
    stamp_ = 0;
  }
  mask_ = capacity - 1;
  if (hypothesis_groups_.size() < hypothesis) hypothesis_groups_.resize(hypothesis);
  if (reference_groups_.size() < total) reference_groups_.resize(total);
  return total;
}

bool NgramMatcher::read_references(std::size_t order, std::span<const Ids> references) {
  std::int32_t* groups = reference_groups_.data();
  for (std::size_t r = 0; r < references.size(); ++r) {
    const Ids reference = references[r];
    const auto number = static_cast<std::int32_t>(r);
    for (std::size_t i = 0; i + order <= reference.size(); ++i) {
      std::uint64_t key;
      if (order == 1) {
        key = static_cast<std::uint32_t>(reference[i]);
      } else {
        const std::int32_t prefix = groups[i], suffix = groups[i + 1];
        if ((prefix | suffix) < 0 || !touched_[static_cast<std::size_t>(prefix)] ||
            !touched_[static_cast<std::size_t>(suffix)]) {
          groups[i] = -1;
          continue;
        }
        key = static_cast<std::uint64_t>(prefix) << 32 | static_cast<std::uint32_t>(suffix);
      }
      const std::int32_t group = groups[i] = find_or_add(key);
      Group& g = groups_[static_cast<std::size_t>(group)];
      if (g.reference != number) {
        g.reference = number;
        g.counted = 0;
      }
      g.limit = std::max(g.limit, ++g.counted);
    }
    groups += reference.size();
  }
  return !groups_.empty();
}

void NgramMatcher::count(Ids hypothesis, std::span<const Ids> references, std::span<std::int32_t> matches) {
  std::fill(matches.begin(), matches.end(), 0);
  visit(hypothesis, references, matches.size(), [&](std::size_t order, std::size_t) { ++matches[order - 1]; });
}

}  // namespace steelyard
