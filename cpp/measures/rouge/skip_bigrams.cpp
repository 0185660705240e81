#include "measures/rouge/skip_bigrams.hpp"

#include <algorithm>

namespace steelyard {

std::int64_t SkipBigrams::total(std::size_t tokens) const {
  if (tokens < 2) return 0;
  const std::size_t reach = std::min(gap_, tokens - 2) + 1;  // the farthest second word
  return static_cast<std::int64_t>(reach * (tokens - reach) + reach * (reach - 1) / 2);
}

void SkipBigrams::share(Ids hypothesis, Ids reference) {
  codes_of_.reset(reference);
  codes_of_.write(reference, reference_.codes);
  codes_of_.write(hypothesis, hypothesis_.codes);
  shared_.assign(codes_of_.types(), -1);
  types_ = 0;
  for (std::int32_t& code : hypothesis_.codes) {
    if (code == 0) {
      code = -1;
      continue;
    }
    std::int32_t& type = shared_[static_cast<std::size_t>(code)];
    if (type < 0) type = static_cast<std::int32_t>(types_++);
    code = type;
  }
  for (std::int32_t& code : reference_.codes) code = shared_[static_cast<std::size_t>(code)];
}

void SkipBigrams::index(Side& side) {
  side.counts.assign(types_, 0);
  side.counted.clear();
  side.starts.assign(types_ + 1, 0);
  side.places.resize(side.codes.size());
  for (const std::int32_t code : side.codes) {
    if (code >= 0) ++side.starts[static_cast<std::size_t>(code) + 1];
  }
  for (std::size_t t = 0; t < types_; ++t) side.starts[t + 1] += side.starts[t];
  next_.assign(side.starts.begin(), side.starts.end());
  for (std::size_t i = 0; i < side.codes.size(); ++i) {
    if (side.codes[i] >= 0) side.places[next_[static_cast<std::size_t>(side.codes[i])]++] = i;
  }
}

void SkipBigrams::add(Side& side, std::int32_t second, std::int64_t times) {
  std::int64_t& count = side.counts[static_cast<std::size_t>(second)];
  if (count == 0) side.counted.push_back(second);
  count += times;
}

void SkipBigrams::clear(Side& side) {
  for (const std::int32_t second : side.counted) side.counts[static_cast<std::size_t>(second)] = 0;
  side.counted.clear();
}

// How often each shared type stands behind the given one.
void SkipBigrams::count(Side& side, std::size_t type) const {
  const std::size_t size = side.codes.size();
  const auto first = side.places.begin() + static_cast<std::ptrdiff_t>(side.starts[type]);
  const auto last = side.places.begin() + static_cast<std::ptrdiff_t>(side.starts[type + 1]);
  if (gap_ + 2 >= size) {
    watch_.steps(size - *first);
    std::int64_t before = 0;
    for (std::size_t j = *first; j < size; ++j) {
      if (side.codes[j] < 0) continue;
      if (before > 0) add(side, side.codes[j], before);
      before += side.codes[j] == static_cast<std::int32_t>(type);
    }
    return;
  }
  for (auto place = first; place != last; ++place) {
    const std::size_t end = std::min(*place + gap_ + 2, size);
    watch_.steps(end - *place);
    for (std::size_t j = *place + 1; j < end; ++j) {
      if (side.codes[j] >= 0) add(side, side.codes[j], 1);
    }
  }
}

std::int64_t SkipBigrams::matches(Ids hypothesis, Ids reference) {
  share(hypothesis, reference);
  index(hypothesis_);
  index(reference_);
  std::int64_t matched = 0;
  for (std::size_t type = 0; type < types_; ++type) {
    count(hypothesis_, type);
    count(reference_, type);
    for (const std::int32_t second : hypothesis_.counted) {
      const auto t = static_cast<std::size_t>(second);
      matched += std::min(hypothesis_.counts[t], reference_.counts[t]);
    }
    clear(hypothesis_);
    clear(reference_);
  }
  return matched;
}

}  // namespace steelyard
