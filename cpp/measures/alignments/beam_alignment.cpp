#include "measures/alignments/beam_alignment.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <utility>

namespace steelyard {

namespace {

constexpr std::int32_t kNone = -1;
constexpr std::int64_t kWord = std::int64_t{1} << 32;

std::size_t place(std::int32_t position) { return static_cast<std::size_t>(position); }

}  // namespace

BeamAlignment::BeamAlignment(std::vector<const Keys*> stages, std::int32_t exact, std::size_t beam,
                             const Paraphrases* paraphrases, Watch& watch)
    : stages_(std::move(stages)), exact_(exact), beam_(beam), watch_(watch) {
  if (paraphrases) phrases_.emplace(*paraphrases, watch);
  std::int32_t last = kNone;
  for (const Keys* keys : stages_) {
    for (std::size_t type = 0; type < keys->size(); ++type) {
      const Ids row = (*keys)[type];
      if (row.empty()) continue;
      if (row.front() < 0) throw std::invalid_argument("keys must not be negative");
      last = std::max(last, row.back());
    }
  }
  first_holder_.assign(static_cast<std::size_t>(last + 1), kNone);
}

void BeamAlignment::align(Ids hypothesis, Ids reference, Ids hypothesis_words, Ids reference_words) {
  find_matches(hypothesis, reference);
  phrases_in_use_ = phrases_ && (stages_.empty() || !std::ranges::equal(hypothesis, reference));
  if (phrases_in_use_) phrases_->find(hypothesis_words, reference_words);
  blocks_ = hypothesis.size() / 64 + 1;
  links_.clear();
  pairs_.clear();
  paths_.assign(1, {{0, 0}, kNone, 0, kNone, 0});
  used_.assign(blocks_, 0);
  cut_ = false;
  fix_certain_matches();
  for (std::size_t j = 0; j < reference.size(); ++j) {
    const auto word = static_cast<std::int32_t>(j);
    if (certain_[j] != kNone || (matches_of(j).empty() && !has_phrases(j))) {
      advance_paths(word);
    } else {
      extend_paths(word);
      keep_best_steps(word);
    }
  }
  for (std::int32_t link = best_path().link; link != kNone; link = links_[place(link)].before) {
    pairs_.push_back(links_[place(link)].pair);
  }
  std::ranges::sort(pairs_, {}, &AlignedPair::hypothesis);
}

void BeamAlignment::find_matches(Ids hypothesis, Ids reference) {
  kind_of_.reset(reference.size());
  kinds_.clear();
  words_.clear();
  uses_.clear();
  for (const std::int32_t id : reference) {
    std::int32_t& number = kind_of_[id];  // from 1
    if (number == 0) {
      words_.push_back(id);
      uses_.push_back(0);
      number = static_cast<std::int32_t>(words_.size());
    }
    kinds_.push_back(number - 1);
    ++uses_[place(number - 1)];
  }
  if (matches_.size() < words_.size()) matches_.resize(words_.size());
  for (std::size_t kind = 0; kind < words_.size(); ++kind) matches_[kind].clear();
  partners_.assign(hypothesis.size(), 0);
  const bool equal = std::ranges::equal(hypothesis, reference);
  const auto used = static_cast<std::int32_t>(equal ? std::min<std::size_t>(stages_.size(), 1) : stages_.size());
  for (std::int32_t stage = 0; stage < used; ++stage) add_matches(hypothesis, stage);
}

void BeamAlignment::add_matches(Ids hypothesis, std::int32_t stage) {
  const Keys& keys = *stages_[place(stage)];
  index_keys(hypothesis, keys);
  const auto by_position = [](const Match& a, const Match& b) { return a.hypothesis < b.hypothesis; };
  const auto same_position = [](const Match& a, const Match& b) { return a.hypothesis == b.hypothesis; };
  for (std::size_t kind = 0; kind < words_.size(); ++kind) {
    std::vector<Match>& matches = matches_[kind];
    const auto before = static_cast<std::ptrdiff_t>(matches.size());
    for (const std::int32_t key : keys[place(words_[kind])]) {
      for (std::int32_t at = first_holder_[place(key)]; at != kNone; at = holders_[place(at)].next) {
        const std::int32_t i = holders_[place(at)].position;
        if ((hypothesis[place(i)] == words_[kind]) == (stage == exact_)) matches.push_back({i, stage});
      }
    }
    watch_.steps(1 + matches.size() - static_cast<std::size_t>(before));
    const auto added = matches.begin() + before;
    if (matches.end() - added > 1) {  // words that share several keys come several times
      std::sort(added, matches.end(), by_position);
      matches.erase(std::unique(added, matches.end(), same_position), matches.end());
    }
    for (auto match = matches.begin() + before; match != matches.end(); ++match) {
      partners_[place(match->hypothesis)] += uses_[kind];
    }
  }
  for (const std::int32_t id : hypothesis) {
    for (const std::int32_t key : keys[place(id)]) first_holder_[place(key)] = kNone;
  }
}

void BeamAlignment::index_keys(Ids hypothesis, const Keys& keys) {
  holders_.clear();
  for (std::size_t i = 0; i < hypothesis.size(); ++i) {
    for (const std::int32_t key : keys[place(hypothesis[i])]) {
      std::int32_t& first = first_holder_[place(key)];
      holders_.push_back({static_cast<std::int32_t>(i), first});
      first = static_cast<std::int32_t>(holders_.size() - 1);
    }
  }
}

// The words of certain matches are used from the start.
void BeamAlignment::fix_certain_matches() {
  certain_.assign(kinds_.size(), kNone);
  certain_matches_.clear();
  for (std::size_t j = 0; j < certain_.size(); ++j) {
    const std::optional<Match> match = certain_match(j);
    if (!match) continue;
    certain_[j] = static_cast<std::int32_t>(certain_matches_.size());
    certain_matches_.push_back(*match);
    const auto [hypothesis, stage, hypothesis_words, reference_words] = *match;
    pairs_.push_back({hypothesis, static_cast<std::int32_t>(j), stage, hypothesis_words, reference_words});
    for (auto i = place(hypothesis); i < place(hypothesis + hypothesis_words); ++i) {
      used_[i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }
}

// The only match that begins at a word, if none of its words is part of another.
std::optional<BeamAlignment::Match> BeamAlignment::certain_match(std::size_t word) {
  const auto all = static_cast<std::int64_t>(matches_of(word).size()) + (phrases_in_use_ ? phrases_->count(word) : 0);
  if (all != 1) return std::nullopt;
  Match only{};
  if (has_phrases(word)) {
    const auto stage = static_cast<std::int32_t>(stages_.size());
    phrases_->visit(word, [&](auto i, auto words, auto others) { only = {i, stage, words, others}; });
  } else {
    only = matches_of(word).front();
  }
  const auto last_h = place(only.hypothesis + only.hypothesis_words), last_r = word + place(only.reference_words);
  for (auto i = place(only.hypothesis); i < last_h; ++i) {
    if (partners_[i] + (phrases_in_use_ ? phrases_->hypothesis_cover(i) : 0) != 1) return std::nullopt;
  }
  for (auto j = word; j < last_r; ++j) {
    const auto of_words = static_cast<std::int64_t>(matches_of(j).size());
    if (of_words + (phrases_in_use_ ? phrases_->reference_cover(j) : 0) != 1) return std::nullopt;
  }
  return only;
}

BeamAlignment::Rank BeamAlignment::matched(const Path& path, const Match& match) const {
  Rank rank = path.rank;
  rank.quality -= kWord * (match.stage == exact_ ? 2 : match.hypothesis_words / 2 + match.reference_words / 2);
  rank.quality += path.next != kNone && path.next != match.hypothesis;
  return rank;
}

// A word with a certain match, or with none, gives no choice.
void BeamAlignment::advance_paths(std::int32_t word) {
  watch_.steps(paths_.size());
  for (Path& path : paths_) {
    if (path.end > word) continue;
    if (const std::int32_t certain = certain_[place(word)]; certain != kNone) {
      const Match& match = certain_matches_[place(certain)];
      path.rank = matched(path, match);
      path.rank.distance += std::abs(word - match.hypothesis);
      path.next = match.hypothesis + match.hypothesis_words;
      path.end = word + match.reference_words;
    } else {
      path.rank.quality += path.next != kNone;
      path.next = kNone;
    }
  }
  if (!std::ranges::is_sorted(paths_, {}, &Path::rank)) std::ranges::stable_sort(paths_, {}, &Path::rank);
}

void BeamAlignment::extend_paths(std::int32_t word) {
  const std::vector<Match>& matches = matches_of(place(word));
  const auto phrase_stage = static_cast<std::int32_t>(stages_.size());
  steps_.clear();
  found_ = 0;
  for (std::size_t p = 0; p < paths_.size(); ++p) {
    Path& path = paths_[p];
    watch_.steps(matches.size() + 1);
    if (path.end > word) {
      add_step(p, {kNone, kNone}, path.rank);
      continue;
    }
    for (const Match& match : matches) extend(p, word, match);
    if (has_phrases(place(word))) {
      phrases_->visit(place(word), [&](std::int32_t i, std::int32_t words, std::int32_t others) {
        watch_.steps(1);
        extend(p, word, {i, phrase_stage, words, others});
      });
    }
    Rank skipped = path.rank;
    skipped.quality += path.next != kNone;
    add_step(p, {kNone, kNone}, skipped);
  }
}

void BeamAlignment::extend(std::size_t path, std::int32_t word, const Match& match) {
  if (is_used(paths_[path], match)) return;
  add_step(path, match, matched(paths_[path], match));
  paths_[path].rank.distance += std::abs(word - match.hypothesis);
}

void BeamAlignment::leave_steps_behind() {
  const auto end = steps_.begin() + static_cast<std::ptrdiff_t>(beam_);
  std::nth_element(steps_.begin(), end, steps_.end());
  steps_.resize(beam_);
  cut_ = true;
}

void BeamAlignment::keep_best_steps(std::int32_t word) {
  if (steps_.size() > beam_) leave_steps_behind();
  std::ranges::sort(steps_, std::less<Step>{});
  next_paths_.clear();
  next_used_.resize(steps_.size() * blocks_);
  for (std::size_t s = 0; s < steps_.size(); ++s) {
    const Step& step = steps_[s];
    const Path& path = paths_[place(step.path)];
    const std::size_t used = s * blocks_;
    watch_.steps(blocks_);
    std::copy_n(&used_[path.used], blocks_, &next_used_[used]);
    const auto [hypothesis, stage, hypothesis_words, reference_words] = step.match;
    if (hypothesis == kNone) {
      const bool amid = path.end > word;
      next_paths_.push_back({step.rank, amid ? path.next : kNone, path.end, path.link, used});
      continue;
    }
    for (auto i = place(hypothesis); i < place(hypothesis + hypothesis_words); ++i) {
      next_used_[used + i / 64] |= std::uint64_t{1} << (i % 64);
    }
    links_.push_back({{hypothesis, word, stage, hypothesis_words, reference_words}, path.link});
    const std::int32_t next = hypothesis + hypothesis_words, end = word + reference_words;
    next_paths_.push_back({step.rank, next, end, static_cast<std::int32_t>(links_.size() - 1), used});
  }
  std::swap(paths_, next_paths_);
  std::swap(used_, next_used_);
}

// The last chunks are closed before the paths are compared for the last time.
const BeamAlignment::Path& BeamAlignment::best_path() {
  for (Path& path : paths_) path.rank.quality += path.next != kNone;
  return *std::ranges::min_element(paths_, {}, &Path::rank);
}

UnigramAlignments align_by_beam(const Tokens& hypotheses, const Tokens& references, std::vector<const Keys*> stages,
                                std::int32_t exact, std::size_t beam, const Paraphrases* paraphrases,
                                const Stop* stop) {
  check_stages(hypotheses, references, stages);
  UnigramAlignments all;
  Watch watch(stop);
  BeamAlignment one(std::move(stages), exact, std::max<std::size_t>(beam, 1), paraphrases, watch);
  const std::vector<std::int32_t> numbers =
      paraphrases ? paraphrases->words_of(vocabulary_of(hypotheses)) : std::vector<std::int32_t>();
  const auto words_of = [&numbers](Ids ids) {
    std::vector<std::int32_t> words;
    if (!numbers.empty()) {
      for (const std::int32_t id : ids) words.push_back(numbers[place(id)]);
    }
    return words;
  };
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    const Ids hypothesis = references.present[i] ? hypotheses[i] : Ids();
    one.align(hypothesis, references[i], words_of(hypothesis), words_of(references[i]));
    all.pairs.insert(all.pairs.end(), one.pairs().begin(), one.pairs().end());
    all.offsets.push_back(static_cast<std::int64_t>(all.pairs.size()));
    all.cut.push_back(one.cut());
  }
  return all;
}

}  // namespace steelyard
