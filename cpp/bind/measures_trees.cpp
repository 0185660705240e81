// Bindings of measures/trees/.
#include "bind/bind.hpp"
#include "measures/trees/tree_kernel.hpp"
#include "measures/trees/tree_matches.hpp"

namespace steelyard {

namespace {

template <auto kernel>
Array<std::int32_t, 2> matches(const Trees& hypotheses, const std::vector<const Trees*>& references,
                               std::size_t largest, const Stop* stop) {
  return array2(released([&] { return kernel(hypotheses, references, largest, stop); }), 2 * largest);
}

Array<double, 2> log_kernels(const Trees& left, const Trees& right, double decay, const Stop* stop) {
  return array2(released([&] { return log_tree_kernels(left, right, decay, stop); }), kTreeKernelFields);
}

}  // namespace

void bind_trees(nb::module_& m) {
  m.def("subtree_matches", &matches<subtree_matches>, "hypotheses"_a, "references"_a, "depth"_a, stop_argument(),
        "Matches of subtrees of depth 1 … depth, clipped at the maximum over the references, then how many of each "
        "depth the hypothesis has.");
  m.def("chain_matches", &matches<chain_matches>, "hypotheses"_a, "references"_a, "length"_a, stop_argument(),
        "As subtree_matches, for chains of 1 … length nodes, each the parent of the next.");
  m.def("log_tree_kernels", &log_kernels, "left"_a, "right"_a, "decay"_a = 1.0, stop_argument(),
        "Natural logarithms of the subtree kernels K(l,r), K(l,l), K(r,r) of every pair of rows; -inf where nothing is "
        "common. The first is at most the mean of the others.");
}

}  // namespace steelyard
