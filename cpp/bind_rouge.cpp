// Python bindings: ROUGE.
#include "bind.hpp"

namespace steelyard {

void bind_rouge(nb::module_&) {}

}  // namespace steelyard
