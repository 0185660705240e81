// Bindings of measures/string_kernel.
#include "bind/bind.hpp"
#include "measures/string_kernel.hpp"

namespace steelyard {

namespace {

Array<double, 1> kernels(const Tokens& left, const Tokens& right, const Keys& keys, std::size_t length, double decay,
                         const Stop* stop) {
  return array1(released([&] { return string_kernels(left, right, keys, length, decay, stop); }));
}

Array<double, 2> coverages(const Tokens& hypotheses, const Positions& hypothesis_offsets, const Tokens& references,
                           const Positions& reference_offsets, const Keys& keys, std::size_t length, double decay,
                           const Stop* stop) {
  auto out = released([&] {
    return kernel_coverages({hypotheses, span_of(hypothesis_offsets)}, {references, span_of(reference_offsets)}, keys,
                            length, decay, stop);
  });
  return array2(std::move(out), 2);
}

}  // namespace

void bind_string_kernel(nb::module_& m) {
  m.def("string_kernels", &kernels, "left"_a, "right"_a, "keys"_a, "length"_a, "decay"_a, stop_argument(),
        "Extended string subsequence kernel of every pair of rows.");
  m.def("kernel_coverages", &coverages, "hypotheses"_a, "hypothesis_offsets"_a, "references"_a, "reference_offsets"_a,
        "keys"_a, "length"_a, "decay"_a, stop_argument(),
        "Precision and recall of texts by the best kernel similarity of each sentence; nan without a reference.");
}

}  // namespace steelyard
