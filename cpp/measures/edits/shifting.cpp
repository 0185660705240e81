#include "measures/edits/shifting.hpp"

#include <algorithm>

namespace steelyard::ter {

void Words::move(Shift shift) {
  const auto words = hypothesis.begin();
  std::rotate(words + shift.begin, words + shift.middle, words + shift.end);
}

void Numbering::operator()(Ids hypothesis, Ids reference, Words& words) {
  numbers_.reset(reference.size());
  words.reference.resize(reference.size());
  words.next.resize(reference.size());
  words.first.clear();
  spare_.clear();
  for (std::size_t at = reference.size(); at-- > 0;) {
    std::int32_t& number = numbers_[reference[at]];
    if (number == 0) {
      words.first.push_back(-1);
      spare_.push_back(0);
      number = size(words.first);
    }
    const std::int32_t word = number - 1;
    words.reference[at] = word;
    words.next[at] = words.first[word];
    words.first[word] = static_cast<std::int32_t>(at);
    ++spare_[word];
  }
  const std::int32_t unknown = size(words.first);
  words.first.push_back(-1);
  spare_.push_back(0);
  words.hypothesis.resize(hypothesis.size());
  std::int32_t matched = 0;
  for (std::size_t at = 0; at < hypothesis.size(); ++at) {
    const std::int32_t number = numbers_.find(hypothesis[at]);
    const std::int32_t word = number > 0 ? number - 1 : unknown;
    words.hypothesis[at] = word;
    if (spare_[word] > 0) {
      --spare_[word];
      ++matched;
    }
  }
  words.unmatched = static_cast<std::int32_t>(std::max(hypothesis.size(), reference.size())) - matched;
}

}  // namespace steelyard::ter
