// Bootstrap sums: statistics summed over segments drawn with replacement, without a matrix of weights.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hashing.hpp"

namespace steelyard {

// The k-th draw of resample b depends on (seed, b, k) only, so results do not depend on threads or chunking.
inline std::uint64_t stream_of(std::uint64_t seed, std::uint64_t resample) {
  return mix(mix(seed + 0x9e3779b97f4a7c15ULL) ^ mix(resample * 0xd1b54a32d192ed03ULL + 1));
}

inline std::size_t draw(std::uint64_t stream, std::uint64_t k, std::size_t count) {
  const std::uint64_t bits = mix(stream + (k + 1) * 0x9e3779b97f4a7c15ULL);
  return static_cast<std::size_t>((static_cast<unsigned __int128>(bits) * count) >> 64);
}

// rows: systems × segments × fields; sums: systems × fields. One resample for all systems. O(segments · systems · fields).
template <class Value, class Sum>
void bootstrap_sums(const Value* rows, std::size_t systems, std::size_t segments, std::size_t fields, std::uint64_t seed,
                    std::uint64_t resample, std::vector<std::uint32_t>& weights, std::vector<Sum>& sums) {
  weights.assign(segments, 0);
  const std::uint64_t stream = stream_of(seed, resample);
  for (std::size_t k = 0; k < segments; ++k) ++weights[draw(stream, k, segments)];
  sums.assign(systems * fields, Sum{0});
  for (std::size_t s = 0; s < systems; ++s) {
    const Value* row = rows + s * segments * fields;
    Sum* sum = sums.data() + s * fields;
    for (std::size_t i = 0; i < segments; ++i, row += fields) {
      const auto weight = static_cast<Sum>(weights[i]);
      for (std::size_t f = 0; f < fields; ++f) sum[f] += weight * static_cast<Sum>(row[f]);
    }
  }
}

}  // namespace steelyard
