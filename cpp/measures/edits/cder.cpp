#include "measures/edits/cder.hpp"

#include <cstddef>

namespace steelyard {

namespace {

constexpr std::size_t word_bits = 64;

bool contains(const std::vector<std::uint64_t>& set, std::size_t place) {
  return (set[place / word_bits] >> (place % word_bits)) & 1;
}

void insert(std::vector<std::uint64_t>& set, std::size_t place) {
  set[place / word_bits] |= std::uint64_t{1} << (place % word_bits);
}

void add_successors(std::vector<std::uint64_t>& set) {
  std::uint64_t carry = 0;
  for (std::uint64_t& word : set) {
    const std::uint64_t shifted = (word << 1) | carry;
    carry = word >> (word_bits - 1);
    word |= shifted;
  }
}

}  // namespace

std::int32_t Cder::operator()(Ids hypothesis, Ids reference) {
  // Place i is bit i, from 0 (before the first token) to |h|.
  return hypothesis.size() < word_bits ? one_word(hypothesis, reference) : many_words(hypothesis, reference);
}

std::int32_t Cder::one_word(Ids hypothesis, Ids reference) {
  watch_.steps(reference.size());
  places_.reset(hypothesis.size());
  std::uint64_t bit = 1;
  for (const std::int32_t id : hypothesis) {
    places_[id] |= bit <<= 1;
  }
  std::uint64_t least = 1;
  std::int32_t cost = 0;
  for (const std::int32_t id : reference) {
    const std::uint64_t matches = places_.find(id);
    const std::uint64_t kept = (least << 1) & matches;
    cost += kept == 0;
    least = kept != 0 ? kept : least | (least << 1) | matches;
  }
  return cost + !((least >> hypothesis.size()) & 1);
}

std::int32_t Cder::many_words(Ids hypothesis, Ids reference) {
  latest_.reset(hypothesis.size());
  earlier_.resize(hypothesis.size() + 1);
  for (std::size_t place = 1; place <= hypothesis.size(); ++place) {
    std::int32_t& latest = latest_[hypothesis[place - 1]];
    earlier_[place] = latest;
    latest = static_cast<std::int32_t>(place);
  }
  least_.assign(hypothesis.size() / word_bits + 1, 0);
  insert(least_, 0);
  std::int32_t cost = 0;
  for (const std::int32_t id : reference) {
    const std::int32_t latest = latest_.find(id);
    kept_.clear();
    std::size_t matches = 0;
    for (std::int32_t place = latest; place > 0; place = earlier_[place], ++matches) {
      if (contains(least_, place - 1)) {
        kept_.push_back(place);
      }
    }
    watch_.steps(least_.size() + matches);
    if (!kept_.empty()) {
      least_.assign(least_.size(), 0);
      for (const std::int32_t place : kept_) {
        insert(least_, place);
      }
      continue;
    }
    ++cost;
    add_successors(least_);
    for (std::int32_t place = latest; place > 0; place = earlier_[place]) {
      insert(least_, place);
    }
  }
  return cost + !contains(least_, hypothesis.size());
}

}  // namespace steelyard
