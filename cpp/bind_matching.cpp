// Python bindings: Unigram alignments: METEOR, GTM.
#include <nanobind/stl/tuple.h>

#include <algorithm>

#include "beam_alignment.hpp"
#include "bind.hpp"
#include "longest_runs.hpp"
#include "unigram_alignment.hpp"

namespace steelyard {

namespace {

void same_vocabulary(const Tokens& tokens, const std::vector<const Keys*>& stages) {
  for (const Keys* keys : stages) {
    if (!tokens.vocabulary || tokens.vocabulary->size() > keys->size()) {
      throw std::invalid_argument("the keys are not of this vocabulary");
    }
  }
}

UnigramAlignments aligned(const Tokens& hypotheses, const Tokens& references, std::vector<const Keys*> stages,
                          std::int64_t bound) {
  same_size(hypotheses, references);
  for (const Tokens* tokens : {&hypotheses, &references}) same_vocabulary(*tokens, stages);
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

UnigramAlignments aligned_by_beam(const Tokens& hypotheses, const Tokens& references, std::vector<const Keys*> stages,
                                  std::int32_t exact, std::size_t beam) {
  same_size(hypotheses, references);
  for (const Tokens* tokens : {&hypotheses, &references}) same_vocabulary(*tokens, stages);
  nb::gil_scoped_release release;
  return align_by_beam(hypotheses, references, std::move(stages), exact, std::max<std::size_t>(beam, 1));
}

// Per row how many of the pairs of each stage have a listed word in the hypothesis, then in the reference, then the
// listed words of both texts. A word is listed if it has a key.
Array2<std::int32_t> listed(const UnigramAlignments& all, std::size_t stages, const Tokens& hypotheses,
                            const Tokens& references, const Keys& list) {
  same_size(hypotheses, references);
  for (const Tokens* tokens : {&hypotheses, &references}) same_vocabulary(*tokens, {&list});
  const auto is_listed = [&list](std::int32_t id) { return !list[static_cast<std::size_t>(id)].empty(); };
  const std::size_t fields = 2 * stages + 2;
  std::vector<std::int32_t> out(all.cut.size() * fields, 0);
  for (std::size_t i = 0; i < all.cut.size(); ++i) {
    const Ids hypothesis = hypotheses[i], reference = references[i];
    const std::span row = std::span(out).subspan(i * fields, fields);
    for (const AlignedPair& pair : all[i]) {
      const auto stage = static_cast<std::size_t>(pair.stage);
      row[stage] += is_listed(hypothesis[static_cast<std::size_t>(pair.hypothesis)]);
      row[stages + stage] += is_listed(reference[static_cast<std::size_t>(pair.reference)]);
    }
    row[2 * stages] = static_cast<std::int32_t>(std::ranges::count_if(hypothesis, is_listed));
    row[2 * stages + 1] = static_cast<std::int32_t>(std::ranges::count_if(reference, is_listed));
  }
  return array2(std::move(out), fields);
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
      .def("listed", &listed, "stages"_a, "hypotheses"_a, "references"_a, "list"_a,
           "Per row the pairs of each stage with a listed word in the hypothesis, the same in the reference, and the "
           "listed words of both texts.")
      .def("pairs", [](const UnigramAlignments& all, std::size_t row) {
        if (row >= all.cut.size()) throw nb::index_error();
        std::vector<std::tuple<std::int32_t, std::int32_t, std::int32_t>> out;
        for (const auto& [hypothesis, reference, stage] : all[row]) out.emplace_back(hypothesis, reference, stage);
        return out;
      }, "row"_a, "Positions in hypothesis and reference, and stage, in order of the hypothesis.")
      .def_ro("steps", &UnigramAlignments::steps, "Steps of the search in the stage that needed most.");
  m.def("align_longest_runs", &run_aligned, "hypotheses"_a, "references"_a,
        "Alignments of equal words, longest common runs first.");
  m.def("align_unigrams", &aligned, "hypotheses"_a, "references"_a, "stages"_a, "bound"_a,
        "Alignments in stages: within each the largest mapping, then the fewest crossings, then the fewest chunks.");
  m.def("align_by_beam", &aligned_by_beam, "hypotheses"_a, "references"_a, "stages"_a, "exact"_a, "beam"_a,
        "Alignments by beam search over all stages at once; `exact` is the number of the exact stage, or -1.");
}

}  // namespace steelyard
