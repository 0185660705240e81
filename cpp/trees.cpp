#include "trees.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace steelyard {

namespace {

// In preorder a parent is the node before or one above it. Every step up leaves a node that no later one may name, so
// the walks of a row are linear together.
void check_preorder(Ids parents, std::size_t row) {
  for (std::size_t node = 0; node < parents.size(); ++node) {
    if (parents[node] == kNoParent) continue;
    auto open = static_cast<std::int32_t>(node) - 1;
    while (open != parents[node] && open != kNoParent) open = parents[static_cast<std::size_t>(open)];
    if (open == kNoParent) {
      throw std::invalid_argument("row " + std::to_string(row) + ", node " + std::to_string(node) + ": parent " +
                                  std::to_string(parents[node]) + " does not fit nodes in preorder");
    }
  }
}

}  // namespace

Trees::Trees(std::span<const std::int64_t> offsets, Ids labels, Ids parents)
    : offsets_(offsets.begin(), offsets.end()),
      labels_(labels.begin(), labels.end()),
      parents_(parents.begin(), parents.end()) {
  if (labels_.size() != parents_.size()) throw std::invalid_argument("labels and parents differ in number");
  if (offsets_.empty() || offsets_.front() != 0 || offsets_.back() != static_cast<std::int64_t>(labels_.size()) ||
      !std::ranges::is_sorted(offsets_)) {
    throw std::invalid_argument("offsets do not fit the nodes");
  }
  for (std::size_t row = 0; row < size(); ++row) check_preorder((*this)[row].parents, row);
}

Trees Trees::taken(std::span<const std::int64_t> rows) const {
  Trees out;
  out.offsets_.reserve(rows.size() + 1);
  for (const std::int64_t row : rows) {
    if (row < 0 || static_cast<std::size_t>(row) >= size()) throw std::out_of_range("no such row");
    const Forest forest = (*this)[static_cast<std::size_t>(row)];
    out.labels_.insert(out.labels_.end(), forest.labels.begin(), forest.labels.end());
    out.parents_.insert(out.parents_.end(), forest.parents.begin(), forest.parents.end());
    out.offsets_.push_back(static_cast<std::int64_t>(out.labels_.size()));
  }
  return out;
}

}  // namespace steelyard
