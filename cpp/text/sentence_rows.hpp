// One text of several sentences, as the kernels that compare sentence by sentence see it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "text/ids.hpp"
#include "text/offsets.hpp"
#include "text/tokens.hpp"

namespace steelyard {

// Sentence s is ids[offsets[s] - offsets[0], offsets[s + 1] - offsets[0]).
struct SentenceRows {
  Ids ids;
  std::span<const std::int64_t> offsets;

  // The rows [first, last) of the tokens as the sentences of one text.
  SentenceRows(const Tokens& tokens, std::size_t first, std::size_t last)
      : ids(Ids(tokens.ids)
                .subspan(static_cast<std::size_t>(tokens.offsets[first]),
                         static_cast<std::size_t>(tokens.offsets[last] - tokens.offsets[first]))),
        offsets(std::span(tokens.offsets).subspan(first, last - first + 1)) {}

  std::size_t size() const { return offsets.size() - 1; }
  std::size_t start(std::size_t s) const { return static_cast<std::size_t>(offsets[s] - offsets[0]); }
  std::size_t length(std::size_t s) const { return static_cast<std::size_t>(offsets[s + 1] - offsets[s]); }
  Ids operator[](std::size_t s) const { return ids.subspan(start(s), length(s)); }
};

// Texts of several sentences: text i has the rows offsets[i] … offsets[i + 1] - 1 of the tokens.
class SentenceTexts {
 public:
  // Throws std::invalid_argument for offsets that do not fit.
  SentenceTexts(const Tokens& sentences, std::span<const std::int64_t> offsets)
      : sentences_(sentences), offsets_(offsets) {
    check_offsets(offsets, sentences.size(), "sentences");
  }

  std::size_t size() const { return offsets_.size() - 1; }
  const Tokens& sentences() const { return sentences_; }
  SentenceRows operator[](std::size_t text) const {
    return {sentences_, static_cast<std::size_t>(offsets_[text]), static_cast<std::size_t>(offsets_[text + 1])};
  }

 private:
  const Tokens& sentences_;
  std::span<const std::int64_t> offsets_;
};

}  // namespace steelyard
