// Clipped n-gram matches of all rows of a chunk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "stop.hpp"
#include "text/tokens.hpp"

namespace steelyard {

// Matches of order 1 … order of each hypothesis, clipped at the maximum over its references that are there: rows ×
// order. One reference is left to `PairMatcher`, several to `NgramMatcher`. O(order · tokens) expected; throws
// std::invalid_argument if the texts differ in number, and Stopped.
std::vector<std::int32_t> ngram_matches(const Tokens& hypotheses, const std::vector<const Tokens*>& references,
                                        std::size_t order, const Stop* stop);

}  // namespace steelyard
