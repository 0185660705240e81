#include "measures/ngrams/information.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "hashing.hpp"
#include "measures/ngrams/ngrams.hpp"

namespace steelyard {

Information::Information(std::size_t max_order) : max_order_(max_order), slots_(1 << 12, Slot{{0, 0}, 0}) {}

std::vector<Information::Key> Information::type_keys(const Tokens& tokens) {
  const Vocabulary& types = vocabulary_of(tokens);
  std::vector<Key> keys(types.size());
  for (std::size_t t = 0; t < keys.size(); ++t) {
    const std::string_view type = types[t];
    keys[t] = {hash_bytes(type, 0x5354454cULL), hash_bytes(type, 0x59415244ULL)};
  }
  return keys;
}

Information::Key Information::key_of(std::int32_t id, const std::vector<Key>& types) {
  if (id >= 0) return types[static_cast<std::size_t>(id)];
  const auto boundary = static_cast<std::uint64_t>(-id);
  return {mix(boundary), mix(boundary + 0x9e3779b97f4a7c15ULL)};
}

Information::Key Information::extend(Key prefix, Key token) {
  return {mix(prefix.first * 0x9e3779b97f4a7c15ULL + token.first),
          mix(prefix.second * 0xd1b54a32d192ed03ULL + token.second)};
}

void Information::add(Key key) {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t place = key.first & mask;; place = (place + 1) & mask) {
    Slot& slot = slots_[place];
    if (slot.count == 0) {
      slot = {key, 1};
      if (++filled_ * 2 > slots_.size()) grow();
      return;
    }
    if (slot.key == key) {
      ++slot.count;
      return;
    }
  }
}

std::uint64_t Information::count(Key key) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t place = key.first & mask; slots_[place].count; place = (place + 1) & mask) {
    if (slots_[place].key == key) return slots_[place].count;
  }
  return 0;
}

void Information::grow() {
  std::vector<Slot> larger(slots_.size() * 2, Slot{{0, 0}, 0});
  const std::size_t mask = larger.size() - 1;
  for (const Slot& slot : slots_) {
    if (slot.count == 0) continue;
    std::size_t place = slot.key.first & mask;
    while (larger[place].count) place = (place + 1) & mask;
    larger[place] = slot;
  }
  slots_ = std::move(larger);
}

void Information::add(const Tokens& references, const Stop* stop) {
  Watch watch(stop);
  const std::vector<Key> types = type_keys(references);
  for (std::size_t i = 0; i < references.size(); ++i) {
    if (!references.present[i]) continue;
    const Ids row = references[i];
    tokens_ += static_cast<std::uint64_t>(length_of(row));
    for (std::size_t start = 0; start < row.size(); ++start) {
      watch.steps(std::min(max_order_, row.size() - start));
      Key key{0, 0};
      for (std::size_t n = 1; n <= max_order_ && start + n <= row.size(); ++n) {
        key = extend(key, key_of(row[start + n - 1], types));
        add(key);
      }
    }
  }
}

std::vector<double> Information::matched(const Tokens& hypotheses, const std::vector<const Tokens*>& references,
                                         bool false_zero, const Stop* stop) const {
  for (const Tokens* reference : references) check_same_size(hypotheses, *reference);
  const std::vector<Key> types = type_keys(hypotheses);
  const auto is_zero = [&](std::int32_t id) {
    return id >= 0 && (*hypotheses.vocabulary)[static_cast<std::size_t>(id)] == "0";
  };
  std::vector<double> out(hypotheses.size() * max_order_, 0.0);
  Watch watch(stop);
  NgramMatcher matcher(watch);
  std::vector<Ids> rows;
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    rows.clear();
    for (const Tokens* reference : references) {
      if (reference->present[i]) rows.push_back((*reference)[i]);
    }
    const Ids row = hypotheses[i];
    matcher.visit(row, rows, max_order_, [&](std::size_t order, std::size_t at) {
      watch.steps(order);
      Key prefix{0, 0};
      for (std::size_t n = 0; n + 1 < order; ++n) prefix = extend(prefix, key_of(row[at + n], types));
      const std::uint64_t whole = count(extend(prefix, key_of(row[at + order - 1], types)));
      const bool bare = order == 1 || (false_zero && order == 2 && is_zero(row[at]));
      const std::uint64_t before = bare ? tokens_ : count(prefix);
      out[i * max_order_ + order - 1] += std::log2(static_cast<double>(before) / static_cast<double>(whole));
    });
  }
  return out;
}

std::string Information::digest() const {
  std::uint64_t sum = mix(tokens_);
  for (const Slot& slot : slots_) {
    if (slot.count) sum += mix(slot.key.first ^ mix(slot.key.second ^ mix(slot.count)));
  }
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(sum));
  return text;
}

}  // namespace steelyard
