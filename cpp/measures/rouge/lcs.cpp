#include "measures/rouge/lcs.hpp"

#include <algorithm>
#include <bit>

#include "errors.hpp"

namespace steelyard {

namespace {

constexpr std::size_t kWordBits = 64;

constexpr std::uint64_t low_bits(std::size_t count) {
  return count >= kWordBits ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

// One column of the table: 0 bits are cells one greater than the cell before. Returns the carry.
inline std::uint64_t advance(std::uint64_t& row, std::uint64_t matches, std::uint64_t carry) {
  std::uint64_t sum;
  const bool over_first = __builtin_add_overflow(row, row & matches, &sum);
  const bool over_second = __builtin_add_overflow(sum, carry, &sum);
  row = sum | (row & ~matches);
  return over_first | over_second;
}

}  // namespace

// Block by block of the pattern through the whole text, so that only one block's match vectors live at a time.
std::int32_t Lcs::operator()(Ids a, Ids b) {
  const Ids pattern = a.size() < b.size() ? a : b, text = a.size() < b.size() ? b : a;
  carries_.assign(text.size(), 0);
  std::int32_t length = 0;
  for (std::size_t start = 0; start < pattern.size(); start += kWordBits) {
    const Ids block = pattern.subspan(start, std::min(kWordBits, pattern.size() - start));
    watch_.steps(text.size());
    places_.reset(block.size());
    std::uint64_t bit = 1;
    for (const std::int32_t id : block) {
      places_[id] |= bit;
      bit <<= 1;
    }
    std::uint64_t row = ~std::uint64_t{0};
    for (std::size_t at = 0; at < text.size(); ++at) {
      carries_[at] = static_cast<std::uint8_t>(advance(row, places_.find(text[at]), carries_[at]));
    }
    length += std::popcount(~row & low_bits(block.size()));
  }
  return length;
}

void HitCounts::reset(std::size_t types, Ids hypothesis, Ids reference) {
  left_.assign(types, 0);
  reference_.assign(types, 0);
  for (const std::int32_t code : hypothesis) ++left_[static_cast<std::size_t>(code)];
  for (const std::int32_t code : reference) ++reference_[static_cast<std::size_t>(code)];
  for (std::size_t t = 0; t < types; ++t) left_[t] = std::min(left_[t], reference_[t]);
}

void ReferenceCodes::reset(Ids reference) {
  codes_.reset(reference.size());
  types_ = 1;
  for (const std::int32_t id : reference) {
    std::int32_t& code = codes_[id];
    if (code == 0) code = static_cast<std::int32_t>(types_++);
  }
}

void ReferenceCodes::write(Ids ids, std::vector<std::int32_t>& codes) const {
  codes.resize(ids.size());
  std::transform(ids.begin(), ids.end(), codes.begin(), [this](std::int32_t id) { return codes_.find(id); });
}

void CodedSummaries::reset(const SentenceRows& hypothesis, const SentenceRows& reference, Ids counted_hypothesis,
                           Ids counted_reference) {
  codes_of_.reset(reference.ids);
  codes_of_.write(reference.ids, reference_);
  codes_of_.write(hypothesis.ids, hypothesis_);
  codes_of_.write(counted_hypothesis, counted_hypothesis_);
  codes_of_.write(counted_reference, counted_reference_);
  left_.reset(codes_of_.types(), counted_hypothesis_, counted_reference_);
}

// Takes as many sentences as fit one word, or one that does not; returns the sentence behind them.
std::size_t UnionLcs::pack(const SentenceRows& reference, std::size_t first) {
  group_.clear();
  std::size_t bit = 0;
  std::size_t last = first;
  for (; last < reference.size(); ++last) {
    const std::size_t length = reference.length(last);
    if (!group_.empty() && bit + length > kWordBits) break;
    group_.push_back({reference.start(last), bit, length});
    bit += length + 1;
  }
  const std::size_t end = group_.back().bit + group_.back().length;
  words_ = std::max<std::size_t>(1, (end + kWordBits - 1) / kWordBits);
  check_table((longest_ + codes_.types()) * words_ * sizeof(std::uint64_t), longest_, end);
  full_.assign(words_, 0);
  hits_.assign(words_, 0);
  matches_.assign(codes_.types() * words_, 0);
  for (const Sentence& sentence : group_) {
    for (std::size_t i = 0; i < sentence.length; ++i) {
      const std::size_t place = sentence.bit + i;
      const std::uint64_t bit_of = std::uint64_t{1} << (place % kWordBits);
      full_[place / kWordBits] |= bit_of;
      const auto code = static_cast<std::size_t>(codes_.reference()[sentence.start + i]);
      matches_[code * words_ + place / kWordBits] |= bit_of;
    }
  }
  return last;
}

template <bool one_word>
void UnionLcs::step(const std::uint64_t* matches, const std::uint64_t* before, std::uint64_t* after) const {
  std::uint64_t carry = 0;
  for (std::size_t w = 0; w < (one_word ? 1 : words_); ++w) {
    std::uint64_t row = before[w];
    carry = advance(row, matches[w], carry);
    after[w] = row & full_[w];
  }
}

// Column by column from the last: within a column go up to the first cell that is a match or that is greater than the
// one above it. A match is a hit; in either case the cell to the left is next. A sentence of several words is alone in
// its group, and all its words but the last are full.
template <bool one_word>
void UnionLcs::trace(const Sentence& sentence, const std::int32_t* codes, std::size_t length) {
  const std::size_t words = one_word ? 1 : words_;
  std::size_t end = sentence.bit + sentence.length;
  for (std::size_t j = length; j-- > 0 && end > sentence.bit;) {
    const std::uint64_t* const matches = matches_.data() + static_cast<std::size_t>(codes[j]) * words;
    const std::uint64_t* const row = rows_.data() + j * words;
    std::size_t w = one_word ? 0 : (end - 1) / kWordBits;
    std::uint64_t candidates = (~row[w] | matches[w]) & full_[w] & low_bits(end - w * kWordBits);
    if (one_word) candidates &= ~low_bits(sentence.bit);
    while (!one_word && candidates == 0 && w > 0) {
      --w;
      candidates = ~row[w] | matches[w];
    }
    if (candidates == 0) return;
    const auto top = static_cast<std::size_t>(std::bit_width(candidates)) - 1;
    const std::uint64_t hit = matches[w] >> top & 1;
    hits_[w] |= hit << top;
    end = w * kWordBits + top + 1 - hit;
  }
}

template <bool one_word>
void UnionLcs::mark(const SentenceRows& hypothesis) {
  const std::size_t words = one_word ? 1 : words_;
  for (std::size_t s = 0; s < hypothesis.size(); ++s) {
    const std::int32_t* const codes = codes_.hypothesis().data() + hypothesis.start(s);
    const std::size_t length = hypothesis.length(s);
    if (rows_.size() < length * words) rows_.resize(length * words);
    const std::uint64_t* before = full_.data();
    std::uint64_t* after = rows_.data();
    for (std::size_t j = 0; j < length; ++j, before = after, after += words) {
      watch_.steps(words);
      step<one_word>(matches_.data() + static_cast<std::size_t>(codes[j]) * words, before, after);
    }
    for (const Sentence& sentence : group_) {
      watch_.steps(length + words);
      trace<one_word>(sentence, codes, length);
    }
  }
}

std::int32_t UnionLcs::operator()(const SentenceRows& hypothesis, const SentenceRows& reference, Ids counted_hypothesis,
                                  Ids counted_reference, bool clip) {
  codes_.reset(hypothesis, reference, counted_hypothesis, counted_reference);
  longest_ = 0;
  for (std::size_t s = 0; s < hypothesis.size(); ++s) longest_ = std::max(longest_, hypothesis.length(s));
  std::int32_t count = 0;
  for (std::size_t next = 0; next < reference.size();) {
    next = pack(reference, next);
    words_ == 1 ? mark<true>(hypothesis) : mark<false>(hypothesis);
    for (const Sentence& sentence : group_) {
      for (std::size_t i = 0; i < sentence.length; ++i) {
        const std::size_t place = sentence.bit + i;
        if (hits_[place / kWordBits] >> (place % kWordBits) & 1) {
          count += !clip || codes_.take(codes_.reference()[sentence.start + i]);
        }
      }
    }
  }
  return count;
}

}  // namespace steelyard
