// Bindings of inference/: ranks, pairs of points and random orders.
#include "bind/bind.hpp"
#include "inference/coded_pairs.hpp"
#include "inference/rank_pairs.hpp"

namespace steelyard {

namespace {

using Scores = Given<double, 2>;
using Codes = Given<std::int32_t, 2>;
using Names = Given<std::int64_t, 2>;

// kernel(matrix) as an array of the same shape.
template <auto kernel, class Value>
auto same_shape(const Given<Value, 2>& given) {
  auto out = released([&] { return kernel(matrix_of(given)); });
  return shaped<2>(std::move(out), {given.shape(0), given.shape(1)});
}

Array<std::int64_t, 2> counted(const Scores& x, const Scores& y, double epsilon) {
  return array2(released([&] { return pair_counts(matrix_of(x), matrix_of(y), epsilon); }), kPairKinds);
}

Array<std::int64_t, 2> coded(const Codes& x, const Codes& y) {
  return array2(released([&] { return coded_pair_counts(matrix_of(x), matrix_of(y)); }), kPairKinds);
}

Array<std::int64_t, 1> copies(const Names& names) {
  return array1(released([&] { return copy_pairs(matrix_of(names)); }));
}

Array<double, 1> correlations(const Scores& x, const Scores& y) {
  return array1(released([&] { return pearson(matrix_of(x), matrix_of(y)); }));
}

Array<std::int32_t, 2> orders(std::size_t size, std::uint64_t seed, std::uint64_t first, std::size_t count) {
  return shaped<2>(released([&] { return random_orders(size, seed, first, count); }), {count, size});
}

}  // namespace

void bind_inference(nb::module_& m) {
  m.def("pair_counts", &counted, "x"_a, "y"_a, "epsilon"_a,
        "Per row: pairs that are concordant, discordant, tied in x alone, in y alone, in both.");
  m.def("order_codes", &same_shape<order_codes, double>, "values"_a,
        "Within each row 0, 1, 2 … in the order of the values, equal where these are; -1 for nan.");
  m.def("coded_pair_counts", &coded, "x"_a, "y"_a, "As pair_counts, of order_codes; codes below 0 are no points.");
  m.def("coded_ranks", &same_shape<coded_ranks, std::int32_t>, "codes"_a,
        "As mean_ranks, of order_codes; nan where a code is below 0.");
  m.def("copy_pairs", &copies, "names"_a, "Per row: pairs of the same name; names below 0 are no points.");
  m.def("mean_ranks", &same_shape<mean_ranks, double>, "values"_a,
        "Ranks from 1 within each row, tied numbers having the mean of theirs.");
  m.def("pearson", &correlations, "x"_a, "y"_a, "Pearson's r of each row; nan where a side does not vary.");
  m.def("random_orders", &orders, "size"_a, "seed"_a, "first"_a, "count"_a,
        "Random orders of 0 … size - 1, numbers first … first + count - 1 of a seed.");
}

}  // namespace steelyard
