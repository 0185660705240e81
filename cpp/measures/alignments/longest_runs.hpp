// Matching by runs, as GTM does it.
#pragma once

#include <span>
#include <vector>

#include "measures/alignments/unigram_alignment.hpp"

namespace steelyard {

// Takes the longest run of words that both texts have and that no run before it has used, the first in the hypothesis
// and then in the reference among equals, until no word can be matched. Every pair is of stage 0.
// Turian, Shen & Melamed (2003): the greedy approximation of the maximum match size, which is exact for exponent 1.
// Time |h|·|r| for every distinct length of a run; memory linear in both texts. Throws std::invalid_argument if the
// texts differ in number, and Stopped.
UnigramAlignments align_longest_runs(const Tokens& hypotheses, const Tokens& references, const Stop* stop);

// (Σ length^exponent)^(1/exponent) over the chunks of pairs sorted by hypothesis position; 0 without pairs.
double match_size(std::span<const AlignedPair> pairs, double exponent);

// That of every row.
std::vector<double> match_sizes(const UnigramAlignments& all, double exponent);

}  // namespace steelyard
