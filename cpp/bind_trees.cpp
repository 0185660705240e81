// Python bindings: trees and the kernels over them.
#include <algorithm>

#include "bind.hpp"
#include "tree_kernel.hpp"
#include "tree_matches.hpp"
#include "trees.hpp"

namespace steelyard {

namespace {

using Numbers = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using ReferenceTrees = std::vector<const Trees*>;
using Counts = std::span<std::int32_t>;
using Count = void (TreeMatcher::*)(const Forest&, std::span<const Forest>, Counts, Counts);

void same_number(const Trees& a, const Trees& b) {
  if (a.size() != b.size()) throw std::invalid_argument("hypotheses and references differ in number");
}

Array1<std::int32_t> lengths(const Trees& trees) {
  std::vector<std::int32_t> out(trees.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::int32_t>(trees[i].size());
  return array1(std::move(out));
}

// Matches of the sizes 1 … largest, then how many parts of each size the hypothesis has.
template <Count count>
Array2<std::int32_t> matches(const Trees& hypotheses, const ReferenceTrees& references, std::size_t largest) {
  if (largest == 0) throw std::invalid_argument("parts have at least one node");
  for (const Trees* reference : references) same_number(hypotheses, *reference);
  std::vector<std::int32_t> out(hypotheses.size() * 2 * largest);
  {
    nb::gil_scoped_release release;
    TreeMatcher matcher;
    std::vector<Forest> rows(references.size());
    for (std::size_t i = 0; i < hypotheses.size(); ++i) {
      std::ranges::transform(references, rows.begin(), [&](const Trees* reference) { return (*reference)[i]; });
      const std::span row = std::span(out).subspan(i * 2 * largest, 2 * largest);
      (matcher.*count)(hypotheses[i], rows, row.first(largest), row.last(largest));
    }
  }
  return array2(std::move(out), 2 * largest);
}

Array2<double> log_kernels(const Trees& left, const Trees& right, double decay) {
  same_number(left, right);
  std::vector<double> out(left.size() * 3);
  {
    nb::gil_scoped_release release;
    TreeKernel kernel(decay);
    for (std::size_t i = 0; i < left.size(); ++i) {
      double* const row = out.data() + 3 * i;
      in_segment(i, [&] {
        row[1] = kernel.itself(left[i]);
        row[2] = kernel.itself(right[i]);
        row[0] = std::min(kernel(left[i], right[i]), (row[1] + row[2]) / 2);  // no cosine above 1 by rounding
      }, "nodes", "leave the segment out");
    }
  }
  return array2(std::move(out), 3);
}

}  // namespace

void bind_trees(nb::module_& m) {
  nb::class_<Trees>(m, "Trees", "For each text, ordered trees of labelled nodes in preorder.")
      .def("__init__", [](Trees* self, const Positions& offsets, const Numbers& labels, const Numbers& parents) {
        new (self) Trees({offsets.data(), offsets.size()}, {labels.data(), labels.size()},
                         {parents.data(), parents.size()});
      }, "offsets"_a, "labels"_a, "parents"_a,
      "Text i has the nodes offsets[i] … offsets[i + 1] - 1; a parent is a place in its text, -1 for a root.")
      .def("__len__", &Trees::size)
      .def("lengths", &lengths, "Number of nodes of each text.")
      .def("take", [](const Trees& trees, const Positions& rows) {
        const std::span<const std::int64_t> given(rows.data(), rows.size());
        nb::gil_scoped_release release;
        return trees.taken(given);
      }, "rows"_a, "The given rows, in the order given.");
  m.def("subtree_matches", &matches<&TreeMatcher::subtrees>, "hypotheses"_a, "references"_a, "depth"_a,
        "Matches of subtrees of depth 1 … depth, clipped at the maximum over the references, then how many of each "
        "depth the hypothesis has.");
  m.def("chain_matches", &matches<&TreeMatcher::chains>, "hypotheses"_a, "references"_a, "length"_a,
        "As subtree_matches, for chains of 1 … length nodes, each the parent of the next.");
  m.def("log_tree_kernels", &log_kernels, "left"_a, "right"_a, "decay"_a = 1.0,
        "Natural logarithms of the subtree kernels K(l,r), K(l,l), K(r,r) of every pair of rows; -inf where nothing is "
        "common. The first is at most the mean of the others.");
}

}  // namespace steelyard
