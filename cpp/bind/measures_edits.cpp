// Bindings of measures/edits/: distances, and edits by kind.
#include "bind/bind.hpp"
#include "measures/edits/cder.hpp"
#include "measures/edits/distances.hpp"
#include "measures/edits/edit_alignment.hpp"
#include "measures/edits/invwer.hpp"
#include "measures/edits/levenshtein.hpp"
#include "measures/edits/moved_edits.hpp"
#include "measures/edits/ter.hpp"
#include "measures/edits/tercom.hpp"

namespace steelyard {

namespace {

template <class Distance>
Array<std::int32_t, 1> by(const Tokens& hypotheses, const Tokens& references, const Stop* stop) {
  return array1(released([&] { return distances<Distance>(hypotheses, references, stop); }));
}

Array<std::int32_t, 2> edits(const Tokens& hypotheses, const Tokens& references, const Stop* stop) {
  return array2(released([&] { return edit_counts(hypotheses, references, stop); }), kEditKinds);
}

Array<std::int32_t, 2> moved_edits(const Tokens& hypotheses, const Tokens& references, const Stop* stop) {
  return array2(released([&] { return moved_edit_counts(hypotheses, references, stop); }), kEditKinds);
}

}  // namespace

void bind_edits(nb::module_& m) {
  m.def("levenshtein", &by<Levenshtein>, "hypotheses"_a, "references"_a, stop_argument());
  m.def("ter", &by<Ter>, "hypotheses"_a, "references"_a, stop_argument(), "Edits including block shifts.");
  m.def("tercom", &by<Tercom>, "hypotheses"_a, "references"_a, stop_argument(),
        "Edits including block shifts as tercom finds them.");
  m.def("cder", &by<Cder>, "hypotheses"_a, "references"_a, stop_argument());
  m.def("invwer", &by<Invwer>, "hypotheses"_a, "references"_a, stop_argument());
  m.def("unequal", &by<Unequal>, "hypotheses"_a, "references"_a, stop_argument(), "1 where the rows differ.");
  m.def("edits", &edits, "hypotheses"_a, "references"_a, stop_argument(),
        "Hits, substitutions, deletions, insertions and moves of the canonical alignment.");
  m.def("moved_edits", &moved_edits, "hypotheses"_a, "references"_a, stop_argument(),
        "Hits, substitutions, deletions, insertions and moves of the alignment with fewer edits where moves are one.");
}

}  // namespace steelyard
