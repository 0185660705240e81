// A distance for every pair of rows of a chunk.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "errors.hpp"
#include "text/tokens.hpp"

namespace steelyard {

// 1 if the texts differ. Linear in the shorter.
struct Unequal {
  std::int32_t operator()(Ids a, Ids b) const { return !std::equal(a.begin(), a.end(), b.begin(), b.end()); }
};

// Distance(hypothesis, reference) of every row; 0 where there is no reference. Throws std::invalid_argument if the
// texts differ in number, and RefusedSegment.
template <class Distance>
std::vector<std::int32_t> distances(const Tokens& hypotheses, const Tokens& references) {
  check_same_size(hypotheses, references);
  std::vector<std::int32_t> out(hypotheses.size(), 0);
  Distance distance;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto measure = [&] { out[i] = distance(hypotheses[i], references[i]); };
    if (references.present[i]) in_segment(i, measure, "words", "leave the segment out");
  }
  return out;
}

}  // namespace steelyard
