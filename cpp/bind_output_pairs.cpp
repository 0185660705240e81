// Bindings of pairs of outputs under sets of measures.
#include <nanobind/stl/optional.h>

#include <optional>

#include "bind.hpp"
#include "output_pairs.hpp"

namespace steelyard {

namespace {

using Scores = nb::ndarray<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Quality = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Texts = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Members = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Given>
auto outputs_of(const std::optional<Given>& given, const Scores& scores) {
  using Value = std::remove_pointer_t<decltype(given->data())>;
  if (!given) return std::span<const Value>{};
  if (given->shape(0) != scores.shape(1) || given->shape(1) != scores.shape(2)) {
    throw std::invalid_argument("quality or texts differ in shape from the scores");
  }
  return std::span<const Value>{given->data(), given->size()};
}

void make(OutputPairs* at, const Scores& scores, const std::optional<Quality>& quality,
          const std::optional<Texts>& texts, bool different) {
  const auto judged = outputs_of(quality, scores);
  const auto known = outputs_of(texts, scores);
  nb::gil_scoped_release release;
  new (at) OutputPairs({scores.data(), scores.size()}, scores.shape(0), scores.shape(1), scores.shape(2), judged, known,
                       different);
}

std::pair<Array2<std::int64_t>, Array1<double>> set_counts(const OutputPairs& pairs, const Members& members,
                                                           const Positions& offsets) {
  const std::int64_t* bounds = offsets.data();
  if (!offsets.size() || bounds[0] != 0 || bounds[offsets.size() - 1] != static_cast<std::int64_t>(members.size())) {
    throw std::invalid_argument("offsets do not span the members");
  }
  for (std::size_t n = 1; n < offsets.size(); ++n) {
    if (bounds[n] <= bounds[n - 1]) throw std::invalid_argument("a set of measures is empty");
  }
  for (std::size_t n = 0; n < members.size(); ++n) {
    const std::int32_t member = members.data()[n];
    if (member < 0 || static_cast<std::size_t>(member) >= pairs.measures()) throw std::invalid_argument("no such measure");
  }
  constexpr std::size_t kinds = 10;
  std::vector<std::int64_t> out;
  std::vector<double> thresholds;
  {
    nb::gil_scoped_release release;
    out.reserve((offsets.size() - 1) * kinds);
    thresholds.reserve(offsets.size() - 1);
    for (std::size_t n = 0; n + 1 < offsets.size(); ++n) {
      const auto c = pairs.count({members.data() + bounds[n], static_cast<std::size_t>(bounds[n + 1] - bounds[n])});
      out.insert(out.end(), {c.unanimous, c.confirmed, c.better, c.distinct, c.contradicted, c.same, c.single.measure,
                             c.single.unanimous, c.single.confirmed, c.single.better});
      thresholds.push_back(c.single.threshold);
    }
  }
  return {array2(std::move(out), kinds), array1(std::move(thresholds))};
}

std::pair<Array1<double>, Array2<std::int64_t>> thresholds(const OutputPairs& pairs, std::size_t measure) {
  if (measure >= pairs.measures()) throw std::invalid_argument("no such measure");
  std::vector<double> at;
  std::vector<std::int64_t> counts;
  {
    nb::gil_scoped_release release;
    for (const ThresholdPoint& point : pairs.thresholds(measure)) {
      at.push_back(point.threshold);
      counts.insert(counts.end(), {point.unanimous, point.confirmed});
    }
  }
  return {array1(std::move(at)), array2(std::move(counts), 2)};
}

std::pair<std::int64_t, std::int64_t> judged(const OutputPairs& pairs) {
  const JudgedPairs found = pairs.judged();
  return {found.pairs, found.better};
}

}  // namespace

void bind_output_pairs(nb::module_& m) {
  nb::class_<OutputPairs>(m, "OutputPairs", "Pairs of outputs of the same segment under many measures.")
      .def("__init__", &make, "scores"_a, "quality"_a.none(), "texts"_a.none(), "different"_a)
      .def("counts", &set_counts, "members"_a, "offsets"_a,
           "Per set of measures, ordered pairs that are unanimous, confirmed, better, distinct, contradicted, and "
           "unanimous though one text; then the number of its best single measure as sensitive (or -1) with its "
           "unanimous, confirmed and better pairs. Beside them, the threshold of that measure.")
      .def("thresholds", &thresholds, "measure"_a,
           "Thresholds of a measure, one for each sensitivity, and their pairs: unanimous, confirmed.")
      .def("judged", &judged, "Judged pairs that count, and how many of them are better.");
}

}  // namespace steelyard
