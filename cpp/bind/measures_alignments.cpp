// Bindings of measures/alignments/: which words are mapped to which, as METEOR and GTM map them.
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <tuple>

#include "bind/bind.hpp"
#include "measures/alignments/beam_alignment.hpp"
#include "measures/alignments/longest_runs.hpp"
#include "measures/alignments/unigram_alignment.hpp"

namespace steelyard {

namespace {

Array<std::int32_t, 2> counts(const UnigramAlignments& all, std::size_t stages) {
  return array2(stage_counts(all, stages), stages + 2);
}

Array<std::int32_t, 2> listed(const UnigramAlignments& all, std::size_t stages, const Tokens& hypotheses,
                              const Tokens& references, const Keys& list) {
  return array2(listed_counts(all, stages, hypotheses, references, list), 2 * stages + 2);
}

std::vector<std::tuple<std::int32_t, std::int32_t, std::int32_t>> pairs(const UnigramAlignments& all, std::size_t row) {
  if (row >= all.size()) throw nb::index_error();
  std::vector<std::tuple<std::int32_t, std::int32_t, std::int32_t>> out;
  for (const auto& [hypothesis, reference, stage, words, others] : all[row]) {
    for (std::int32_t k = 0; k < std::max(words, others); ++k) {
      out.emplace_back(hypothesis + std::min(k, words - 1), reference + std::min(k, others - 1), stage);
    }
  }
  return out;
}

}  // namespace

void bind_alignments(nb::module_& m) {
  nb::class_<UnigramAlignments>(m, "UnigramAlignments", "Which words of which row are mapped to which, by which stage.")
      .def("counts", &counts, "stages"_a,
           "Per row the words of the hypothesis that each stage mapped, chunks, and whether the search was cut.")
      .def(
          "of_reference",
          [](const UnigramAlignments& all, std::int32_t stage) { return array1(reference_counts(all, stage)); },
          "stage"_a, "Per row the words of the reference that a stage mapped.")
      .def(
          "sizes", [](const UnigramAlignments& all, double exponent) { return array1(match_sizes(all, exponent)); },
          "exponent"_a, "Per row the root of the sum of powers of the lengths of its runs.")
      .def("listed", &listed, "stages"_a, "hypotheses"_a, "references"_a, "list"_a,
           "Per row the listed words of the hypothesis that each stage mapped, the same of the reference, and the "
           "listed "
           "words of both texts.")
      .def("pairs", &pairs, "row"_a,
           "Positions in hypothesis and reference, and stage, in order of the hypothesis; of phrases each word is in "
           "some "
           "pair.")
      .def_ro("steps", &UnigramAlignments::steps, "Steps of the search that needed most.");
  m.def("align_longest_runs", &align_longest_runs, "hypotheses"_a, "references"_a, stop_argument(),
        nb::call_guard<nb::gil_scoped_release>(), "Alignments of equal words, longest common runs first.");
  m.def("align_unigrams", &align_unigrams, "hypotheses"_a, "references"_a, "stages"_a, "bound"_a, stop_argument(),
        nb::call_guard<nb::gil_scoped_release>(),
        "Alignments in stages: of each the largest mapping, then the fewest crossings; of all the fewest chunks.");
  m.def("align_by_beam", &align_by_beam, "hypotheses"_a, "references"_a, "stages"_a, "exact"_a, "beam"_a,
        "paraphrases"_a = nb::none(), stop_argument(), nb::call_guard<nb::gil_scoped_release>(),
        "Alignments by beam search over all stages at once; `exact` is the number of the exact stage, or -1. With "
        "`paraphrases` the last stage is theirs.");
}

}  // namespace steelyard
