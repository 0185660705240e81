// Bindings of annotation/: trees.
#include "annotation/trees.hpp"
#include "bind/bind.hpp"

namespace steelyard {

namespace {

void make_trees(Trees* self, const Positions& offsets, const Given<std::int32_t, 1>& labels,
                const Given<std::int32_t, 1>& parents) {
  new (self) Trees(span_of(offsets), span_of(labels), span_of(parents));
}

Trees taken_rows(const Trees& trees, const Positions& rows) {
  return released([&] { return trees.taken(span_of(rows)); });
}

}  // namespace

void bind_annotation(nb::module_& m) {
  nb::class_<Trees>(m, "Trees", "For each text, ordered trees of labelled nodes in preorder.")
      .def("__init__", &make_trees, "offsets"_a, "labels"_a, "parents"_a,
           "Text i has the nodes offsets[i] … offsets[i + 1] - 1; a parent is a place in its text, -1 for a root.")
      .def("__len__", &Trees::size)
      .def(
          "lengths", [](const Trees& trees) { return array1(trees.lengths()); }, "Number of nodes of each text.")
      .def("take", &taken_rows, "rows"_a, "The given rows, in the order given.");
}

}  // namespace steelyard
