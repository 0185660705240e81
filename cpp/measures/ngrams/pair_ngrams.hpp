// Clipped n-gram matches between two texts, by sorting.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "measures/ngrams/ngrams.hpp"
#include "stop.hpp"
#include "text/id_table.hpp"
#include "text/ids.hpp"

namespace steelyard {

// The positions of both texts are sorted by the N tokens that follow (least significant token first, by counting), so
// that equal n-grams of every order are neighbours; one pass over the sorted positions then counts all orders at once.
// O(N · tokens), no allocation in the steady state. Takes orders up to 8 and references of up to 254 types; whatever is
// larger goes to NgramMatcher, with the same result.
class PairMatcher {
 public:
  explicit PairMatcher(Watch& watch) : watch_(watch), larger_(watch) {}

  // Sets matches[n-1] for n = 1 … matches.size(). Boundary tokens (negative ids) take part in orders above 1 only.
  void count(Ids hypothesis, Ids reference, std::span<std::int32_t> matches);

 private:
  static constexpr std::size_t kMaxOrder = 8;
  static constexpr std::size_t kPadding = 3 * kMaxOrder;  // behind both texts, and what is read beyond

  bool write_codes(Ids hypothesis, Ids reference, std::size_t order);
  void sort(std::size_t hypothesis, std::size_t reference, std::size_t order);
  void tally(std::size_t hypothesis, std::size_t reference, std::span<std::int32_t> matches) const;

  Watch& watch_;
  NgramMatcher larger_;
  IdTable<std::uint8_t> codes_of_;                                         // id → code, for the reference's types
  std::vector<std::uint8_t> codes_ = std::vector<std::uint8_t>(kPadding);  // hypothesis, padding, reference, padding
  std::vector<std::uint16_t> order_, spare_;                               // positions in codes_
  std::size_t alphabet_ = 0;                                               // codes in use
};

}  // namespace steelyard
