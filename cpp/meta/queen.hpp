// Acceptance of texts as models by sets of similarity measures: what QUEEN and KING of QARLA count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "matrix.hpp"
#include "stop.hpp"

namespace steelyard {

// How similar the texts of one test case are, models first: measure × text × text, row against column; and which texts
// are there.
struct TestCase {
  std::span<const double> similarities;
  std::span<const std::uint8_t> present;
  std::size_t measures, models;
  std::size_t texts() const { return present.size(); }
};

// For every set X of measures (set × measure, not 0 if in it), over triples (m, m', m'') of models with m' ≠ m'':
//   accepted[set × text]  triples in which x(t, m) ≥ x(m', m'') for all x of X; for a model t, triples without t
//   wins[set]             models m accepted more often, over triples without m, than every other text that is no model
// An undefined similarity (nan) passes no test, and an absent model is in no triple. A test case without peers has no
// wins.
//
// A triple is a bit, so a set is the conjunction of its measures' rows and a count is that of bits. For r models, t
// texts and x measures: O(x t r³) to make the bits, O(t (x + r) r³ / 64) for each set. Source: Amigó, Gonzalo, Peñas &
// Verdejo (2005).
class QueenCounter {
 public:
  void operator()(const TestCase& test, std::span<const std::uint8_t> sets, std::span<std::int32_t> accepted,
                  std::span<std::int32_t> wins, Watch& watch);

 private:
  using Word = std::uint64_t;
  std::size_t words_ = 0;
  std::vector<Word> passed_;   // measure × text × word: triples in which the measure's test is passed
  std::vector<Word> without_;  // model × word, then one row for none: triples of models that are there, without it
  std::vector<Word> joined_;   // text × word: triples in which the tests of all measures of a set are passed

  void make_triples(const TestCase& test, Watch& watch);
  void make_tests(const TestCase& test, Watch& watch);
  void join(const TestCase& test, std::span<const std::uint8_t> set, Watch& watch);
  std::int32_t count(std::size_t text, std::size_t without) const;
  std::int32_t count_wins(const TestCase& test, std::span<const std::int32_t> accepted) const;
};

// How similar the texts of several test cases are: case × measure × text × text, models first.
struct Similarities {
  std::span<const double> values;
  std::size_t cases, measures, rows, columns;
};

// What QueenCounter counts for each test case: case × set × text, and case × set.
struct QueenTable {
  std::vector<std::int32_t> accepted, wins;
};

// `present` is case × text, `sets` set × measure. Throws std::invalid_argument for what does not fit together, and
// Stopped.
QueenTable queen_counts(const Similarities& similarities, Matrix<std::uint8_t> present, std::size_t models,
                        Matrix<std::uint8_t> sets, const Stop* stop);

}  // namespace steelyard
