// N-gram information over a set of references, as NIST's score weighs its matches (Doddington 2002).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "stop.hpp"
#include "text/tokens.hpp"

namespace steelyard {

// Counts of all n-grams up to an order. N-grams are known by 128-bit hashes of their token strings, so counts from
// chunks with different vocabularies add up; two of 10⁸ n-grams share a hash with probability below 10⁻²².
class Information {
 public:
  explicit Information(std::size_t max_order);

  // Counts every n-gram of every present row. O(N · tokens). Throws Stopped, with some of them counted.
  void add(const Tokens& references, const Stop* stop);

  // log₂( N(g₁…g_{n-1}) / N(g₁…g_n) ) summed over the matched (clipped) n-grams of each hypothesis; row-major rows ×
  // order. With false_zero a bigram that starts with the token "0" is weighed as if it had no first word: mteval is
  // written in Perl, where "0" is false. Throws Stopped.
  std::vector<double> matched(const Tokens& hypotheses, const std::vector<const Tokens*>& references, bool false_zero,
                              const Stop* stop) const;

  std::size_t max_order() const { return max_order_; }
  // The same for the same counts in whatever order they were added.
  std::string digest() const;

 private:
  struct Key {
    std::uint64_t first, second;
    bool operator==(const Key&) const = default;
  };
  struct Slot {
    Key key;
    std::uint64_t count;
  };
  static std::vector<Key> type_keys(const Tokens& tokens);
  static Key key_of(std::int32_t id, const std::vector<Key>& types);
  static Key extend(Key prefix, Key token);
  void add(Key key);
  std::uint64_t count(Key key) const;
  void grow();

  std::size_t max_order_;
  std::uint64_t tokens_ = 0;
  std::size_t filled_ = 0;
  std::vector<Slot> slots_;
};

}  // namespace steelyard
