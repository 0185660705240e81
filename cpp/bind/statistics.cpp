// Bindings of statistics/: sums over drawn units.
#include "bind/bind.hpp"
#include "statistics/resampling.hpp"

namespace steelyard {

namespace {

template <class Rows>
auto statistics_of(const Rows& rows) {
  return StatisticRows<std::remove_cv_t<typename Rows::Scalar>>{rows.data(), rows.shape(0), rows.shape(1),
                                                                rows.shape(2)};
}

template <class Rows>
Array<double, 3> sums_like(const Rows& rows, std::size_t count, std::vector<double>&& sums) {
  return shaped<3>(std::move(sums), {count, rows.shape(0), rows.shape(2)});
}

template <class Value, class Sum>
Array<double, 3> bootstrap(const Given<Value, 3>& rows, std::uint64_t seed, std::uint64_t first, std::size_t count,
                           const Stop* stop) {
  return sums_like(rows, count, stoppable(stop, [&](const Stop* flag) {
                     return bootstrap_sums<Sum>(statistics_of(rows), seed, first, count, flag);
                   }));
}

template <class Value, class Sum>
Array<double, 3> crossed(const Given<Value, 3>& rows, const std::vector<Positions>& factors, std::uint64_t seed,
                         std::uint64_t first, std::size_t count, const Stop* stop) {
  std::vector<std::span<const std::int64_t>> index;
  for (const Positions& factor : factors) index.push_back(span_of(factor));
  return sums_like(rows, count, stoppable(stop, [&](const Stop* flag) {
                     return crossed_sums<Sum>(statistics_of(rows), index, seed, first, count, flag);
                   }));
}

template <class Value, class Sum>
Array<double, 3> selected(const Given<Value, 3>& rows, std::uint64_t seed, std::uint64_t first, std::size_t count,
                          bool enumerate, const Stop* stop) {
  return sums_like(rows, count, stoppable(stop, [&](const Stop* flag) {
                     return selected_sums<Sum>(statistics_of(rows), seed, first, count, enumerate, flag);
                   }));
}

Array<std::uint32_t, 1> weights(std::size_t units, std::uint64_t seed, std::uint64_t resample) {
  std::vector<std::uint32_t> drawn;
  draw_weights(stream_of(seed, resample), units, drawn);
  return array1(std::move(drawn));
}

Array<std::int64_t, 2> drawn(std::size_t units, std::uint64_t seed, std::uint64_t first, std::size_t count,
                             const Stop* stop) {
  const auto numbers = [&](const Stop* flag) { return drawn_units(units, seed, first, count, flag); };
  return shaped<2>(stoppable(stop, numbers), {count, units});
}

Array<double, 2> drand48(const Given<double, 2>& rows, std::uint64_t first, std::size_t count, const Stop* stop) {
  const auto sums = [&](const Stop* flag) { return drand48_sums(matrix_of(rows), first, count, flag); };
  return array2(stoppable(stop, sums), rows.shape(1));
}

// Integers are summed as integers.
template <class Value, class Sum>
void bind_sums(nb::module_& m) {
  m.def("bootstrap_sums", &bootstrap<Value, Sum>, "rows"_a, "seed"_a, "first"_a, "count"_a, stop_argument(),
        "Sums over resampled segments, resample × system × field.");
  m.def("crossed_sums", &crossed<Value, Sum>, "rows"_a, "factors"_a, "seed"_a, "first"_a, "count"_a, stop_argument(),
        "Sums over segments weighted by independent draws of several factors, resample × system × field.");
  m.def("selected_sums", &selected<Value, Sum>, "rows"_a, "seed"_a, "first"_a, "count"_a, "enumerate"_a,
        stop_argument(), "Sums over random halves of the units, trial × system × field.");
}

}  // namespace

void bind_statistics(nb::module_& m) {
  bind_sums<std::int32_t, std::int64_t>(m);
  bind_sums<std::int64_t, std::int64_t>(m);
  bind_sums<double, double>(m);
  m.def("drand48_sums", &drand48, "rows"_a, "first"_a, "count"_a, stop_argument(),
        "Sums over units drawn as ROUGE-1.5.5 draws them, of rows unit × column: sample × column.");
  m.def("drawn_units", &drawn, "units"_a, "seed"_a, "first"_a, "count"_a, stop_argument(),
        "Which units each resample draws, in order: resample × draw.");
  m.def("draw_weights", &weights, "units"_a, "seed"_a, "resample"_a,
        "How often each unit is drawn in a resample of as many draws.");
}

}  // namespace steelyard
