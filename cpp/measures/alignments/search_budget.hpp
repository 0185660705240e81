// What a search may take before it is cut.
#pragma once

#include <cstddef>
#include <cstdint>

#include "stop.hpp"

namespace steelyard {

// Steps are about a nanosecond each; what is held is counted in bytes. After a cut the search must come to its end.
struct SearchBudget {
  Watch* watch = nullptr;
  std::int64_t most_steps = 0, steps = 0;
  std::size_t most_held = 0, held = 0;
  bool cut = false;

  // Throws Stopped.
  bool spend(std::size_t more) {
    watch->steps(more);
    steps += static_cast<std::int64_t>(more);
    cut = cut || steps > most_steps;
    return steps <= most_steps;
  }
  bool hold(std::size_t bytes) {
    held += bytes;
    cut = cut || held > most_held;
    return held <= most_held;
  }
};

}  // namespace steelyard
