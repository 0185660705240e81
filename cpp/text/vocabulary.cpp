#include "text/vocabulary.hpp"

#include <algorithm>
#include <cstring>

namespace steelyard {

namespace {

constexpr std::size_t kBlock = 1 << 16;

}  // namespace

Vocabulary::Vocabulary() : slots_(1 << 12, Slot{0, 0, kEmpty}) {}

std::int32_t Vocabulary::add(std::string_view token, std::uint64_t key, std::size_t place) {
  const auto id = static_cast<std::int32_t>(types_.size());
  slots_[place] = {key, static_cast<std::uint32_t>(token.size()), id};
  types_.push_back(keep(token));
  if (types_.size() * 2 > slots_.size()) grow();
  return id;
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
    std::size_t place = place_of(slot.key, slot.length) & mask;
    while (larger[place].id != kEmpty) place = (place + 1) & mask;
    larger[place] = slot;
  }
  slots_ = std::move(larger);
}

}  // namespace steelyard
