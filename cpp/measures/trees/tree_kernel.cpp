#include "measures/trees/tree_kernel.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "errors.hpp"

namespace steelyard {

namespace {

constexpr std::int32_t kNone = -1;  // no production, child or sibling

std::size_t at(std::int32_t place) { return static_cast<std::size_t>(place); }

}  // namespace

TreeKernel::TreeKernel(double decay, Watch& watch) : decay_(decay), watch_(watch) {
  if (!(decay > 0 && decay <= 1)) throw std::invalid_argument("decay must be above 0 and at most 1");
}

bool TreeKernel::ByNodes::operator()(const Forest& a, const Forest& b) const {
  if (!std::ranges::equal(a.labels, b.labels)) return std::ranges::lexicographical_compare(a.labels, b.labels);
  return std::ranges::lexicographical_compare(a.parents, b.parents);
}

void TreeKernel::read(const Forest& forest, Nodes& nodes) {
  const std::size_t size = forest.size();
  nodes.production.resize(size);
  nodes.place.resize(size);
  nodes.child.assign(size, kNone);
  nodes.sibling.assign(size, kNone);
  for (std::size_t node = 0; node < size; ++node) {
    nodes.production[node] = number_(PairNumbers::kStart, forest.labels[node]);
    if (forest.parents[node] == kNoParent) continue;
    std::int32_t& above = nodes.production[at(forest.parents[node])];
    above = number_(above, forest.labels[node]);
  }
  for (std::size_t node = size; node-- > 0;) {
    if (nodes.child[node] == kNone) nodes.production[node] = kNone;
    if (forest.parents[node] == kNoParent) continue;
    nodes.sibling[node] = std::exchange(nodes.child[at(forest.parents[node])], static_cast<std::int32_t>(node));
  }
}

void TreeKernel::group(std::size_t left, std::size_t right) {
  groups_.assign(number_.size(), Group{});
  const auto place = [&](Nodes& nodes, std::size_t size, std::size_t Group::* count) {
    for (std::size_t node = 0; node < size; ++node) {
      if (nodes.production[node] == kNone) continue;
      nodes.place[node] = static_cast<std::int32_t>((groups_[at(nodes.production[node])].*count)++);
    }
  };
  place(left_, left, &Group::left);
  place(right_, right, &Group::right);
  std::size_t cells = 0, members = 0;
  for (Group& group : groups_) {
    group.cells = cells;
    group.members = members;
    cells += group.left * group.right;
    members += group.right;
  }
  check_table(cells * sizeof(Scaled), left, right);
  cells_.resize(cells);
  members_.resize(members);
  for (std::size_t node = 0; node < right; ++node) {
    if (right_.production[node] == kNone) continue;
    members_[groups_[at(right_.production[node])].members + at(right_.place[node])] = static_cast<std::int32_t>(node);
  }
}

const Scaled& TreeKernel::cell(std::int32_t left, std::int32_t right) const {
  const Group& group = groups_[at(left_.production[at(left)])];
  return cells_[group.cells + at(left_.place[at(left)]) * group.right + at(right_.place[at(right)])];
}

// C of two nodes with equal productions, whose children have been compared.
Scaled TreeKernel::below(std::int32_t left, std::int32_t right) {
  Scaled product = decay_;
  std::int32_t ours = left_.child[at(left)], theirs = right_.child[at(right)];
  for (; ours != kNone; ours = left_.sibling[at(ours)], theirs = right_.sibling[at(theirs)]) {
    watch_.steps(1);
    const std::int32_t production = left_.production[at(ours)];
    if (production != kNone && production == right_.production[at(theirs)]) product = product * cell(ours, theirs);
  }
  return product;
}

double TreeKernel::operator()(const Forest& left, const Forest& right) {
  watch_.steps(left.size() + right.size());
  number_.reset(2 * (left.size() + right.size()));
  read(left, left_);
  read(right, right_);
  group(left.size(), right.size());
  const Scaled one(1.0);
  Scaled total;
  for (std::size_t node = left.size(); node-- > 0;) {
    if (left_.production[node] == kNone) continue;
    const Group& group = groups_[at(left_.production[node])];
    Scaled* row = cells_.data() + group.cells + at(left_.place[node]) * group.right;
    for (std::size_t member = 0; member < group.right; ++member) {
      const Scaled found = below(static_cast<std::int32_t>(node), members_[group.members + member]);
      total = total + found;
      row[member] = one + found;
    }
  }
  return total.log();
}

double TreeKernel::itself(const Forest& text) {
  const auto known = own_.find(text);
  return known != own_.end() ? known->second : own_.emplace(text, (*this)(text, text)).first->second;
}

std::vector<double> log_tree_kernels(const Trees& left, const Trees& right, double decay, const Stop* stop) {
  check_same_size(left, right);
  std::vector<double> out(left.size() * kTreeKernelFields);
  Watch watch(stop);
  TreeKernel kernel(decay, watch);
  for (std::size_t i = 0; i < left.size(); ++i) {
    double* const row = out.data() + kTreeKernelFields * i;
    const auto fill = [&] {
      row[1] = kernel.itself(left[i]);
      row[2] = kernel.itself(right[i]);
      row[0] = std::min(kernel(left[i], right[i]), (row[1] + row[2]) / 2);
    };
    in_segment(i, fill, "nodes", "leave the segment out");
  }
  return out;
}

}  // namespace steelyard
