// Mixing and hashing of integers and short byte strings.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace steelyard {

// Bytes are taken as integers here and where n-grams are compared (pair_ngrams): first byte lowest.
static_assert(std::endian::native == std::endian::little);

// Finaliser of SplitMix64 (Steele, Lea & Flood 2014): a bijection of 64 bits with good avalanche.
inline std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// The bytes of a string of at most 8 bytes as one integer; injective for a given length.
inline std::uint64_t short_key(const char* bytes, std::size_t length) {
  std::uint64_t word = 0;
  if (length > 0) std::memcpy(&word, bytes, length);  // an empty string may have no address
  return word;
}

// The same as short_key for texts of which 8 bytes can be read, whatever their length: without a branch.
inline std::uint64_t short_key_in_place(const char* bytes, std::size_t length) {
  std::uint64_t word;
  std::memcpy(&word, bytes, 8);
  return word & (~std::uint64_t{0} >> (8 * (8 - length) & 63));
}

// 64-bit hash of any byte string, seeded.
inline std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed = 0) {
  std::uint64_t state = seed ^ (bytes.size() * 0x9e3779b97f4a7c15ULL);
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left > 8; at += 8, left -= 8) {
    std::uint64_t word;
    std::memcpy(&word, at, 8);
    state = (state ^ mix(word)) * 0x9fb21c651e98df25ULL;
    state ^= state >> 32;
  }
  return mix(state ^ short_key(at, left));
}

}  // namespace steelyard
