// Python bindings: Unigram alignments: METEOR, GTM.
#include <nanobind/stl/tuple.h>

#include "bind.hpp"
#include "longest_runs.hpp"
#include "unigram_alignment.hpp"

namespace steelyard {

namespace {

UnigramAlignments aligned(const Tokens& hypotheses, const Tokens& references, std::vector<const Keys*> stages,
                          std::int64_t bound) {
  same_size(hypotheses, references);
  for (const Tokens* tokens : {&hypotheses, &references}) {
    for (const Keys* keys : stages) {
      if (!tokens->vocabulary || tokens->vocabulary->size() > keys->size()) {
        throw std::invalid_argument("the keys are not of this vocabulary");
      }
    }
  }
  nb::gil_scoped_release release;
  return align_unigrams(hypotheses, references, std::move(stages), bound);
}

UnigramAlignments run_aligned(const Tokens& hypotheses, const Tokens& references) {
  same_size(hypotheses, references);
  nb::gil_scoped_release release;
  return align_longest_runs(hypotheses, references);
}

Array1<double> sizes(const UnigramAlignments& all, double exponent) {
  std::vector<double> out(all.cut.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = match_size(all[i], exponent);
  return array1(std::move(out));
}

Array2<std::int32_t> counts(const UnigramAlignments& all, std::size_t stages) {
  const std::size_t fields = stages + 2;
  std::vector<std::int32_t> out(all.cut.size() * fields, 0);
  for (std::size_t i = 0; i < all.cut.size(); ++i) {
    const std::span row = std::span(out).subspan(i * fields, fields);
    for (const AlignedPair& pair : all[i]) ++row[static_cast<std::size_t>(pair.stage)];
    row[stages] = chunks_of(all[i]);
    row[stages + 1] = all.cut[i];
  }
  return array2(std::move(out), fields);
}

}  // namespace

void bind_matching(nb::module_& m) {
  nb::class_<UnigramAlignments>(m, "UnigramAlignments", "Which words of which row are mapped to which, by which stage.")
      .def("counts", &counts, "stages"_a, "Per row the pairs of each stage, chunks, and stages that were cut.")
      .def("sizes", &sizes, "exponent"_a, "Per row the root of the sum of powers of the lengths of its runs.")
      .def("pairs", [](const UnigramAlignments& all, std::size_t row) {
        if (row >= all.cut.size()) throw nb::index_error();
        std::vector<std::tuple<std::int32_t, std::int32_t, std::int32_t>> out;
        for (const auto& [hypothesis, reference, stage] : all[row]) out.emplace_back(hypothesis, reference, stage);
        return out;
      }, "row"_a, "Positions in hypothesis and reference, and stage, in order of the hypothesis.")
      .def_ro("steps", &UnigramAlignments::steps, "Mappings weighed in the stage that needed most.");
  m.def("align_longest_runs", &run_aligned, "hypotheses"_a, "references"_a,
        "Alignments of equal words, longest common runs first.");
  m.def("align_unigrams", &aligned, "hypotheses"_a, "references"_a, "stages"_a, "bound"_a,
        "Alignments in stages: within each the largest mapping, then the fewest crossings, then the fewest chunks.");
}

}  // namespace steelyard
