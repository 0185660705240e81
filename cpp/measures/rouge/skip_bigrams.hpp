// Skip-bigrams.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "measures/rouge/lcs.hpp"
#include "stop.hpp"
#include "text/ids.hpp"

namespace steelyard {

// Skip-bigrams (Lin 2004 §5): ordered pairs of words with at most `gap` words between them, clipped as n-grams are.
// First words are taken one type at a time, so memory is linear. O(pairs); if the gap has no limit, and so in any text
// of at most gap + 2 tokens, O(tokens · shared types).
class SkipBigrams {
 public:
  SkipBigrams(std::size_t gap, Watch& watch) : gap_(gap), watch_(watch) {}

  std::int64_t matches(Ids hypothesis, Ids reference);
  // Skip-bigrams of a text.
  std::int64_t total(std::size_t tokens) const;

 private:
  struct Side {
    std::vector<std::int32_t> codes;          // of the types that both texts have, from 0; -1 for others
    std::vector<std::size_t> starts, places;  // type t stands at places[starts[t]] … places[starts[t + 1] - 1]
    std::vector<std::int64_t> counts;         // of second words; 0 but for those of the first word at hand
    std::vector<std::int32_t> counted;        // whose count is not 0
  };

  void share(Ids hypothesis, Ids reference);
  void index(Side& side);
  void count(Side& side, std::size_t type) const;
  static void add(Side& side, std::int32_t second, std::int64_t times);
  static void clear(Side& side);

  std::size_t gap_, types_ = 0;
  Watch& watch_;
  ReferenceCodes codes_of_;
  std::vector<std::int32_t> shared_;  // code of the reference → code of both
  std::vector<std::size_t> next_;
  Side hypothesis_, reference_;
};

}  // namespace steelyard
