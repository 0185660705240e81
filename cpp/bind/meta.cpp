// Bindings of meta/: pairs of outputs under sets of measures, and what QARLA counts.
#include <nanobind/stl/optional.h>

#include <optional>
#include <stdexcept>

#include "bind/bind.hpp"
#include "meta/output_pairs.hpp"
#include "meta/queen.hpp"

namespace steelyard {

namespace {

using Scores = Given<double, 3>;
using Quality = Given<double, 2>;
using Texts = Given<std::int64_t, 2>;
using Flags = Given<std::uint8_t, 2>;

template <class Value>
std::span<const Value> outputs_of(const std::optional<Given<Value, 2>>& given, const Scores& scores) {
  if (!given) return {};
  if (given->shape(0) != scores.shape(1) || given->shape(1) != scores.shape(2)) {
    throw std::invalid_argument("quality or texts differ in shape from the scores");
  }
  return {given->data(), given->size()};
}

void make_pairs(OutputPairs* at, const Scores& scores, const std::optional<Quality>& quality,
                const std::optional<Texts>& texts, bool different, const Stop* stop) {
  const auto judged = outputs_of<double>(quality, scores);
  const auto known = outputs_of<std::int64_t>(texts, scores);
  stoppable(stop, [&](const Stop* flag) {
    new (at)
        OutputPairs(span_of(scores), scores.shape(0), scores.shape(1), scores.shape(2), judged, known, different, flag);
  });
}

std::pair<Array<std::int64_t, 2>, Array<double, 1>> set_counts(const OutputPairs& pairs,
                                                               const Given<std::int32_t, 1>& members,
                                                               const Positions& offsets, const Stop* stop) {
  SetTable found =
      stoppable(stop, [&](const Stop* flag) { return count_sets(pairs, span_of(members), span_of(offsets), flag); });
  return {array2(std::move(found.counts), SetTable::kKinds), array1(std::move(found.thresholds))};
}

std::pair<Array<double, 1>, Array<std::int64_t, 2>> thresholds(const OutputPairs& pairs, std::size_t measure) {
  ThresholdTable found = released([&] { return threshold_table(pairs, measure); });
  return {array1(std::move(found.thresholds)), array2(std::move(found.counts), ThresholdTable::kKinds)};
}

std::pair<std::int64_t, std::int64_t> judged(const OutputPairs& pairs) {
  const JudgedPairs found = pairs.judged();
  return {found.pairs, found.better};
}

std::pair<Array<std::int32_t, 3>, Array<std::int32_t, 2>> queen(const Given<double, 4>& similarities,
                                                                const Flags& present, std::size_t models,
                                                                const Flags& sets, const Stop* stop) {
  const std::size_t cases = similarities.shape(0), texts = similarities.shape(2), count = sets.shape(0);
  const Similarities given{span_of(similarities), cases, similarities.shape(1), texts, similarities.shape(3)};
  QueenTable found = stoppable(
      stop, [&](const Stop* flag) { return queen_counts(given, matrix_of(present), models, matrix_of(sets), flag); });
  return {shaped<3>(std::move(found.accepted), {cases, count, texts}),
          shaped<2>(std::move(found.wins), {cases, count})};
}

}  // namespace

void bind_meta(nb::module_& m) {
  nb::class_<OutputPairs>(m, "OutputPairs", "Pairs of outputs of the same segment under many measures.")
      .def("__init__", &make_pairs, "scores"_a, "quality"_a.none(), "texts"_a.none(), "different"_a, stop_argument())
      .def("counts", &set_counts, "members"_a, "offsets"_a, stop_argument(),
           "Per set of measures, ordered pairs that are unanimous, confirmed, better, distinct, contradicted, and "
           "unanimous though one text; then the number of its best single measure as sensitive (or -1) with its "
           "unanimous, confirmed and better pairs. Beside them, the threshold of that measure.")
      .def("thresholds", &thresholds, "measure"_a,
           "Thresholds of a measure, one for each sensitivity, and their pairs: unanimous, confirmed.")
      .def("judged", &judged, "Judged pairs that count, and how many of them are better.");
  m.def("queen_counts", &queen, "similarities"_a, "present"_a, "models"_a, "sets"_a, stop_argument(),
        "Triples of models that accept each text, case × set × text; models ahead of all peers, case × set. "
        "Similarities are case × measure × text × text, models first; present is case × text, sets set × measure.");
}

}  // namespace steelyard
