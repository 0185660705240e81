#include "annotation/trees.hpp"

#include <stdexcept>
#include <string>

#include "text/offsets.hpp"

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
  check_offsets(offsets_, labels_.size(), "nodes");
  for (std::size_t row = 0; row < size(); ++row) check_preorder((*this)[row].parents, row);
}

std::vector<std::int32_t> Trees::lengths() const {
  std::vector<std::int32_t> out(size());
  for (std::size_t row = 0; row < out.size(); ++row) out[row] = static_cast<std::int32_t>((*this)[row].size());
  return out;
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

void check_same_size(const Trees& hypotheses, const Trees& references) {
  if (hypotheses.size() != references.size()) {
    throw std::invalid_argument("hypotheses and references differ in number");
  }
}

}  // namespace steelyard
