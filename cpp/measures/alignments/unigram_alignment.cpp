#include "measures/alignments/unigram_alignment.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace steelyard {

namespace {

std::vector<AlignedPair> words_of(std::span<const Mapped> pairs) {
  std::vector<AlignedPair> words;
  for (const Mapped pair : pairs) words.push_back({pair.hypothesis, pair.reference, pair.stage});
  return words;
}

void check_number(const UnigramAlignments& all, std::size_t stages) {
  const auto last = std::ranges::max_element(all.pairs, {}, &AlignedPair::stage);
  if (last != all.pairs.end() && static_cast<std::size_t>(last->stage) >= stages) {
    throw std::invalid_argument("the alignments have more stages");
  }
}

}  // namespace

void UnigramAlignment::align(Ids hypothesis, Ids reference) {
  hypothesis_ = hypothesis;
  reference_ = reference;
  best_.reset();
  cut_ = false;
  most_steps_ = all_steps_ = 0;
  follow({}, 0);
  pairs_ = words_of(best_->pairs);
}

// Adds the stages from one on. Where a stage's mappings decide what later stages can map, each of its best is followed.
void UnigramAlignment::follow(OpenAlignment alignment, std::int32_t stage) {
  for (; static_cast<std::size_t>(stage) < groups_.stages(); ++stage) {
    note(search_.add(groups_.find(hypothesis_, reference_, stage, alignment), alignment));
    const std::vector<std::size_t> deciding = groups_.deciding(hypothesis_, reference_, stage, alignment);
    if (deciding.empty()) continue;
    std::vector<std::vector<FewestCrossings::Mapping>> ways;
    note(search_.find_all(alignment, deciding, ways));
    for (std::vector<FewestCrossings::Mapping>& way : ways) {
      if (best_ && all_steps_ > bound_) {
        cut_ = true;
        return;
      }
      OpenAlignment further = alignment;
      for (std::size_t k = 0; k < deciding.size(); ++k) further.groups[deciding[k]].chosen = std::move(way[k]);
      follow(std::move(further), stage + 1);
    }
    return;
  }
  finish(alignment);
}

void UnigramAlignment::note(bool whole) {
  cut_ = cut_ || !whole;
  most_steps_ = std::max(most_steps_, search_.steps());
  all_steps_ += search_.steps();
}

// Chooses what is still open, and keeps the alignment if it is better than the best so far.
void UnigramAlignment::finish(const OpenAlignment& alignment) {
  std::vector<FewestCrossings::Mapping> mappings;
  note(search_.find(alignment, mappings));
  Alignment whole{.pairs = alignment.settled, .order = {}};
  for (const FewestCrossings::Mapping& mapping : mappings) {
    whole.pairs.insert(whole.pairs.end(), mapping.begin(), mapping.end());
    whole.order.insert(whole.order.end(), mapping.begin(), mapping.end());
  }
  std::ranges::sort(whole.pairs);
  all_steps_ += static_cast<std::int64_t>(hypothesis_.size() + reference_.size());
  if (!best_ || std::pair(cost(whole.pairs), whole.order) < std::pair(cost(best_->pairs), best_->order)) {
    best_ = std::move(whole);
  }
}

// By stage the words that are not mapped and the crossings, then the chunks.
std::vector<std::int64_t> UnigramAlignment::cost(std::span<const Mapped> pairs) {
  std::vector<std::int64_t> costs;
  MappedLines lines;
  lines.reset(hypothesis_.size(), reference_.size());
  for (std::int32_t stage = 0; static_cast<std::size_t>(stage) < groups_.stages(); ++stage) {
    std::int64_t mapped = 0;
    for (const Mapped& pair : pairs) {
      if (pair.stage != stage) continue;
      lines.add({&pair, 1});
      ++mapped;
    }
    costs.push_back(-mapped);
    costs.push_back(lines.crossings());
  }
  costs.push_back(chunks_of(words_of(pairs)));
  return costs;
}

std::int32_t chunks_of(std::span<const AlignedPair> pairs) {
  std::int32_t chunks = 0;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    chunks += k == 0 || pairs[k].hypothesis != pairs[k - 1].hypothesis + pairs[k - 1].hypothesis_words ||
              pairs[k].reference != pairs[k - 1].reference + pairs[k - 1].reference_words;
  }
  return chunks;
}

void check_stages(const Tokens& hypotheses, const Tokens& references, std::span<const Keys* const> stages) {
  check_same_size(hypotheses, references);
  for (const Tokens* tokens : {&hypotheses, &references}) {
    for (const Keys* keys : stages) {
      if (!tokens->vocabulary || tokens->vocabulary->size() > keys->size()) {
        throw std::invalid_argument("the keys are not of this vocabulary");
      }
    }
  }
}

UnigramAlignments align_unigrams(const Tokens& hypotheses, const Tokens& references, std::vector<const Keys*> stages,
                                 std::int64_t bound, const Stop* stop) {
  check_stages(hypotheses, references, stages);
  UnigramAlignments all;
  Watch watch(stop);
  UnigramAlignment one(std::move(stages), bound, watch);
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    one.align(references.present[i] ? hypotheses[i] : Ids(), references[i]);
    all.pairs.insert(all.pairs.end(), one.pairs().begin(), one.pairs().end());
    all.offsets.push_back(static_cast<std::int64_t>(all.pairs.size()));
    all.cut.push_back(one.cut());
    all.steps = std::max(all.steps, one.steps());
  }
  return all;
}

std::vector<std::int32_t> stage_counts(const UnigramAlignments& all, std::size_t stages) {
  check_number(all, stages);
  const std::size_t fields = stages + 2;
  std::vector<std::int32_t> out(all.size() * fields, 0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::span row = std::span(out).subspan(i * fields, fields);
    for (const AlignedPair& pair : all[i]) row[static_cast<std::size_t>(pair.stage)] += pair.hypothesis_words;
    row[stages] = chunks_of(all[i]);
    row[stages + 1] = all.cut[i];
  }
  return out;
}

std::vector<std::int32_t> reference_counts(const UnigramAlignments& all, std::int32_t stage) {
  std::vector<std::int32_t> out(all.size(), 0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const AlignedPair& pair : all[i]) out[i] += pair.stage == stage ? pair.reference_words : 0;
  }
  return out;
}

std::vector<std::int32_t> listed_counts(const UnigramAlignments& all, std::size_t stages, const Tokens& hypotheses,
                                        const Tokens& references, const Keys& list) {
  check_number(all, stages);
  const Keys* const lists[] = {&list};
  check_stages(hypotheses, references, lists);
  if (all.size() != hypotheses.size()) throw std::invalid_argument("alignments and texts differ in number");
  const auto is_listed = [&list](std::int32_t id) { return !list[static_cast<std::size_t>(id)].empty(); };
  const auto listed_of = [&](Ids words) { return static_cast<std::int32_t>(std::ranges::count_if(words, is_listed)); };
  const auto some = [](Ids words, std::int32_t first, std::int32_t count) {
    return words.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
  };
  const std::size_t fields = 2 * stages + 2;
  std::vector<std::int32_t> out(all.size() * fields, 0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Ids hypothesis = hypotheses[i], reference = references[i];
    const std::span row = std::span(out).subspan(i * fields, fields);
    for (const AlignedPair& pair : all[i]) {
      const auto stage = static_cast<std::size_t>(pair.stage);
      row[stage] += listed_of(some(hypothesis, pair.hypothesis, pair.hypothesis_words));
      row[stages + stage] += listed_of(some(reference, pair.reference, pair.reference_words));
    }
    row[2 * stages] = listed_of(hypothesis);
    row[2 * stages + 1] = listed_of(reference);
  }
  return out;
}

}  // namespace steelyard
