#include "measures/trees/tree_matches.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace steelyard {

void TreeMatcher::take(const Forest& hypothesis, std::span<const Forest> references) {
  labels_.clear();
  parents_.clear();
  ends_.clear();
  const auto add = [&](const Forest& forest) {
    const auto first = static_cast<std::int32_t>(labels_.size());
    labels_.insert(labels_.end(), forest.labels.begin(), forest.labels.end());
    for (const std::int32_t parent : forest.parents) parents_.push_back(parent == kNoParent ? parent : first + parent);
    ends_.push_back(labels_.size());
  };
  add(hypothesis);
  for (const Forest& reference : references) add(reference);
  largest_.assign(labels_.size(), 1);
  parts_.resize(labels_.size());
  smaller_.resize(labels_.size());
}

void TreeMatcher::limit(std::size_t size) {
  counts_.assign(number_.size(), Count{});
  for (std::size_t text = 1; text < ends_.size(); ++text) {
    const auto reference = static_cast<std::int32_t>(text);
    for (std::size_t node = ends_[text - 1]; node < ends_[text]; ++node) {
      if (static_cast<std::size_t>(largest_[node]) < size) continue;
      Count& count = counts_[static_cast<std::size_t>(parts_[node])];
      if (count.reference != reference) count = {count.limit, 0, reference};
      count.limit = std::max(count.limit, ++count.counted);
    }
  }
}

// grow(node, size) numbers the part of a node by way of the smaller ones; a node comes after its parent.
template <class Grow>
void TreeMatcher::count(Grow&& grow, std::span<std::int32_t> matches, std::span<std::int32_t> totals) {
  std::ranges::fill(matches, 0);
  std::ranges::fill(totals, 0);
  for (std::size_t size = 1; size <= matches.size(); ++size) {
    watch_.steps(labels_.size());
    number_.reset(2 * labels_.size());
    parts_.swap(smaller_);
    for (std::size_t node = 0; node < labels_.size(); ++node) {
      if (size == 1) {
        parts_[node] = number_(PairNumbers::kStart, labels_[node]);
      } else {
        grow(node, size);
      }
    }
    limit(size);
    for (std::size_t node = 0; node < ends_[0]; ++node) {
      if (static_cast<std::size_t>(largest_[node]) < size) continue;
      ++totals[size - 1];
      matches[size - 1] += counts_[static_cast<std::size_t>(parts_[node])].limit-- > 0;
    }
    if (totals[size - 1] == 0) return;
  }
}

void TreeMatcher::subtrees(const Forest& hypothesis, std::span<const Forest> references,
                           std::span<std::int32_t> matches, std::span<std::int32_t> totals) {
  take(hypothesis, references);
  for (std::size_t node = labels_.size(); node-- > 0;) {
    if (parents_[node] == kNoParent) continue;
    std::int32_t& height = largest_[static_cast<std::size_t>(parents_[node])];
    height = std::max(height, largest_[node] + 1);
  }
  // The sequence of a label and the children's parts, which come in their order.
  const auto grow = [&](std::size_t node, std::size_t) {
    parts_[node] = number_(PairNumbers::kStart, labels_[node]);
    if (parents_[node] == kNoParent) return;
    std::int32_t& above = parts_[static_cast<std::size_t>(parents_[node])];
    above = number_(above, smaller_[node]);
  };
  count(grow, matches, totals);
}

void TreeMatcher::chains(const Forest& hypothesis, std::span<const Forest> references, std::span<std::int32_t> matches,
                         std::span<std::int32_t> totals) {
  take(hypothesis, references);
  for (std::size_t node = 0; node < labels_.size(); ++node) {
    if (parents_[node] != kNoParent) largest_[node] = largest_[static_cast<std::size_t>(parents_[node])] + 1;
  }
  // The chain that ends at a node is its parent's and one more label.
  const auto grow = [&](std::size_t node, std::size_t size) {
    if (static_cast<std::size_t>(largest_[node]) < size) return;
    parts_[node] = number_(smaller_[static_cast<std::size_t>(parents_[node])], labels_[node]);
  };
  count(grow, matches, totals);
}

namespace {

// count(matcher, hypothesis, references, matches, totals) of every row.
template <class Count>
std::vector<std::int32_t> matches(const Trees& hypotheses, const std::vector<const Trees*>& references,
                                  std::size_t largest, const Stop* stop, Count&& count) {
  if (largest == 0) throw std::invalid_argument("parts have at least one node");
  for (const Trees* reference : references) check_same_size(hypotheses, *reference);
  std::vector<std::int32_t> out(hypotheses.size() * 2 * largest);
  Watch watch(stop);
  TreeMatcher matcher(watch);
  std::vector<Forest> rows(references.size());
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    std::ranges::transform(references, rows.begin(), [&](const Trees* reference) { return (*reference)[i]; });
    const std::span row = std::span(out).subspan(i * 2 * largest, 2 * largest);
    count(matcher, hypotheses[i], rows, row.first(largest), row.last(largest));
  }
  return out;
}

}  // namespace

std::vector<std::int32_t> subtree_matches(const Trees& hypotheses, const std::vector<const Trees*>& references,
                                          std::size_t largest, const Stop* stop) {
  return matches(hypotheses, references, largest, stop, std::mem_fn(&TreeMatcher::subtrees));
}

std::vector<std::int32_t> chain_matches(const Trees& hypotheses, const std::vector<const Trees*>& references,
                                        std::size_t largest, const Stop* stop) {
  return matches(hypotheses, references, largest, stop, std::mem_fn(&TreeMatcher::chains));
}

}  // namespace steelyard
