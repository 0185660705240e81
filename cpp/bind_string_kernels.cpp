// Python bindings: string kernels.
#include <algorithm>
#include <limits>

#include "bind.hpp"
#include "string_kernel.hpp"

namespace steelyard {

namespace {

void check_types(const Tokens& tokens, const Keys& keys) {
  for (const std::int32_t id : tokens.ids) {
    if (id < 0 || static_cast<std::size_t>(id) >= keys.size()) throw std::invalid_argument("a token without keys");
  }
}

void check_offsets(const Positions& offsets, const Tokens& sentences) {
  const std::span given(offsets.data(), offsets.size());
  if (given.empty() || given.front() != 0 || given.back() != static_cast<std::int64_t>(sentences.size()) ||
      !std::ranges::is_sorted(given)) {
    throw std::invalid_argument("offsets do not fit the sentences");
  }
}

Array1<double> kernels(const Tokens& left, const Tokens& right, const Keys& keys, std::size_t length, double decay) {
  same_size(left, right);
  check_types(left, keys);
  check_types(right, keys);
  std::vector<double> out(left.size());
  {
    nb::gil_scoped_release release;
    StringKernel kernel(keys, length, decay);
    for (std::size_t i = 0; i < out.size(); ++i) {
      in_segment(i, [&] { out[i] = kernel(left[i], right[i]); });
    }
  }
  return array1(std::move(out));
}

std::span<const Ids> sentences_of(const Tokens& sentences, const Positions& offsets, std::size_t text, std::vector<Ids>& held) {
  held.clear();
  for (std::int64_t s = offsets.data()[text]; s < offsets.data()[text + 1]; ++s) {
    held.push_back(sentences[static_cast<std::size_t>(s)]);
  }
  return held;
}

Array2<double> coverages(const Tokens& hypotheses, const Positions& hypothesis_offsets, const Tokens& references,
                         const Positions& reference_offsets, const Keys& keys, std::size_t length, double decay) {
  check_types(hypotheses, keys);
  check_types(references, keys);
  check_offsets(hypothesis_offsets, hypotheses);
  check_offsets(reference_offsets, references);
  if (hypothesis_offsets.size() != reference_offsets.size()) {
    throw std::invalid_argument("hypotheses and references differ in number");
  }
  const std::size_t texts = hypothesis_offsets.size() - 1;
  std::vector<double> out(texts * 2, std::numeric_limits<double>::quiet_NaN());
  {
    nb::gil_scoped_release release;
    StringKernel kernel(keys, length, decay);
    std::vector<Ids> ours, theirs;
    for (std::size_t i = 0; i < texts; ++i) {
      std::optional<Coverage> found;
      in_segment(i, [&] {
        found = kernel.compare(sentences_of(hypotheses, hypothesis_offsets, i, ours),
                               sentences_of(references, reference_offsets, i, theirs));
      });
      if (!found) continue;
      out[i * 2] = found->precision;
      out[i * 2 + 1] = found->recall;
    }
  }
  return array2(std::move(out), 2);
}

}  // namespace

void bind_string_kernels(nb::module_& m) {
  m.def("string_kernels", &kernels, "left"_a, "right"_a, "keys"_a, "length"_a, "decay"_a,
        "Extended string subsequence kernel of every pair of rows.");
  m.def("kernel_coverages", &coverages, "hypotheses"_a, "hypothesis_offsets"_a, "references"_a, "reference_offsets"_a,
        "keys"_a, "length"_a, "decay"_a,
        "Precision and recall of texts by the best kernel similarity of each sentence; nan without a reference.");
}

}  // namespace steelyard
