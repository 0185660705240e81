// Bindings of what QARLA counts.
#include "bind.hpp"
#include "queen.hpp"

namespace steelyard {

namespace {

using Similarities = nb::ndarray<const double, nb::ndim<4>, nb::c_contig, nb::device::cpu>;
using Flags = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

std::pair<Array3<std::int32_t>, Array2<std::int32_t>> queen_counts(const Similarities& similarities,
                                                                   const Flags& present, std::size_t models,
                                                                   const Flags& sets) {
  const std::size_t cases = similarities.shape(0), measures = similarities.shape(1), texts = similarities.shape(2);
  if (similarities.shape(3) != texts || present.shape(0) != cases || present.shape(1) != texts || models > texts ||
      sets.shape(1) != measures) {
    throw std::invalid_argument("similarities, present, models and sets do not fit together");
  }
  const std::size_t count = sets.shape(0);
  std::vector<std::int32_t> accepted(cases * count * texts), wins(cases * count);
  {
    nb::gil_scoped_release release;
    QueenCounter counter;
    const std::span<const std::uint8_t> chosen{sets.data(), count * measures};
    for (std::size_t n = 0; n < cases; ++n) {
      const TestCase test{{similarities.data() + n * measures * texts * texts, measures * texts * texts},
                          {present.data() + n * texts, texts},
                          measures,
                          models};
      counter(test, chosen, {accepted.data() + n * count * texts, count * texts}, {wins.data() + n * count, count});
    }
  }
  return {moved<std::int32_t, Array3<std::int32_t>>(std::move(accepted), {cases, count, texts}),
          moved<std::int32_t, Array2<std::int32_t>>(std::move(wins), {cases, count})};
}

}  // namespace

void bind_queen(nb::module_& m) {
  m.def("queen_counts", &queen_counts, "similarities"_a, "present"_a, "models"_a, "sets"_a,
        "Triples of models that accept each text, case × set × text; models ahead of all peers, case × set. "
        "Similarities are case × measure × text × text, models first; present is case × text, sets set × measure.");
}

}  // namespace steelyard
