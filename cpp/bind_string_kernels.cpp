// Python bindings: String kernels.
#include "bind.hpp"

namespace steelyard {

void bind_string_kernels(nb::module_&) {}

}  // namespace steelyard
