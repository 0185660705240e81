// One text of several sentences, as the kernels that compare sentence by sentence see it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ids.hpp"
#include "tokens.hpp"

namespace steelyard {

// Sentence s is ids[offsets[s] - offsets[0], offsets[s + 1] - offsets[0]).
struct SentenceRows {
  Ids ids;
  std::span<const std::int64_t> offsets;

  // The rows [first, last) of the tokens as the sentences of one text.
  SentenceRows(const Tokens& tokens, std::size_t first, std::size_t last)
      : ids(Ids(tokens.ids).subspan(static_cast<std::size_t>(tokens.offsets[first]),
                                    static_cast<std::size_t>(tokens.offsets[last] - tokens.offsets[first]))),
        offsets(std::span(tokens.offsets).subspan(first, last - first + 1)) {}

  std::size_t size() const { return offsets.size() - 1; }
  std::size_t start(std::size_t s) const { return static_cast<std::size_t>(offsets[s] - offsets[0]); }
  std::size_t length(std::size_t s) const { return static_cast<std::size_t>(offsets[s + 1] - offsets[s]); }
};

}  // namespace steelyard
