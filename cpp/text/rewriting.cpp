#include "text/rewriting.hpp"

#include <optional>

#include "text/porter.hpp"
#include "unicode/unicode.hpp"

namespace steelyard {

Rewriting::Rewriting(const std::vector<std::vector<std::string>>& targets) {
  for (const auto& target : targets) {
    for (const std::string& token : target) ids_.push_back(vocabulary_->intern(token));
    offsets_.push_back(static_cast<std::int64_t>(ids_.size()));
  }
}

Rewriting::Rewriting(const Vocabulary& types, const WordMap& stop, const WordMap& exceptions, std::string_view stem) {
  std::optional<Porter> porter;
  if (stem != "none") porter.emplace(stem);
  std::string folded;
  ids_.reserve(types.size());
  offsets_.reserve(types.size() + 1);
  for (std::size_t t = 0; t < types.size(); ++t) {
    const std::string_view type = types[t];
    if (stop.empty() || !stop.contains(fold_case(type, folded))) {
      const auto exception = exceptions.empty() ? exceptions.end() : exceptions.find(type);
      if (exception != exceptions.end()) {
        ids_.push_back(vocabulary_->intern(exception->second));
      } else {
        ids_.push_back(vocabulary_->intern(porter ? (*porter)(type) : type));
      }
    }
    offsets_.push_back(static_cast<std::int64_t>(ids_.size()));
  }
}

Tokens Rewriting::apply(const Tokens& tokens) const {
  Tokens out;
  out.ids.reserve(tokens.ids.size());
  out.offsets.reserve(tokens.offsets.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    for (const std::int32_t id : tokens[i]) {
      const std::int64_t first = offsets_.at(static_cast<std::size_t>(id)),
                         last = offsets_.at(static_cast<std::size_t>(id) + 1);
      if (last - first == 1) {
        out.ids.push_back(ids_[static_cast<std::size_t>(first)]);
      } else {
        out.ids.insert(out.ids.end(), ids_.begin() + first, ids_.begin() + last);
      }
    }
    out.offsets.push_back(static_cast<std::int64_t>(out.ids.size()));
  }
  out.present = tokens.present;
  out.vocabulary = vocabulary_;
  return out;
}

}  // namespace steelyard
