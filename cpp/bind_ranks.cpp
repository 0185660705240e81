// Bindings of ranks, of pairs of points and of random orders.
#include "bind.hpp"
#include "coded_pairs.hpp"
#include "rank_pairs.hpp"
#include "resampling.hpp"

namespace steelyard {

namespace {

template <class Value>
using MatrixOf = nb::ndarray<const Value, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Matrix = MatrixOf<double>;
using Codes = MatrixOf<std::int32_t>;

template <class Value>
std::span<const Value> row_of(const MatrixOf<Value>& matrix, std::size_t row) {
  return {matrix.data() + row * matrix.shape(1), matrix.shape(1)};
}

template <class Value>
void same_shape(const MatrixOf<Value>& x, const MatrixOf<Value>& y) {
  if (x.shape(0) != y.shape(0) || x.shape(1) != y.shape(1)) throw std::invalid_argument("x and y differ in shape");
}

// Rows of counts, made by count(row).
template <class Count>
Array2<std::int64_t> counted_rows(std::size_t rows, Count&& count) {
  constexpr std::size_t kinds = 5;
  std::vector<std::int64_t> out;
  {
    nb::gil_scoped_release release;
    out.reserve(rows * kinds);
    for (std::size_t row = 0; row < rows; ++row) {
      const PairCounts pairs = count(row);
      out.insert(out.end(), {pairs.concordant, pairs.discordant, pairs.tied_x, pairs.tied_y, pairs.tied_both});
    }
  }
  return array2(std::move(out), kinds);
}

// A matrix of the same shape, each row made by make(row, its place).
template <class Result, class Value, class Make>
Array2<Result> made_rows(const MatrixOf<Value>& values, Make&& make) {
  const std::size_t columns = values.shape(1);
  std::vector<Result> out(values.shape(0) * columns);
  {
    nb::gil_scoped_release release;
    for (std::size_t row = 0; row < values.shape(0); ++row) {
      make(row_of(values, row), std::span<Result>{out.data() + row * columns, columns});
    }
  }
  return moved<Result, Array2<Result>>(std::move(out), {values.shape(0), columns});
}

Array2<std::int64_t> pair_counts(const Matrix& x, const Matrix& y, double epsilon) {
  same_shape(x, y);
  PairCounter count;
  return counted_rows(x.shape(0), [&](std::size_t row) { return count(row_of(x, row), row_of(y, row), epsilon); });
}

Array2<std::int64_t> coded_pair_counts(const Codes& x, const Codes& y) {
  same_shape(x, y);
  CodedPairs count;
  return counted_rows(x.shape(0), [&](std::size_t row) { return count(row_of(x, row), row_of(y, row)); });
}

Array2<double> mean_ranks(const Matrix& values) { return made_rows<double>(values, MeanRanks{}); }

Array2<double> coded_ranks(const Codes& codes) { return made_rows<double>(codes, CodedRanks{}); }

Array2<std::int32_t> order_codes(const Matrix& values) { return made_rows<std::int32_t>(values, OrderCodes{}); }

Array1<std::int64_t> copy_pairs(const MatrixOf<std::int64_t>& names) {
  std::vector<std::int64_t> out(names.shape(0));
  {
    nb::gil_scoped_release release;
    CopyPairs count;
    for (std::size_t row = 0; row < out.size(); ++row) out[row] = count(row_of(names, row));
  }
  return array1(std::move(out));
}

Array1<double> pearson(const Matrix& x, const Matrix& y) {
  same_shape(x, y);
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
  m.def("order_codes", &order_codes, "values"_a,
        "Within each row 0, 1, 2 … in the order of the values, equal where these are; -1 for nan.");
  m.def("coded_pair_counts", &coded_pair_counts, "x"_a, "y"_a,
        "As pair_counts, of order_codes; codes below 0 are no points.");
  m.def("coded_ranks", &coded_ranks, "codes"_a, "As mean_ranks, of order_codes; nan where a code is below 0.");
  m.def("copy_pairs", &copy_pairs, "names"_a, "Per row: pairs of the same name; names below 0 are no points.");
  m.def("mean_ranks", &mean_ranks, "values"_a, "Ranks from 1 within each row, tied numbers having the mean of theirs.");
  m.def("pearson", &pearson, "x"_a, "y"_a, "Pearson's r of each row; nan where a side does not vary.");
  m.def("random_orders", &random_orders, "size"_a, "seed"_a, "first"_a, "count"_a,
        "Random orders of 0 … size - 1, numbers first … first + count - 1 of a seed.");
}

}  // namespace steelyard
