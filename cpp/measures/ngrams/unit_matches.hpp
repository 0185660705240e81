// N-grams of the units of a model that an output has, each with its weight (Lin & Hovy 2003, eq. 5).
#pragma once

#include <cstddef>
#include <vector>

#include "matrix.hpp"
#include "stop.hpp"
#include "text/sentence_rows.hpp"

namespace steelyard {

// For every pair of texts and order 1 … order: the weight of the units' n-grams that the output has, then of all of
// them: rows × 2·order. Matches are clipped within a unit, so that an n-gram of the output may serve several units.
// The output is one text, or, if `cut` is set, has no n-grams across the ends of its sentences.
//
// weights[n - 1][i] is the weight of the n-gram that begins at token i of the models; where there are none, each n-gram
// weighs 1. O(order · tokens of the output · units) expected; throws std::invalid_argument if texts or weights differ
// in number, and Stopped.
std::vector<double> unit_matches(const SentenceTexts& outputs, const SentenceTexts& models, std::size_t order, bool cut,
                                 const Matrix<double>* weights, const Stop* stop);

}  // namespace steelyard
