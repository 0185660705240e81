// What the bindings share: arrays that go out to Python without a copy, texts and tokens that come in.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "table_size.hpp"
#include "tokens.hpp"

namespace steelyard {

namespace nb = nanobind;
using namespace nb::literals;

using Positions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Array1 = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
template <class T>
using Array2 = nb::ndarray<nb::numpy, T, nb::ndim<2>>;
template <class T>
using Array3 = nb::ndarray<nb::numpy, T, nb::ndim<3>>;
using References = std::vector<const Tokens*>;

template <class T, class Array>
Array moved(std::vector<T>&& values, std::initializer_list<std::size_t> shape) {
  auto* kept = new std::vector<T>(std::move(values));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return Array(kept->data(), shape, owner);
}

template <class T>
Array1<T> array1(std::vector<T>&& values) {
  const std::size_t size = values.size();
  return moved<T, Array1<T>>(std::move(values), {size});
}

template <class T>
Array2<T> array2(std::vector<T>&& values, std::size_t columns) {
  const std::size_t rows = columns ? values.size() / columns : 0;
  return moved<T, Array2<T>>(std::move(values), {rows, columns});
}

inline TextRows rows_of(const nb::bytes& data, const Positions& starts, const Positions& ends) {
  const TextRows rows{{data.c_str(), data.size()}, {starts.data(), starts.size()}, {ends.data(), ends.size()}};
  if (starts.size() != ends.size()) throw std::invalid_argument("starts and ends differ in length");
  const auto limit = static_cast<std::int64_t>(data.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows.starts[i] < 0 || rows.starts[i] > rows.ends[i] || rows.ends[i] > limit) {
      throw std::invalid_argument("positions outside the data");
    }
  }
  return rows;
}

inline void same_size(const Tokens& a, const Tokens& b) {
  if (a.size() != b.size()) throw std::invalid_argument("hypotheses and references differ in number");
}

// A segment that cannot be taken; it reaches Python as a SegmentError.
struct RefusedSegment : std::runtime_error {
  RefusedSegment(std::size_t segment, const std::string& problem) : std::runtime_error(problem), row(segment) {}
  std::size_t row;
};

// Does the work of one segment, which is refused if its tables would be too large.
template <class Work>
void in_segment(std::size_t row, Work&& work, const char* units = "words",
                const char* remedy = "cut the texts into more sentences (option sentences), or leave the segment out") {
  try {
    work();
  } catch (const TableTooLarge& found) {
    throw RefusedSegment(row, std::to_string(found.left) + " " + units + " against " + std::to_string(found.right) +
                                  " need tables of more than 1 GB; " + remedy);
  }
}

// One function for each topic, each in a file of its own.
void bind_matching(nb::module_& m);
void bind_output_pairs(nb::module_& m);
void bind_queen(nb::module_& m);
void bind_ranks(nb::module_& m);
void bind_rouge(nb::module_& m);
void bind_string_kernels(nb::module_& m);
void bind_trees(nb::module_& m);
void bind_vectors(nb::module_& m);
void bind_words(nb::module_& m);

}  // namespace steelyard
