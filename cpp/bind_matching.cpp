// Python bindings: Unigram alignments: METEOR, GTM.
#include "bind.hpp"

namespace steelyard {

void bind_matching(nb::module_&) {}

}  // namespace steelyard
