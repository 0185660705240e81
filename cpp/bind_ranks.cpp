// Bindings of ranks, of pairs of points and of random orders.
#include "bind.hpp"
#include "rank_pairs.hpp"
#include "resampling.hpp"

namespace steelyard {

namespace {

using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

std::span<const double> row_of(const Matrix& matrix, std::size_t row) {
  return {matrix.data() + row * matrix.shape(1), matrix.shape(1)};
}

Array2<std::int64_t> pair_counts(const Matrix& x, const Matrix& y, double epsilon) {
  if (x.shape(0) != y.shape(0) || x.shape(1) != y.shape(1)) throw std::invalid_argument("x and y differ in shape");
  constexpr std::size_t kinds = 5;
  std::vector<std::int64_t> out;
  {
    nb::gil_scoped_release release;
    PairCounter count;
    out.reserve(x.shape(0) * kinds);
    for (std::size_t row = 0; row < x.shape(0); ++row) {
      const PairCounts pairs = count(row_of(x, row), row_of(y, row), epsilon);
      out.insert(out.end(), {pairs.concordant, pairs.discordant, pairs.tied_x, pairs.tied_y, pairs.tied_both});
    }
  }
  return array2(std::move(out), kinds);
}

Array2<double> mean_ranks(const Matrix& values) {
  std::vector<double> out(values.shape(0) * values.shape(1));
  {
    nb::gil_scoped_release release;
    MeanRanks rank;
    for (std::size_t row = 0; row < values.shape(0); ++row) {
      rank(row_of(values, row), {out.data() + row * values.shape(1), values.shape(1)});
    }
  }
  return moved<double, Array2<double>>(std::move(out), {values.shape(0), values.shape(1)});
}

Array1<double> pearson(const Matrix& x, const Matrix& y) {
  if (x.shape(0) != y.shape(0) || x.shape(1) != y.shape(1)) throw std::invalid_argument("x and y differ in shape");
  std::vector<double> out(x.shape(0));
  {
    nb::gil_scoped_release release;
    PearsonR correlate;
    for (std::size_t row = 0; row < x.shape(0); ++row) out[row] = correlate(row_of(x, row), row_of(y, row));
  }
  return array1(std::move(out));
}

Array2<std::int32_t> random_orders(std::size_t size, std::uint64_t seed, std::uint64_t first, std::size_t count) {
  std::vector<std::int32_t> out(count * size);
  {
    nb::gil_scoped_release release;
    for (std::size_t b = 0; b < count; ++b) random_order(stream_of(seed, first + b), {out.data() + b * size, size});
  }
  return moved<std::int32_t, Array2<std::int32_t>>(std::move(out), {count, size});
}

}  // namespace

void bind_ranks(nb::module_& m) {
  m.def("pair_counts", &pair_counts, "x"_a, "y"_a, "epsilon"_a,
        "Per row: pairs that are concordant, discordant, tied in x alone, in y alone, in both.");
  m.def("mean_ranks", &mean_ranks, "values"_a, "Ranks from 1 within each row, tied numbers having the mean of theirs.");
  m.def("pearson", &pearson, "x"_a, "y"_a, "Pearson's r of each row; nan where a side does not vary.");
  m.def("random_orders", &random_orders, "size"_a, "seed"_a, "first"_a, "count"_a,
        "Random orders of 0 … size - 1, numbers first … first + count - 1 of a seed.");
}

}  // namespace steelyard
