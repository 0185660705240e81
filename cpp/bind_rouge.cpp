// Python bindings: ROUGE.
#include <algorithm>

#include "bind.hpp"
#include "lcs.hpp"
#include "pair_ngrams.hpp"
#include "rouge.hpp"

namespace steelyard {

namespace {

// Fills row i of rows × 3 for every pair of texts.
template <class T, class Row>
Array2<T> counts(const Tokens& hypotheses, const Tokens& references, Row&& row) {
  same_size(hypotheses, references);
  std::vector<T> out(hypotheses.size() * 3, 0);
  {
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < hypotheses.size(); ++i) {
      row(hypotheses[i], references[i], out.data() + 3 * i);
    }
  }
  return array2(std::move(out), 3);
}

std::int64_t ngrams_in(Ids row, std::size_t order) {
  return static_cast<std::int64_t>(row.size() < order ? 0 : row.size() - order + 1);
}

Array2<std::int64_t> rouge_n(const Tokens& hypotheses, const Tokens& references, std::size_t order) {
  PairMatcher matcher;
  std::vector<std::int32_t> matches(order);
  return counts<std::int64_t>(hypotheses, references, [&](Ids hypothesis, Ids reference, std::int64_t* out) {
    matcher.count(hypothesis, reference, matches);
    out[0] = matches.back();
    out[1] = ngrams_in(hypothesis, order);
    out[2] = ngrams_in(reference, order);
  });
}

Array2<std::int64_t> rouge_l(const Tokens& hypotheses, const Tokens& references) {
  Lcs lcs;
  return counts<std::int64_t>(hypotheses, references, [&](Ids hypothesis, Ids reference, std::int64_t* out) {
    out[0] = lcs(hypothesis, reference);
    out[1] = ngrams_in(hypothesis, 1);
    out[2] = ngrams_in(reference, 1);
  });
}

// With unigrams, they are counted as well, each text's last token only if `last` is set.
Array2<std::int64_t> rouge_s(const Tokens& hypotheses, const Tokens& references, std::size_t gap, bool unigrams,
                             bool last) {
  SkipBigrams bigrams(gap);
  PairMatcher matcher;
  return counts<std::int64_t>(hypotheses, references, [&](Ids hypothesis, Ids reference, std::int64_t* out) {
    out[0] = bigrams.matches(hypothesis, reference);
    out[1] = bigrams.total(hypothesis.size());
    out[2] = bigrams.total(reference.size());
    if (!unigrams) return;
    if (!last) {
      hypothesis = hypothesis.first(hypothesis.empty() ? 0 : hypothesis.size() - 1);
      reference = reference.first(reference.empty() ? 0 : reference.size() - 1);
    }
    std::int32_t matches = 0;
    matcher.count(hypothesis, reference, {&matches, 1});
    out[0] += matches;
    out[1] += ngrams_in(hypothesis, 1);
    out[2] += ngrams_in(reference, 1);
  });
}

Array2<double> rouge_w(const Tokens& hypotheses, const Tokens& references, double weight) {
  WeightedLcs lcs(weight);
  return counts<double>(hypotheses, references, [&](Ids hypothesis, Ids reference, double* out) {
    out[1] = lcs.f(hypothesis.size());
    out[2] = lcs.f(reference.size());
    out[0] = std::min({lcs(hypothesis, reference), out[1], out[2]});  // no share above 1 by rounding
  });
}

// Texts of several sentences: text i has the rows offsets[i] … offsets[i + 1] - 1 of the tokens.
struct Texts {
  const Tokens& tokens;
  std::span<const std::int64_t> offsets;

  Texts(const Tokens& t, const Positions& o) : tokens(t), offsets(o.data(), o.size()) {
    if (offsets.empty() || offsets.front() != 0 || offsets.back() != static_cast<std::int64_t>(t.size()) ||
        !std::ranges::is_sorted(offsets)) {
      throw std::invalid_argument("offsets do not fit the sentences");
    }
  }
  std::size_t size() const { return offsets.size() - 1; }
  SentenceRows operator[](std::size_t i) const {
    return {tokens, static_cast<std::size_t>(offsets[i]), static_cast<std::size_t>(offsets[i + 1])};
  }
};

// As counts, sentence by sentence; the words that may be counted come from rows of their own where a limit cuts them.
template <class T, class Row>
Array2<T> sentence_counts(const Texts& hypotheses, const Texts& references, const Tokens* counted_hypotheses,
                          const Tokens* counted_references, Row&& row) {
  for (const std::size_t size : {references.size(), counted_hypotheses ? counted_hypotheses->size() : references.size(),
                                 counted_references ? counted_references->size() : references.size()}) {
    if (size != hypotheses.size()) throw std::invalid_argument("hypotheses and references differ in number");
  }
  std::vector<T> out(hypotheses.size() * 3, 0);
  {
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < hypotheses.size(); ++i) {
      const SentenceRows hypothesis = hypotheses[i], reference = references[i];
      in_segment(i, [&] {
        row(hypothesis, reference, counted_hypotheses ? (*counted_hypotheses)[i] : hypothesis.ids,
            counted_references ? (*counted_references)[i] : reference.ids, out.data() + 3 * i);
      });
    }
  }
  return array2(std::move(out), 3);
}

Array2<std::int64_t> rouge_lsum(const Tokens& hypotheses, const Positions& hypothesis_offsets, const Tokens& references,
                                const Positions& reference_offsets, const Tokens* counted_hypotheses,
                                const Tokens* counted_references) {
  UnionLcs lcs;
  Lcs length;
  // Of one sentence on both sides every common subsequence may count, so only its length is asked for.
  const bool counted = counted_hypotheses || counted_references;
  return sentence_counts<std::int64_t>(
      Texts(hypotheses, hypothesis_offsets), Texts(references, reference_offsets), counted_hypotheses, counted_references,
      [&](const SentenceRows& hypothesis, const SentenceRows& reference, Ids h, Ids r, std::int64_t* out) {
        const bool single = hypothesis.size() == 1 && reference.size() == 1 && !counted;
        out[0] = single ? length(h, r) : lcs(hypothesis, reference, h, r);
        out[1] = ngrams_in(h, 1);
        out[2] = ngrams_in(reference.ids, 1);
      });
}

Array2<double> rouge_wsum(double weight, const Tokens& hypotheses, const Positions& hypothesis_offsets,
                          const Tokens& references, const Positions& reference_offsets, const Tokens* counted_hypotheses,
                          const Tokens* counted_references) {
  WeightedLcs lcs(weight);
  return sentence_counts<double>(
      Texts(hypotheses, hypothesis_offsets), Texts(references, reference_offsets), counted_hypotheses, counted_references,
      [&](const SentenceRows& hypothesis, const SentenceRows& reference, Ids h, Ids r, double* out) {
        out[0] = lcs.hits(hypothesis, reference, h, r);
        out[1] = lcs.f(h.size());
        for (std::size_t s = 0; s < reference.size(); ++s) out[2] += lcs.f(reference.length(s));
      });
}

}  // namespace

void bind_rouge(nb::module_& m) {
  m.def("recoded", [](const Tokens& tokens, const Tokens& other) { return recoded(tokens, *other.vocabulary); },
        "tokens"_a, "other"_a, nb::call_guard<nb::gil_scoped_release>(),
        "The tokens with the ids that their types have in the other's vocabulary.");
  m.def("rouge_n", &rouge_n, "hypotheses"_a, "references"_a, "order"_a,
        "Clipped n-gram matches, n-grams of the hypothesis, n-grams of the reference.");
  m.def("rouge_l", &rouge_l, "hypotheses"_a, "references"_a, "Length of the LCS, and the lengths of both texts.");
  m.def("rouge_s", &rouge_s, "hypotheses"_a, "references"_a, "gap"_a, "unigrams"_a, "last"_a,
        "Clipped matches of skip-bigrams and unigrams, and how many each text has.");
  m.def("rouge_w", &rouge_w, "hypotheses"_a, "references"_a, "weight"_a, "WLCS, and f of the lengths of both texts.");
  m.def("rouge_lsum", &rouge_lsum, "hypotheses"_a, "hypothesis_offsets"_a, "references"_a, "reference_offsets"_a,
        "counted_hypotheses"_a.none() = nb::none(), "counted_references"_a.none() = nb::none(),
        "Hits of the union LCS, and the lengths of both texts.");
  m.def("rouge_wsum", &rouge_wsum, "weight"_a, "hypotheses"_a, "hypothesis_offsets"_a, "references"_a,
        "reference_offsets"_a, "counted_hypotheses"_a.none() = nb::none(), "counted_references"_a.none() = nb::none(),
        "ROUGE-1.5.5's weighted hits, f of the hypothesis' length, and the sum of f over the reference's sentences.");
}

}  // namespace steelyard
