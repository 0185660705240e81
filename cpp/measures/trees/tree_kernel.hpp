// The subtree kernel between texts that are given as trees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "annotation/trees.hpp"
#include "measures/trees/pair_numbers.hpp"
#include "measures/trees/scaled.hpp"
#include "stop.hpp"

namespace steelyard {

// Collins & Duffy, Convolution kernels for natural language, NIPS 2001: the number of pairs of equal subtrees, where a
// subtree has at least one production (a node with all of its children) and at each of its nodes all or none of the
// children are expanded; a subtree weighs decay to the number of its productions.
//   K(T,U) = Σ_{t,u} C(t,u);  C(t,u) = 0 if the productions of t and u differ or they have no children, otherwise
//   C(t,u) = decay · Π_i (1 + C(i-th child of t, i-th child of u))
// Only nodes of one production are paired: O(|T| + |U| + c) time and 16·p bytes, for p pairs of nodes with equal
// productions and c pairs of their children, at most O(|T|·|U|); throws TableTooLarge. K grows exponentially with the
// size of the trees, so numbers carry an exponent of their own and results are logarithms.
class TreeKernel {
 public:
  // Throws std::invalid_argument unless 0 < decay ≤ 1.
  TreeKernel(double decay, Watch& watch);

  // log K(T,U); -inf if nothing is common.
  double operator()(const Forest& left, const Forest& right);

  // log K(T,T), computed once for each distinct text; its nodes must outlive the kernel.
  double itself(const Forest& text);

 private:
  struct Nodes {
    // For each node: its production, its place among the text's nodes of that production, first child, next sibling.
    std::vector<std::int32_t> production, place, child, sibling;
  };
  struct Group {                         // the nodes of one production
    std::size_t left = 0, right = 0;     // how many each side has
    std::size_t cells = 0, members = 0;  // where they begin in cells_ and members_
  };
  struct ByNodes {
    bool operator()(const Forest& a, const Forest& b) const;
  };

  void read(const Forest& forest, Nodes& nodes);
  void group(std::size_t left, std::size_t right);
  Scaled below(std::int32_t left, std::int32_t right);
  const Scaled& cell(std::int32_t left, std::int32_t right) const;

  Scaled decay_;
  Watch& watch_;
  PairNumbers number_;
  Nodes left_, right_;
  std::vector<Group> groups_;
  std::vector<std::int32_t> members_;  // the right's nodes, production by production
  std::vector<Scaled> cells_;          // 1 + C of nodes with equal productions
  std::map<Forest, double, ByNodes> own_;
};

// log K(l,r), log K(l,l), log K(r,r) of every pair of rows: rows × 3. The first is at most the mean of the others, so
// that no cosine is above 1 by rounding. Throws std::invalid_argument if the texts differ in number,
// RefusedSegment and Stopped.
inline constexpr std::size_t kTreeKernelFields = 3;
std::vector<double> log_tree_kernels(const Trees& left, const Trees& right, double decay, const Stop* stop);

}  // namespace steelyard
