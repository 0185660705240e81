// Vocabulary: each distinct token string gets an id, in order of first appearance.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace steelyard {

class Vocabulary {
 public:
  Vocabulary();
  Vocabulary(const Vocabulary&) = delete;
  Vocabulary& operator=(const Vocabulary&) = delete;

  // Id of the token, new or known. O(1) expected; tokens of up to 8 bytes are compared inside the table.
  std::int32_t intern(std::string_view token);

  std::string_view operator[](std::size_t id) const { return types_[id]; }
  std::size_t size() const { return types_.size(); }

 private:
  struct Slot {
    std::uint64_t key;
    std::uint32_t length;
    std::int32_t id;
  };
  std::string_view keep(std::string_view token);
  void grow();

  std::vector<Slot> slots_;
  std::vector<std::string_view> types_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t room_ = 0;
  char* free_ = nullptr;
};

}  // namespace steelyard
