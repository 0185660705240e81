#include "text/limits.hpp"

#include "unicode/unicode.hpp"

namespace steelyard {

namespace {

constexpr bool is_gap(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::size_t kept(std::string_view text, Limits limits) {
  std::int64_t words = 0, bytes = 0, line_bytes = 0;
  bool inside = false;
  for (std::size_t at = 0; at < text.size();) {
    const bool gap = is_gap(text[at]);
    if (!gap && !inside && limits.words && ++words > limits.words) return at;
    inside = !gap;
    const std::size_t width = std::min(width_of(text[at]), text.size() - at);
    if (text[at] == '\n') {
      if (limits.line_bytes && line_bytes >= limits.line_bytes) return at;
      line_bytes = 0;
    } else {
      bytes += static_cast<std::int64_t>(width);
      line_bytes += static_cast<std::int64_t>(width);
    }
    if (limits.bytes && bytes > limits.bytes) return at;
    if (limits.line_bytes && line_bytes > limits.line_bytes) return at;
    at += width;
  }
  return text.size();
}

}  // namespace

std::vector<std::int64_t> limited(const TextRows& texts, Limits limits) {
  std::vector<std::int64_t> ends;
  ends.reserve(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    ends.push_back(texts.starts[i] + static_cast<std::int64_t>(kept(texts[i], limits)));
  }
  return ends;
}

}  // namespace steelyard
