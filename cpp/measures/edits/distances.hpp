// A distance for every pair of rows of a chunk.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "errors.hpp"
#include "stop.hpp"
#include "text/tokens.hpp"

namespace steelyard {

// 1 if the texts differ. Linear in the shorter.
class Unequal {
 public:
  explicit Unequal(Watch& watch) : watch_(watch) {}

  std::int32_t operator()(Ids a, Ids b) {
    watch_.steps(std::min(a.size(), b.size()));
    return !std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  Watch& watch_;
};

// Distance(hypothesis, reference) of every row; 0 where there is no reference. Throws std::invalid_argument if the
// texts differ in number, RefusedSegment and Stopped.
template <class Distance>
std::vector<std::int32_t> distances(const Tokens& hypotheses, const Tokens& references, const Stop* stop) {
  check_same_size(hypotheses, references);
  std::vector<std::int32_t> out(hypotheses.size(), 0);
  Watch watch(stop);
  Distance distance(watch);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto measure = [&] { out[i] = distance(hypotheses[i], references[i]); };
    if (references.present[i]) in_segment(i, measure, "words", "leave the segment out");
  }
  return out;
}

}  // namespace steelyard
