#include "measures/ngrams/ngram_matches.hpp"

#include <span>

#include "measures/ngrams/ngrams.hpp"
#include "measures/ngrams/pair_ngrams.hpp"

namespace steelyard {

std::vector<std::int32_t> ngram_matches(const Tokens& hypotheses, const std::vector<const Tokens*>& references,
                                        std::size_t order, const Stop* stop) {
  for (const Tokens* reference : references) check_same_size(hypotheses, *reference);
  std::vector<std::int32_t> out(hypotheses.size() * order, 0);
  Watch watch(stop);
  PairMatcher pair(watch);
  NgramMatcher several(watch);
  std::vector<Ids> rows;
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    rows.clear();
    for (const Tokens* reference : references) {
      if (reference->present[i]) rows.push_back((*reference)[i]);
    }
    const std::span matches = std::span(out).subspan(i * order, order);
    if (rows.size() == 1) {
      pair.count(hypotheses[i], rows[0], matches);
    } else {
      several.count(hypotheses[i], rows, matches);
    }
  }
  return out;
}

}  // namespace steelyard
