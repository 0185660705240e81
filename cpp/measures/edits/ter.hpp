// Edits with block shifts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "measures/edits/shift_matrix.hpp"
#include "measures/edits/shifting.hpp"
#include "stop.hpp"
#include "text/ids.hpp"

namespace steelyard {

namespace ter {

// The cells of the matrix inside the beam.
class Beam {
 public:
  explicit Beam(Watch& watch) : watch_(watch) {}

  void start(const Words& words);
  std::int32_t fill(const Words& words, std::int32_t from);
  std::int32_t shifted(const Words& words, Shift shift, std::int32_t limit);
  Op operation(const Words& words, std::int32_t row, std::int32_t column) const;

 private:
  struct Row {
    std::int32_t low;   // first column
    std::int32_t high;  // past the last column
    std::size_t cells;  // where its cells start
  };

  std::int32_t at(std::int32_t row, std::int32_t column) const;
  void advance(const Words& words, std::int32_t word, std::int32_t row);

  Watch& watch_;
  std::vector<Row> rows_;
  std::vector<std::int32_t> cells_;
  std::vector<std::int32_t> above_;
  std::vector<std::int32_t> current_;
};

}  // namespace ter

// Number of edits of the translation edit rate: insertions, deletions, substitutions and greedily chosen block shifts
// (Snover, Dorr, Schwartz, Micciulla & Makhoul, AMTA 2006), equal to sacreBLEU 2.6.0 in every limit and every tie.
// O(|h| + |r|) per examined shift when |r| ≤ 64, O(50·|h|) else; at most 1000 shifts are examined, and of those only
// what can still win.
class Ter {
 public:
  explicit Ter(Watch& watch) : watch_(watch), beam_(watch) {}

  std::int32_t operator()(Ids hypothesis, Ids reference);

 private:
  static constexpr std::int32_t longest_shift = 10;

  template <class Distances>
  std::int32_t search(Distances& distances, std::int32_t distance);
  bool propose_shifts();
  void propose(std::int32_t hypothesis_start, std::int32_t reference_start, std::int32_t length);

  Watch& watch_;
  ter::Numbering number_;
  ter::Words words_;
  ter::Matrix matrix_;
  ter::Beam beam_;
  ter::Alignment alignment_;
  std::array<std::vector<ter::Shift>, longest_shift> proposed_;  // by length - 1
  std::array<std::int32_t, longest_shift> last_target_{};
  std::int32_t checked_ = 0;
};

}  // namespace steelyard
