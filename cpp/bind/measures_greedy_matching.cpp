// Bindings of measures/greedy_matching.
#include "bind/bind.hpp"
#include "measures/greedy_matching.hpp"

namespace steelyard {

namespace {

template <class Real>
Array<double, 2> matches(const Given<Real, 2>& left, const Positions& left_offsets, const Given<Real, 2>& right,
                         const Positions& right_offsets, const Positions& left_texts, const Positions& right_texts,
                         const Stop* stop) {
  auto out = released([&] {
    return greedy_matches<Real>({matrix_of(left), span_of(left_offsets)}, {matrix_of(right), span_of(right_offsets)},
                                span_of(left_texts), span_of(right_texts), stop);
  });
  return array2(std::move(out), 2);
}

}  // namespace

void bind_greedy_matching(nb::module_& m) {
  m.def("greedy_matches", &matches<float>, "left"_a, "left_offsets"_a, "right"_a, "right_offsets"_a, "left_texts"_a,
        "right_texts"_a, stop_argument(),
        "Precision and recall of pairs of texts by the best cosine of each vector; nan without a vector on the right.");
  m.def("greedy_matches", &matches<double>, "left"_a, "left_offsets"_a, "right"_a, "right_offsets"_a, "left_texts"_a,
        "right_texts"_a, stop_argument());
}

}  // namespace steelyard
