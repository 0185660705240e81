// Bindings of measures/rouge/.
#include "bind/bind.hpp"
#include "measures/rouge/rouge.hpp"

namespace steelyard {

namespace {

// kernel(hypotheses, references, options…) as an array.
template <auto kernel, class... Options>
auto rows(const Tokens& hypotheses, const Tokens& references, Options... options, const Stop* stop) {
  return array2(released([&] { return kernel(hypotheses, references, options..., stop); }), kRougeFields);
}

Array<std::int64_t, 2> lsum(const Tokens& hypotheses, const Positions& hypothesis_offsets, const Tokens& references,
                            const Positions& reference_offsets, const Tokens* counted_hypotheses,
                            const Tokens* counted_references, const Stop* stop, bool clip) {
  auto out = released([&] {
    return rouge_lsum({{hypotheses, span_of(hypothesis_offsets)},
                       {references, span_of(reference_offsets)},
                       counted_hypotheses,
                       counted_references},
                      clip, stop);
  });
  return array2(std::move(out), kRougeFields);
}

Array<double, 2> wsum(double weight, const Tokens& hypotheses, const Positions& hypothesis_offsets,
                      const Tokens& references, const Positions& reference_offsets, const Tokens* counted_hypotheses,
                      const Tokens* counted_references, const Stop* stop) {
  auto out = released([&] {
    return rouge_wsum({{hypotheses, span_of(hypothesis_offsets)},
                       {references, span_of(reference_offsets)},
                       counted_hypotheses,
                       counted_references},
                      weight, stop);
  });
  return array2(std::move(out), kRougeFields);
}

}  // namespace

void bind_rouge(nb::module_& m) {
  m.def("rouge_n", &rows<rouge_n, std::size_t>, "hypotheses"_a, "references"_a, "order"_a, stop_argument(),
        "Clipped n-gram matches, n-grams of the hypothesis, n-grams of the reference.");
  m.def("rouge_l", &rows<rouge_l>, "hypotheses"_a, "references"_a, stop_argument(),
        "Length of the LCS, and the lengths of both texts.");
  m.def("rouge_s", &rows<rouge_s, std::size_t, bool, bool>, "hypotheses"_a, "references"_a, "gap"_a, "unigrams"_a,
        "last"_a, stop_argument(), "Clipped matches of skip-bigrams and unigrams, and how many each text has.");
  m.def("rouge_w", &rows<rouge_w, double>, "hypotheses"_a, "references"_a, "weight"_a, stop_argument(),
        "WLCS, and f of the lengths of both texts.");
  m.def("rouge_lsum", &lsum, "hypotheses"_a, "hypothesis_offsets"_a, "references"_a, "reference_offsets"_a,
        "counted_hypotheses"_a.none() = nb::none(), "counted_references"_a.none() = nb::none(), stop_argument(),
        nb::kw_only(), "clip"_a = true,
        "Hits of the union LCS, clipped or all of them, and the lengths of both texts.");
  m.def("rouge_wsum", &wsum, "weight"_a, "hypotheses"_a, "hypothesis_offsets"_a, "references"_a, "reference_offsets"_a,
        "counted_hypotheses"_a.none() = nb::none(), "counted_references"_a.none() = nb::none(), stop_argument(),
        "ROUGE-1.5.5's weighted hits, f of the hypothesis' length, and the sum of f over the reference's sentences.");
}

}  // namespace steelyard
