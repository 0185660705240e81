// Bindings of inference/: ranks, pairs of points and random orders.
#include "bind/bind.hpp"
#include "inference/coded_pairs.hpp"
#include "inference/rank_pairs.hpp"

namespace steelyard {

namespace {

using Scores = Given<double, 2>;
using Codes = Given<std::int32_t, 2>;
using Names = Given<std::int64_t, 2>;

// kernel(matrix, stop) as an array of the same shape.
template <auto kernel, class Value>
auto same_shape(const Given<Value, 2>& given, const Stop* stop) {
  auto out = stoppable(stop, [&](const Stop* flag) { return kernel(matrix_of(given), flag); });
  return shaped<2>(std::move(out), {given.shape(0), given.shape(1)});
}

Array<std::int64_t, 2> counted(const Scores& x, const Scores& y, double epsilon, const Stop* stop) {
  const auto counts = [&](const Stop* flag) { return pair_counts(matrix_of(x), matrix_of(y), epsilon, flag); };
  return array2(stoppable(stop, counts), kPairKinds);
}

Array<std::int64_t, 2> coded(const Codes& x, const Codes& y, const Stop* stop) {
  const auto counts = [&](const Stop* flag) { return coded_pair_counts(matrix_of(x), matrix_of(y), flag); };
  return array2(stoppable(stop, counts), kPairKinds);
}

Array<std::int64_t, 1> copies(const Names& names, const Stop* stop) {
  return array1(stoppable(stop, [&](const Stop* flag) { return copy_pairs(matrix_of(names), flag); }));
}

Array<double, 1> in_order(const Given<double, 1>& values, const Stop* stop) {
  return array1(stoppable(stop, [&](const Stop* flag) { return ascending(span_of(values), flag); }));
}

Array<std::int64_t, 1> places_in_order(const Given<double, 1>& values, const Stop* stop) {
  return array1(stoppable(stop, [&](const Stop* flag) { return ascending_places(span_of(values), flag); }));
}

Array<double, 1> correlations(const Scores& x, const Scores& y, const Stop* stop) {
  return array1(stoppable(stop, [&](const Stop* flag) { return pearson(matrix_of(x), matrix_of(y), flag); }));
}

Array<std::int32_t, 2> orders(std::size_t size, std::uint64_t seed, std::uint64_t first, std::size_t count,
                              const Stop* stop) {
  const auto drawn = [&](const Stop* flag) { return random_orders(size, seed, first, count, flag); };
  return shaped<2>(stoppable(stop, drawn), {count, size});
}

}  // namespace

void bind_inference(nb::module_& m) {
  m.def("pair_counts", &counted, "x"_a, "y"_a, "epsilon"_a, stop_argument(),
        "Per row: pairs that are concordant, discordant, tied in x alone, in y alone, in both.");
  m.def("order_codes", &same_shape<order_codes, double>, "values"_a, stop_argument(),
        "Within each row 0, 1, 2 … in the order of the values, equal where these are; -1 for nan.");
  m.def("coded_pair_counts", &coded, "x"_a, "y"_a, stop_argument(),
        "As pair_counts, of order_codes; codes below 0 are no points.");
  m.def("coded_ranks", &same_shape<coded_ranks, std::int32_t>, "codes"_a, stop_argument(),
        "As mean_ranks, of order_codes; nan where a code is below 0.");
  m.def("copy_pairs", &copies, "names"_a, stop_argument(),
        "Per row: pairs of the same name; names below 0 are no points.");
  m.def("mean_ranks", &same_shape<mean_ranks, double>, "values"_a, stop_argument(),
        "Ranks from 1 within each row, tied numbers having the mean of theirs.");
  m.def("ascending", &in_order, "values"_a, stop_argument(), "The numbers, sorted; none may be nan.");
  m.def("ascending_places", &places_in_order, "values"_a, stop_argument(),
        "Where the numbers in ascending order stand, equal ones in the order they have; none may be nan.");
  m.def("pearson", &correlations, "x"_a, "y"_a, stop_argument(),
        "Pearson's r of each row; nan where a side does not vary.");
  m.def("random_orders", &orders, "size"_a, "seed"_a, "first"_a, "count"_a, stop_argument(),
        "Random orders of 0 … size - 1, numbers first … first + count - 1 of a seed.");
}

}  // namespace steelyard
