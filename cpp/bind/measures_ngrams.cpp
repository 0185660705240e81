// Bindings of measures/ngrams/: matches of n-grams, and what each of them tells.
#include <nanobind/stl/optional.h>

#include <optional>

#include "bind/bind.hpp"
#include "measures/ngrams/information.hpp"
#include "measures/ngrams/ngram_matches.hpp"
#include "measures/ngrams/unit_matches.hpp"

namespace steelyard {

namespace {

Array<std::int32_t, 2> matches(const Tokens& hypotheses, const References& references, std::size_t order,
                               const Stop* stop) {
  return array2(released([&] { return ngram_matches(hypotheses, references, order, stop); }), order);
}

void add(Information& information, const Tokens& references, const Stop* stop) {
  stoppable(stop, [&](const Stop* flag) { information.add(references, flag); });
}

Array<double, 2> matched(const Information& information, const Tokens& hypotheses, const References& references,
                         bool false_zero, const Stop* stop) {
  return array2(released([&] { return information.matched(hypotheses, references, false_zero, stop); }),
                information.max_order());
}

Array<double, 2> of_units(const Tokens& outputs, const Positions& output_offsets, const Tokens& models,
                          const Positions& model_offsets, std::size_t order, bool cut,
                          const std::optional<Given<double, 2>>& weights, const Stop* stop) {
  auto out = released([&] {
    const SentenceTexts peers(outputs, span_of(output_offsets)), units(models, span_of(model_offsets));
    if (!weights) return unit_matches(peers, units, order, cut, nullptr, stop);
    const auto matrix = matrix_of(*weights);
    return unit_matches(peers, units, order, cut, &matrix, stop);
  });
  return array2(std::move(out), 2 * order);
}

}  // namespace

void bind_ngrams(nb::module_& m) {
  m.def("ngram_matches", &matches, "hypotheses"_a, "references"_a, "order"_a, stop_argument(),
        "Matches of order 1 … order per row, clipped at the maximum over the references.");
  m.def("unit_matches", &of_units, "outputs"_a, "output_offsets"_a, "models"_a, "model_offsets"_a, "order"_a, "cut"_a,
        "weights"_a.none() = nb::none(), stop_argument(),
        "Weight of the n-grams of the models' units that the outputs have, and of all of them, orders 1 … order each.");
  nb::class_<Information>(m, "Information", "Information weights of n-grams over a set of references.")
      .def(nb::init<std::size_t>(), "max_order"_a)
      .def("add", &add, "references"_a, stop_argument())
      .def("digest", &Information::digest)
      .def("matched", &matched, "hypotheses"_a, "references"_a, "false_zero"_a, stop_argument());
}

}  // namespace steelyard
