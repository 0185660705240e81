// Weighted longest common subsequences.
#pragma once

#include <cstdint>
#include <vector>

#include "measures/rouge/lcs.hpp"
#include "stop.hpp"
#include "text/ids.hpp"
#include "text/sentence_rows.hpp"

namespace steelyard {

// Weighted LCS (Lin 2004 §4): a run of k matches that follow each other in both texts weighs k^weight.
// O(|hypothesis| · |reference|), memory O(|hypothesis|).
class WeightedLcs {
 public:
  WeightedLcs(double weight, Watch& watch) : weight_(weight), watch_(watch) {}

  // f(k) = k^weight.
  double f(std::size_t k);

  // WLCS of two sequences, by the recursion of the paper.
  double operator()(Ids hypothesis, Ids reference);

  // The weight ROUGE-1.5.5 finds at summary level: runs are those of hits in the reference sentence, whether or not
  // they follow each other in the hypothesis; a hit that may not be counted any more neither ends a run nor prolongs
  // it, and a run that ends with such a hit goes on after the gap, or is lost with the end of the sentence.
  // Memory |h|·|r| bytes for the longest sentences h and r; throws TableTooLarge.
  double hits(const SentenceRows& hypothesis, const SentenceRows& reference, Ids counted_hypothesis,
              Ids counted_reference);

 private:
  // Fills the table and, if asked to, the ways back. Returns the last cell.
  template <bool traced>
  double fill(Ids hypothesis, Ids reference);
  void mark(Ids hypothesis, Ids reference);

  double weight_;
  Watch& watch_;
  std::vector<double> powers_;              // f(0), f(1), …
  std::vector<double> cells_, last_cells_;  // one row of the table, and the one before
  std::vector<std::int32_t> runs_, last_runs_;
  std::vector<std::uint8_t> ways_;  // reference × hypothesis: where each cell came from
  std::vector<std::uint8_t> hits_;
  CodedSummaries codes_;
};

}  // namespace steelyard
