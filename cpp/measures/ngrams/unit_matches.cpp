#include "measures/ngrams/unit_matches.hpp"

#include <stdexcept>

#include "measures/ngrams/ngrams.hpp"

namespace steelyard {

namespace {

// The output as one row of ids; with `cut`, an id that no model has stands between its sentences.
void write_row(const SentenceRows& output, bool cut, std::vector<std::int32_t>& row) {
  row.clear();
  for (std::size_t s = 0; s < output.size(); ++s) {
    if (cut && s > 0) row.push_back(kEnd);
    const Ids sentence = output[s];
    row.insert(row.end(), sentence.begin(), sentence.end());
  }
}

}  // namespace

std::vector<double> unit_matches(const SentenceTexts& outputs, const SentenceTexts& models, std::size_t order, bool cut,
                                 const Matrix<double>* weights, const Stop* stop) {
  if (outputs.size() != models.size()) throw std::invalid_argument("outputs and models differ in number");
  const Tokens& tokens = models.sentences();
  if (weights && (weights->rows != order || weights->columns != tokens.ids.size())) {
    throw std::invalid_argument("weights and n-grams of the models differ in number");
  }
  const auto weight = [&](std::size_t n, std::size_t place) { return weights ? (*weights)[n - 1][place] : 1.0; };
  std::vector<double> out(outputs.size() * 2 * order, 0.0);
  Watch watch(stop);
  NgramMatcher matcher(watch);
  std::vector<std::int32_t> row;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    double* const matched = out.data() + 2 * order * i;
    double* const whole = matched + order;
    const SentenceRows model = models[i];
    write_row(outputs[i], cut, row);
    const Ids output(row);
    const auto first = static_cast<std::size_t>(model.ids.data() - tokens.ids.data());
    for (std::size_t u = 0; u < model.size(); ++u) {
      const std::size_t start = first + model.start(u), length = model.length(u);
      matcher.visit(model[u], {&output, 1}, order,
                    [&](std::size_t n, std::size_t at) { matched[n - 1] += weight(n, start + at); });
      for (std::size_t n = 1; n <= order && n <= length; ++n) {
        for (std::size_t at = 0; at + n <= length; ++at) whole[n - 1] += weight(n, start + at);
      }
    }
  }
  return out;
}

}  // namespace steelyard
