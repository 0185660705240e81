#include "measures/edits/invwer.hpp"

#include <algorithm>
#include <stdexcept>

namespace steelyard {

namespace {

constexpr std::int32_t unreached = 255;

std::int32_t size(const std::vector<std::int32_t>& words) { return static_cast<std::int32_t>(words.size()); }

}  // namespace

// Any inversion costs at least one edit more than the bag distance, so a Levenshtein distance up to that stands.
std::int32_t Invwer::operator()(Ids hypothesis, Ids reference) {
  if (std::max(hypothesis.size(), reference.size()) > longest) {
    throw std::length_error("INVWER is defined for texts of at most 255 tokens");
  }
  const std::int32_t distance = levenshtein_(hypothesis, reference);
  const std::int32_t bag = intern(hypothesis, reference);
  return distance <= bag + 1 ? distance : std::min(distance, within(distance - 1));
}

// Numbers the words and returns the bag distance.
std::int32_t Invwer::intern(Ids hypothesis, Ids reference) {
  numbers_.reset(hypothesis.size() + reference.size());
  std::int32_t types = 0;
  const auto number = [&](Ids ids, std::vector<std::int32_t>& words) {
    words.clear();
    for (const std::int32_t id : ids) {
      std::int32_t& known = numbers_[id];
      known = known > 0 ? known : ++types;
      words.push_back(known - 1);
    }
  };
  number(hypothesis, hypothesis_);
  number(reference, reference_);
  counts_.assign(types, 0);
  for (const std::int32_t word : hypothesis_) {
    ++counts_[word];
  }
  shortage_ = counts_;
  std::int32_t matches = 0;
  for (const std::int32_t word : reference_) {
    matches += shortage_[word]-- > 0;
  }
  return std::max(size(hypothesis_), size(reference_)) - matches;
}

std::size_t Invwer::place(std::int32_t h, std::int32_t h_end, std::int32_t r, std::int32_t r_end) const {
  const std::size_t span = static_cast<std::size_t>(h_end) * (h_end + 1) / 2 + h;
  const std::size_t width = reference_.size() + 1;
  return (span * width + r) * width + r_end;
}

// The distance if it is at most `budget`, else something greater.
std::int32_t Invwer::within(std::int32_t budget) {
  const std::int32_t height = size(hypothesis_);
  const std::int32_t width = size(reference_);
  costs_.assign(place(0, height + 1, 0, 0), unreached);
  inversions_.resize(std::max(inversions_.size(), (hypothesis_.size() + 1) * (reference_.size() + 1)));
  for (auto& inversions : inversions_) {
    inversions.clear();
  }
  for (std::int32_t length = 0; length <= height; ++length) {
    for (std::int32_t h = 0; h + length <= height; ++h) {
      fill(h, h + length, budget);
    }
  }
  return costs_[place(0, height, 0, width)];
}

// Opens the hypothesis block against the reference from `r` on.
void Invwer::open(std::int32_t h, std::int32_t h_end, std::int32_t r) {
  surplus_.assign(counts_.size(), 0);
  shortage_.resize(counts_.size());
  for (std::int32_t at = h; at < h_end; ++at) {
    ++surplus_[hypothesis_[at]];
  }
  for (std::size_t word = 0; word < counts_.size(); ++word) {
    shortage_[word] = surplus_[word] - counts_[word];
  }
  matches_inside_ = 0;
  matches_outside_ = 0;
  for (const std::int32_t word : reference_) {
    matches_outside_ += shortage_[word]++ < 0;
  }
  for (std::int32_t at = r; at < size(reference_); ++at) {
    take(reference_[at]);
  }
}

// Moves a reference word into the block, and out of it again.
void Invwer::take(std::int32_t word) {
  matches_inside_ += surplus_[word]-- > 0;
  matches_outside_ -= --shortage_[word] < 0;
}

void Invwer::give_back(std::int32_t word) {
  matches_inside_ -= ++surplus_[word] > 0;
  matches_outside_ += shortage_[word]++ < 0;
}

// All pairs of the hypothesis block with reference blocks. A pair can be part of a rewriting within the budget, which
// holds at least one inversion, only if the bag distances inside and outside of it leave one edit; that takes lengths
// with |x| + |x - (|h| - |r|)| < budget, where x is the difference of the lengths of the blocks.
void Invwer::fill(std::int32_t h, std::int32_t h_end, std::int32_t budget) {
  const std::int32_t height = size(hypothesis_);
  const std::int32_t width = size(reference_);
  const std::int32_t length = h_end - h;
  const std::int32_t shortest = std::clamp(length - (height - width + budget - 1) / 2, 0, width);
  const std::int32_t longest_block = std::clamp(length - (height - width - budget) / 2, 0, width);
  watch_.steps(counts_.size() + reference_.size());
  open(h, h_end, width - shortest);
  for (std::int32_t r = width - shortest; r >= 0; --r) {
    std::int32_t r_end = r + shortest;
    for (;; ++r_end) {
      const std::int32_t bag = std::max(length, r_end - r) - matches_inside_;
      const std::int32_t rest = std::max(height - length, width - (r_end - r)) - matches_outside_;
      if (bag + rest < budget) {
        rewrite(Block{h, h_end, r, r_end}, bag, budget - rest + 1);
      }
      if (r_end == std::min(width, r + longest_block)) {
        break;
      }
      take(reference_[r_end]);
    }
    if (r == 0) {
      break;
    }
    take(reference_[r - 1]);
    while (r_end > r - 1 + shortest) {
      give_back(reference_[--r_end]);
    }
  }
}

void Invwer::rewrite(Block block, std::int32_t bag, std::int32_t limit) {
  Cost& cost = costs_[place(block.h, block.h_end, block.r, block.r_end)];
  if (block.h == block.h_end || block.r == block.r_end) {
    cost = static_cast<Cost>(block.h_end - block.h + block.r_end - block.r);
    return;
  }
  watch_.steps(inversions_[block.h_end * (reference_.size() + 1) + block.r_end].size() +
               static_cast<std::size_t>(block.h_end - block.h) * static_cast<std::size_t>(block.r_end - block.r));
  std::int32_t least = concatenated(block);
  if (bag + 1 < least) {
    const std::int32_t inversion = inverted(block, std::min(least, limit));
    if (inversion < std::min(least, limit)) {
      least = inversion;
      inversions_[block.h_end * (reference_.size() + 1) + block.r_end].push_back({block.h, block.r, inversion});
    }
  }
  cost = static_cast<Cost>(std::min(least, unreached));
}

// Concatenations bracket to the left: what ends a block is one edit, one match or one inversion.
std::int32_t Invwer::concatenated(Block block) const {
  const auto [h, h_end, r, r_end] = block;
  const std::int32_t differs = hypothesis_[h_end - 1] != reference_[r_end - 1];
  std::int32_t least = costs_[place(h, h_end - 1, r, r_end - 1)] + differs;
  least = std::min(least, costs_[place(h, h_end - 1, r, r_end)] + 1);
  least = std::min(least, costs_[place(h, h_end, r, r_end - 1)] + 1);
  for (const Inversion& inversion : inversions_[h_end * (reference_.size() + 1) + r_end]) {
    if (inversion.h >= h && inversion.r >= r) {
      least = std::min(least, costs_[place(h, inversion.h, r, inversion.r)] + inversion.cost);
    }
  }
  return least;
}

// The least cost of an inversion of the whole block, or `limit` if that is not greater. Two blocks differ at least by
// the difference of their lengths, which bounds where the reference may be split.
std::int32_t Invwer::inverted(Block block, std::int32_t limit) const {
  const auto [h, h_end, r, r_end] = block;
  const std::size_t stride = reference_.size() + 1;
  for (std::int32_t h_split = h + 1; h_split < h_end; ++h_split) {
    const std::int32_t sum = (r + r_end) - (h_split - h) + (h_end - h_split);
    const std::int32_t from = std::max(r + 1, (sum - limit + 3) / 2);
    const std::int32_t to = std::min(r_end - 1, (sum + limit - 2) / 2);
    if (from > to) {
      continue;
    }
    const Cost* first = &costs_[place(h, h_split, from, r_end)];
    const Cost* second = &costs_[place(h_split, h_end, r, 0)];
    for (std::int32_t r_split = from; r_split <= to; ++r_split, first += stride) {
      limit = std::min(limit, *first + second[r_split] + 1);
    }
  }
  return limit;
}

}  // namespace steelyard
