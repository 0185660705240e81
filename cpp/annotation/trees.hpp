// Trees: what is said of the texts of a chunk in trees, such as phrases or dependencies, as rows of labelled nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "text/ids.hpp"

namespace steelyard {

inline constexpr std::int32_t kNoParent = -1;

// The ordered trees of one text, one after the other, each in preorder. A node's parent is its place in the text.
struct Forest {
  Ids labels, parents;

  std::size_t size() const { return labels.size(); }
};

// The forests of a chunk. A row without nodes is a text without trees, which as a reference counts as absent. Labels of
// all trees that are compared come from one numbering.
class Trees {
 public:
  Trees() = default;
  // Row i has the nodes offsets[i] … offsets[i + 1] - 1. Throws std::invalid_argument for what are no trees in
  // preorder. Linear in the nodes.
  Trees(std::span<const std::int64_t> offsets, Ids labels, Ids parents);

  std::size_t size() const { return offsets_.size() - 1; }
  Forest operator[](std::size_t row) const {
    const auto first = static_cast<std::size_t>(offsets_[row]), end = static_cast<std::size_t>(offsets_[row + 1]);
    return {Ids(labels_).subspan(first, end - first), Ids(parents_).subspan(first, end - first)};
  }

  // Nodes of every row.
  std::vector<std::int32_t> lengths() const;

  // The given rows, in the order given, any of them any number of times. Linear in the nodes made; throws
  // std::out_of_range for a row that is not there.
  Trees taken(std::span<const std::int64_t> rows) const;

 private:
  std::vector<std::int64_t> offsets_{0};
  std::vector<std::int32_t> labels_, parents_;
};

// Throws std::invalid_argument unless there are as many rows of both.
void check_same_size(const Trees& hypotheses, const Trees& references);

}  // namespace steelyard
