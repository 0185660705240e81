#include "vocabulary.hpp"

#include <algorithm>
#include <cstring>

#include "hashing.hpp"

namespace steelyard {

namespace {

constexpr std::int32_t kEmpty = -1;
constexpr std::size_t kBlock = 1 << 16;

std::uint64_t key_of(std::string_view token) {
  return token.size() <= 8 ? short_key(token.data(), token.size()) : hash_bytes(token);
}

std::size_t place_of(std::uint64_t key, std::size_t length, std::size_t mask) {
  const std::uint64_t h = (key + length) * 0x9e3779b97f4a7c15ULL;
  return (h ^ (h >> 29)) >> 20 & mask;
}

}  // namespace

Vocabulary::Vocabulary() : slots_(1 << 12, Slot{0, 0, kEmpty}) {}

std::int32_t Vocabulary::intern(std::string_view token) {
  const std::uint64_t key = key_of(token);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t place = place_of(key, token.size(), mask);; place = (place + 1) & mask) {
    Slot& slot = slots_[place];
    if (slot.id == kEmpty) {
      slot = {key, static_cast<std::uint32_t>(token.size()), static_cast<std::int32_t>(types_.size())};
      const std::int32_t id = slot.id;
      types_.push_back(keep(token));
      if (types_.size() * 2 > slots_.size()) grow();
      return id;
    }
    if (slot.key == key && slot.length == token.size() &&
        (token.size() <= 8 || std::memcmp(types_[slot.id].data(), token.data(), token.size()) == 0)) {
      return slot.id;
    }
  }
}

std::string_view Vocabulary::keep(std::string_view token) {
  if (token.size() > room_) {
    room_ = std::max(kBlock, token.size());
    blocks_.push_back(std::make_unique<char[]>(room_));
    free_ = blocks_.back().get();
  }
  if (!token.empty()) std::memcpy(free_, token.data(), token.size());
  const std::string_view kept(free_, token.size());
  free_ += token.size();
  room_ -= token.size();
  return kept;
}

void Vocabulary::grow() {
  std::vector<Slot> larger(slots_.size() * 4, Slot{0, 0, kEmpty});
  const std::size_t mask = larger.size() - 1;
  for (const Slot& slot : slots_) {
    if (slot.id == kEmpty) continue;
    std::size_t place = place_of(slot.key, slot.length, mask);
    while (larger[place].id != kEmpty) place = (place + 1) & mask;
    larger[place] = slot;
  }
  slots_ = std::move(larger);
}

}  // namespace steelyard
