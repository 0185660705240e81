// Vocabulary: each distinct token string gets an id, in order of first appearance.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "hashing.hpp"

namespace steelyard {

class Vocabulary {
 public:
  Vocabulary();
  Vocabulary(const Vocabulary&) = delete;
  Vocabulary& operator=(const Vocabulary&) = delete;

  // Id of the token, new or known. O(1) expected; tokens of up to 8 bytes are compared inside the table.
  std::int32_t intern(std::string_view token) {
    return intern(token, token.size() <= 8 ? short_key(token.data(), token.size()) : hash_bytes(token));
  }

  // The same for a token of which 8 bytes can be read, even if it is shorter; not for the empty token.
  std::int32_t intern_in_place(std::string_view token) {
    return intern(token, token.size() <= 8 ? short_key_in_place(token.data(), token.size()) : hash_bytes(token));
  }

  // Id of a token that is known, or -1. O(1) expected.
  std::int32_t find(std::string_view token) const {
    const std::uint64_t key = token.size() <= 8 ? short_key(token.data(), token.size()) : hash_bytes(token);
    return slots_[slot_of(token, key)].id;
  }

  std::string_view operator[](std::size_t id) const { return types_[id]; }
  std::size_t size() const { return types_.size(); }

 private:
  struct Slot {
    std::uint64_t key;
    std::uint32_t length;
    std::int32_t id;
  };
  static constexpr std::int32_t kEmpty = -1;

  static std::size_t place_of(std::uint64_t key, std::size_t length) {
    const std::uint64_t h = (key + length) * 0x9e3779b97f4a7c15ULL;
    return (h ^ (h >> 29)) >> 20;
  }
  // Where the token is, or would be: an empty slot.
  std::size_t slot_of(std::string_view token, std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t place = place_of(key, token.size()) & mask;; place = (place + 1) & mask) {
      const Slot& slot = slots_[place];
      if (slot.key == key && slot.length == token.size() && slot.id != kEmpty &&
          (token.size() <= 8 || types_[static_cast<std::size_t>(slot.id)] == token)) {
        return place;
      }
      if (slot.id == kEmpty) return place;
    }
  }
  std::int32_t intern(std::string_view token, std::uint64_t key) {
    const std::size_t place = slot_of(token, key);
    return slots_[place].id == kEmpty ? add(token, key, place) : slots_[place].id;
  }
  std::int32_t add(std::string_view token, std::uint64_t key, std::size_t place);
  std::string_view keep(std::string_view token);
  void grow();

  std::vector<Slot> slots_;
  std::vector<std::string_view> types_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t room_ = 0;
  char* free_ = nullptr;
};

}  // namespace steelyard
