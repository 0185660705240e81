#include "measures/ngrams/pair_ngrams.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "text/tokens.hpp"

namespace steelyard {

namespace {

constexpr std::uint8_t kOnlyHypothesis = 0;  // tokens that the reference lacks, and what follows the hypothesis
constexpr std::uint8_t kBehindReference = 1;
constexpr std::size_t kFirstType = 2;
constexpr std::size_t kMostTypes = 254;
constexpr std::size_t kLongest = 30'000;  // positions and counts fit 16 bits

using Lanes = std::uint16_t __attribute__((vector_size(16)));  // one lane per order

struct alignas(Lanes) LaneMask {
  std::uint16_t lanes[8];
};

// Lanes of the orders above `shared`: those whose n-grams differ when two positions share that many tokens.
constexpr std::array<LaneMask, 9> differing_lanes() {
  std::array<LaneMask, 9> masks{};
  for (std::size_t shared = 0; shared <= 8; ++shared) {
    for (std::size_t lane = 0; lane < 8; ++lane) masks[shared].lanes[lane] = lane >= shared ? 0xFFFF : 0;
  }
  return masks;
}

}  // namespace

bool PairMatcher::write_codes(Ids hypothesis, Ids reference, std::size_t order) {
  const std::size_t total = hypothesis.size() + reference.size();
  if (order_.size() < total) {
    codes_.resize(total + kPadding);
    order_.resize(total);
    spare_.resize(total);
  }
  codes_of_.reset(std::min(reference.size(), kMostTypes));
  alphabet_ = kFirstType;
  std::uint8_t* at = codes_.data() + hypothesis.size() + order;
  for (const std::int32_t id : reference) {
    std::uint8_t& code = codes_of_[id];
    if (code == kOnlyHypothesis) {
      if (alphabet_ == kFirstType + kMostTypes) return false;
      code = static_cast<std::uint8_t>(alphabet_++);
    }
    *at++ = code;
  }
  std::fill_n(at, order, kBehindReference);
  at = codes_.data();
  for (const std::int32_t id : hypothesis) *at++ = codes_of_.find(id);
  std::fill_n(at, order, kOnlyHypothesis);
  return true;
}

void PairMatcher::sort(std::size_t hypothesis, std::size_t reference, std::size_t order) {
  const std::size_t total = hypothesis + reference, behind = hypothesis + order;
  for (std::size_t i = 0; i < hypothesis; ++i) order_[i] = static_cast<std::uint16_t>(i);
  for (std::size_t i = 0; i < reference; ++i) order_[hypothesis + i] = static_cast<std::uint16_t>(behind + i);

  // How often each code follows at distance k: the codes of the texts less the first k, and k times padding.
  std::array<std::uint16_t, 256> counts;
  std::fill_n(counts.begin(), alphabet_, std::uint16_t{0});
  for (std::size_t i = 0; i < hypothesis; ++i) ++counts[codes_[i]];
  for (std::size_t i = 0; i < reference; ++i) ++counts[codes_[behind + i]];
  const auto step = [&](std::size_t k, int by) {
    if (k < hypothesis) counts[codes_[k]] += by, counts[kOnlyHypothesis] -= by;
    if (k < reference) counts[codes_[behind + k]] += by, counts[kBehindReference] -= by;
  };
  for (std::size_t k = 0; k + 1 < order; ++k) step(k, -1);
  for (std::size_t k = order; k-- > 0;) {
    std::array<std::uint16_t, 256> next;
    std::uint16_t start = 0;
    for (std::size_t c = 0; c < alphabet_; ++c) {
      next[c] = start;
      start = static_cast<std::uint16_t>(start + counts[c]);
    }
    for (std::size_t i = 0; i < total; ++i) spare_[next[codes_[order_[i] + k]]++] = order_[i];
    order_.swap(spare_);
    if (k > 0) step(k - 1, 1);
  }
}

void PairMatcher::tally(std::size_t hypothesis, std::size_t reference, std::span<std::int32_t> matches) const {
  static constexpr std::array<LaneMask, 9> kDiffering = differing_lanes();
  Lanes in_hypothesis{}, in_reference{}, matched{};
  std::uint64_t last = 0;
  const auto close = [&](const LaneMask& mask) {
    Lanes orders;
    std::memcpy(&orders, &mask, sizeof orders);
    const Lanes fewer = in_hypothesis < in_reference ? in_hypothesis : in_reference;
    matched += fewer & orders;
    in_hypothesis &= ~orders;
    in_reference &= ~orders;
  };
  for (const std::uint16_t position : std::span(order_).first(hypothesis + reference)) {
    std::uint64_t tokens;
    std::memcpy(&tokens, codes_.data() + position, 8);
    close(kDiffering[static_cast<std::size_t>(std::countr_zero(tokens ^ last)) >> 3]);
    last = tokens;
    const auto behind = static_cast<std::uint16_t>(-(position > hypothesis));
    in_reference -= Lanes{} + behind;
    in_hypothesis -= Lanes{} + static_cast<std::uint16_t>(~behind);
  }
  close(kDiffering[0]);
  for (std::size_t n = 0; n < matches.size(); ++n) matches[n] = matched[n];
}

void PairMatcher::count(Ids hypothesis, Ids reference, std::span<std::int32_t> matches) {
  const std::size_t order = matches.size();
  if (order > kMaxOrder || hypothesis.size() > kLongest || reference.size() > kLongest ||
      !write_codes(hypothesis, reference, order)) {
    larger_.count(hypothesis, std::span(&reference, 1), matches);
    return;
  }
  watch_.steps(order * (hypothesis.size() + reference.size()));
  sort(hypothesis.size(), reference.size(), order);
  tally(hypothesis.size(), reference.size(), matches);
  const auto both = [&](auto end, std::int32_t boundary) {
    return !hypothesis.empty() && !reference.empty() && end(hypothesis) == boundary && end(reference) == boundary;
  };
  matches[0] -= both([](Ids row) { return row.front(); }, kBegin) + both([](Ids row) { return row.back(); }, kEnd);
}

}  // namespace steelyard
