// Python bindings: vectors of texts.
#include <algorithm>
#include <limits>

#include "bind.hpp"
#include "greedy_matching.hpp"

namespace steelyard {

namespace {

template <class Real>
using Vectors = nb::ndarray<const Real, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class Real>
void check_offsets(const Positions& offsets, const Vectors<Real>& vectors) {
  const std::span given(offsets.data(), offsets.size());
  if (given.empty() || given.front() != 0 || given.back() != static_cast<std::int64_t>(vectors.shape(0)) ||
      !std::ranges::is_sorted(given)) {
    throw std::invalid_argument("offsets do not fit the vectors");
  }
}

void check_texts(const Positions& texts, const Positions& offsets) {
  for (const std::int64_t text : std::span(texts.data(), texts.size())) {
    if (text < 0 || static_cast<std::size_t>(text) + 1 >= offsets.size()) {
      throw std::invalid_argument("there is no such text");
    }
  }
}

template <class Real>
VectorRows<Real> text_of(const Vectors<Real>& vectors, const Positions& offsets, std::int64_t text) {
  const std::size_t width = vectors.shape(1);
  const auto first = static_cast<std::size_t>(offsets.data()[text]), end = static_cast<std::size_t>(offsets.data()[text + 1]);
  return {{vectors.data() + first * width, (end - first) * width}, width};
}

template <class Real>
Array2<double> matches(const Vectors<Real>& left, const Positions& left_offsets, const Vectors<Real>& right,
                       const Positions& right_offsets, const Positions& left_texts, const Positions& right_texts) {
  check_offsets(left_offsets, left);
  check_offsets(right_offsets, right);
  check_texts(left_texts, left_offsets);
  check_texts(right_texts, right_offsets);
  if (left.shape(1) != right.shape(1) || !left.shape(1)) throw std::invalid_argument("vectors of different or no width");
  if (left_texts.size() != right_texts.size()) throw std::invalid_argument("left and right differ in number");
  std::vector<double> out(left_texts.size() * 2, std::numeric_limits<double>::quiet_NaN());
  {
    nb::gil_scoped_release release;
    GreedyMatching match;
    for (std::size_t n = 0; n < left_texts.size(); ++n) {
      const auto found = match(text_of(left, left_offsets, left_texts.data()[n]),
                               text_of(right, right_offsets, right_texts.data()[n]));
      if (!found) continue;
      out[n * 2] = found->precision;
      out[n * 2 + 1] = found->recall;
    }
  }
  return array2(std::move(out), 2);
}

}  // namespace

void bind_vectors(nb::module_& m) {
  m.def("greedy_matches", &matches<float>, "left"_a, "left_offsets"_a, "right"_a, "right_offsets"_a, "left_texts"_a,
        "right_texts"_a,
        "Precision and recall of pairs of texts by the best cosine of each vector; nan without a vector on the right.");
  m.def("greedy_matches", &matches<double>, "left"_a, "left_offsets"_a, "right"_a, "right_offsets"_a, "left_texts"_a,
        "right_texts"_a);
}

}  // namespace steelyard
