#include "corpus/texts.hpp"

#include <sys/mman.h>

#include <stdexcept>

#include "unicode/unicode.hpp"

namespace steelyard {

TextRows::TextRows(std::string_view bytes, std::span<const std::int64_t> begin, std::span<const std::int64_t> end)
    : data(bytes), starts(begin), ends(end) {
  if (starts.size() != ends.size()) throw std::invalid_argument("starts and ends differ in length");
  const auto limit = static_cast<std::int64_t>(data.size());
  for (std::size_t i = 0; i < size(); ++i) {
    if (starts[i] < 0 || starts[i] > ends[i] || ends[i] > limit) {
      throw std::invalid_argument("positions outside the data");
    }
  }
}

std::vector<std::int64_t> blank_rows(const TextRows& texts) {
  std::vector<std::int64_t> found;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (is_blank(texts[i])) found.push_back(static_cast<std::int64_t>(i));
  }
  return found;
}

TextBounds trimmed_lines(const TextRows& lines, bool carriage_returns) {
  TextBounds out{{lines.starts.begin(), lines.starts.end()}, {lines.ends.begin(), lines.ends.end()}};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string_view line = lines[i];
    if (line.ends_with('\n')) line.remove_suffix(1);
    if (carriage_returns && line.ends_with('\r')) line.remove_suffix(1);
    out.ends[i] = out.starts[i] + static_cast<std::int64_t>(line.size());
  }
  return out;
}

void ask_for_large_pages([[maybe_unused]] std::span<char> block) {
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t page = 1 << 21;
  const auto begin = reinterpret_cast<std::uintptr_t>(block.data());
  const std::uintptr_t first = (begin + page - 1) & ~(page - 1);
  const std::uintptr_t last = (begin + block.size()) & ~(page - 1);
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#endif
}

}  // namespace steelyard
