// What the bindings share: arrays that come in as spans and go out without a copy, and work without the interpreter's
// lock.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "corpus/texts.hpp"
#include "matrix.hpp"
#include "stop.hpp"
#include "text/tokens.hpp"

namespace steelyard {

namespace nb = nanobind;
using namespace nb::literals;

// Arrays that come in.
template <class Value, int dimensions>
using Given = nb::ndarray<const Value, nb::ndim<dimensions>, nb::c_contig, nb::device::cpu>;
using Positions = Given<std::int64_t, 1>;
using References = std::vector<const Tokens*>;

template <class Array>
auto span_of(const Array& array) {
  return std::span(array.data(), array.size());
}

template <class Array>
auto matrix_of(const Array& array) {
  return Matrix<std::remove_cv_t<typename Array::Scalar>>{span_of(array), array.shape(0), array.shape(1)};
}

inline TextRows rows_of(const nb::bytes& data, const Positions& starts, const Positions& ends) {
  return {{data.c_str(), data.size()}, span_of(starts), span_of(ends)};
}

// Arrays that go out; they own what was a vector.
template <class Value, int dimensions>
using Array = nb::ndarray<nb::numpy, Value, nb::ndim<dimensions>>;

template <int dimensions, class Value>
Array<Value, dimensions> shaped(std::vector<Value>&& values, std::initializer_list<std::size_t> shape) {
  auto* kept = new std::vector<Value>(std::move(values));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<Value>*>(p); });
  return Array<Value, dimensions>(kept->data(), shape, owner);
}

template <class Value>
Array<Value, 1> array1(std::vector<Value>&& values) {
  const std::size_t size = values.size();
  return shaped<1>(std::move(values), {size});
}

template <class Value>
Array<Value, 2> array2(std::vector<Value>&& values, std::size_t columns) {
  const std::size_t rows = columns ? values.size() / columns : 0;
  return shaped<2>(std::move(values), {rows, columns});
}

// The last argument of kernels that can take long; without it only what is stoppable can be stopped.
inline auto stop_argument() { return "stop"_a.none() = nb::none(); }

// What work() gives, while other Python threads may run.
template <class Work>
auto released(Work&& work) {
  nb::gil_scoped_release release;
  return work();
}

// The flag of work that is handed none: the one under which this thread works (`work_under`), if any, and else signals
// that Python has to answer, such as Ctrl-C; these there are on the main thread alone.
class OfThread final : public Stop {
 public:
  void look() const override;

  // Whoever sets it keeps the flag as long as the thread works under it.
  static thread_local const Stop* flag;

 private:
  // Python has looked for signals just before the first look.
  mutable bool first_ = true;
};

// What work(flag) gives, as released; without a flag, that of the thread stops it.
template <class Work>
auto stoppable(const Stop* stop, Work&& work) {
  const OfThread own;
  return released([&] { return work(stop ? stop : &own); });
}

// One function for each file of this folder, by the folder whose kernels it binds.
void bind_stop(nb::module_& m);
void bind_corpus(nb::module_& m);
void bind_text(nb::module_& m);
void bind_annotation(nb::module_& m);
void bind_ngrams(nb::module_& m);
void bind_edits(nb::module_& m);
void bind_rouge(nb::module_& m);
void bind_alignments(nb::module_& m);
void bind_trees(nb::module_& m);
void bind_string_kernel(nb::module_& m);
void bind_greedy_matching(nb::module_& m);
void bind_statistics(nb::module_& m);
void bind_inference(nb::module_& m);
void bind_meta(nb::module_& m);

}  // namespace steelyard
