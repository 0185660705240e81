// String kernels between sentences whose tokens have several attributes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "stop.hpp"
#include "text/ids.hpp"
#include "text/keys.hpp"
#include "text/sentence_rows.hpp"
#include "text/tokens.hpp"

namespace steelyard {

// Precision and recall of a text: the mean over its own, or the other's, sentences of the best similarity across.
struct Coverage {
  double precision = 0, recall = 0;
};

// Extended string subsequence kernel (Hirao, Okumura & Isozaki, Kernel-based approach for automatic evaluation of
// natural language generation technologies, HLT/EMNLP 2005, equations 1 to 7): the sum over common subsequences of up
// to d attributes, where each token skipped on either side costs a factor λ:
//   ESK(T,U) = Σ_{m ≤ d} Σ_{i,j} K_m(i,j);  K_1(i,j) = number of keys that t_i and u_j share
//   K_m(i,j) = K_1(i,j) · Σ_{i' < i, j' < j} λ^(i-i'-1) λ^(j-j'-1) K_{m-1}(i',j')
// The inner sum is carried down columns (the paper's K'') and along rows (K'). Rows and columns without any shared key
// only decay and are passed over in one step: O(d·r·c) time for r rows and c columns with one, at most O(d·|T|·|U|);
// memory O(d·|U|) and one cell of 8 bytes for each pair of tokens that share a key; throws TableTooLarge.
class StringKernel {
 public:
  StringKernel(const Keys& keys, std::size_t length, double decay, Watch& watch);

  // ESK of two sentences.
  double operator()(Ids left, Ids right);

  // Similarity is ESK(T,U) / √(ESK(T,T)·ESK(U,U)). Sentences without keys are left out; there is no result if that
  // leaves nothing of the reference. The kernel of a sentence with itself is computed once.
  std::optional<Coverage> compare(std::span<const Ids> hypothesis, std::span<const Ids> reference);

 private:
  struct Link {
    std::int32_t place, next;
  };
  struct Cell {
    std::int32_t place, shared;
  };
  struct Row {
    std::size_t number;
    std::span<const Cell> cells;
  };
  struct Sentence {
    Ids tokens;
    double itself, best;
  };

  std::vector<Sentence> sentences(std::span<const Ids> text);
  void index(Ids tokens);
  void match(Ids sentence);
  void check_cells(Ids sentence) const;
  double kernel(std::size_t first, std::size_t size);
  void take_rows(std::size_t end);
  void number_columns(std::size_t first, std::size_t size);
  double lengthen(const Row& row, std::span<double> above, std::size_t gap);

  const Keys& keys_;
  std::size_t length_;
  double decay_;
  Watch& watch_;
  std::vector<double> powers_;
  // The indexed text: chains of the places (positions) where each key occurs, in their order.
  std::vector<std::int32_t> chains_, chained_, chain_lengths_;
  std::vector<Link> links_;
  // A sentence matched with the indexed text: cells of its tokens; a cursor is where a token's unused cells begin.
  std::vector<std::int32_t> shared_, touched_;
  std::vector<Cell> cells_;
  std::vector<std::size_t> cursors_, ends_;
  // A pair of sentences: rows and columns that have cells, λ to the distance from the column before (and one less).
  std::vector<Row> rows_;
  std::vector<std::int32_t> columns_;
  std::vector<double> near_, far_, above_, found_;
};

// ESK of every pair of rows. Throws std::invalid_argument if the texts differ in number or a token has no row of keys,
// RefusedSegment and Stopped.
std::vector<double> string_kernels(const Tokens& left, const Tokens& right, const Keys& keys, std::size_t length,
                                   double decay, const Stop* stop);

// Precision and recall of every pair of texts, sentence by sentence (`StringKernel::compare`): texts × 2, nan where
// there is no result. Throws as string_kernels.
std::vector<double> kernel_coverages(const SentenceTexts& hypotheses, const SentenceTexts& references, const Keys& keys,
                                     std::size_t length, double decay, const Stop* stop);

}  // namespace steelyard
