// The one currency of the kernels: token ids in a row.
#pragma once

#include <cstdint>
#include <span>

namespace steelyard {

using Ids = std::span<const std::int32_t>;

}  // namespace steelyard
