#include "measures/alignments/beam_alignment.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <utility>

namespace steelyard {

namespace {

constexpr std::int32_t kNone = -1;
constexpr std::int64_t kExact = std::int64_t{1} << 32;

std::size_t place(std::int32_t position) { return static_cast<std::size_t>(position); }

}  // namespace

BeamAlignment::BeamAlignment(std::vector<const Keys*> stages, std::int32_t exact, std::size_t beam, Watch& watch)
    : stages_(std::move(stages)), exact_(exact), beam_(beam), watch_(watch) {
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

void BeamAlignment::align(Ids hypothesis, Ids reference) {
  find_matches(hypothesis, reference);
  blocks_ = hypothesis.size() / 64 + 1;
  links_.clear();
  pairs_.clear();
  paths_.assign(1, {{0, 0}, kNone, kNone, 0});
  used_.assign(blocks_, 0);
  cut_ = false;
  fix_certain_matches();
  for (std::size_t j = 0; j < reference.size(); ++j) {
    const auto word = static_cast<std::int32_t>(j);
    if (certain_[j] || matches_of(j).empty()) {
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
  certain_.assign(reference.size(), 0);
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
  for (std::size_t j = 0; j < certain_.size(); ++j) {
    if (matches_of(j).size() != 1) continue;
    const Match& match = matches_of(j).front();
    const auto i = place(match.hypothesis);
    if (partners_[i] != 1) continue;
    certain_[j] = 1;
    pairs_.push_back({match.hypothesis, static_cast<std::int32_t>(j), match.stage});
    used_[i / 64] |= std::uint64_t{1} << (i % 64);
  }
}

BeamAlignment::Rank BeamAlignment::matched(const Path& path, const Match& match) const {
  Rank rank = path.rank;
  rank.quality -= match.stage == exact_ ? kExact : 0;
  rank.quality += path.next != kNone && path.next != match.hypothesis;
  return rank;
}

// A word with a certain match, or with none, gives no choice.
void BeamAlignment::advance_paths(std::int32_t word) {
  watch_.steps(paths_.size());
  for (Path& path : paths_) {
    if (certain_[place(word)]) {
      const Match& match = matches_of(place(word)).front();
      path.rank = matched(path, match);
      path.rank.distance += std::abs(word - match.hypothesis);
      path.next = match.hypothesis + 1;
    } else {
      path.rank.quality += path.next != kNone;
      path.next = kNone;
    }
  }
  if (!std::ranges::is_sorted(paths_, {}, &Path::rank)) std::ranges::stable_sort(paths_, {}, &Path::rank);
}

void BeamAlignment::extend_paths(std::int32_t word) {
  const std::vector<Match>& matches = matches_of(place(word));
  steps_.clear();
  found_ = 0;
  for (std::size_t p = 0; p < paths_.size(); ++p) {
    Path& path = paths_[p];
    watch_.steps(matches.size() + 1);
    for (std::size_t m = 0; m < matches.size(); ++m) {
      if (is_used(path, matches[m].hypothesis)) continue;
      add_step(p, static_cast<std::int32_t>(m), matched(path, matches[m]));
      path.rank.distance += std::abs(word - matches[m].hypothesis);
    }
    Rank skipped = path.rank;
    skipped.quality += path.next != kNone;
    add_step(p, kNone, skipped);
  }
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
    if (step.match == kNone) {
      next_paths_.push_back({step.rank, kNone, path.link, used});
      continue;
    }
    const auto [hypothesis, stage] = matches_of(place(word))[place(step.match)];
    next_used_[used + place(hypothesis) / 64] |= std::uint64_t{1} << (hypothesis % 64);
    links_.push_back({{hypothesis, word, stage}, path.link});
    next_paths_.push_back({step.rank, hypothesis + 1, static_cast<std::int32_t>(links_.size() - 1), used});
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
                                std::int32_t exact, std::size_t beam, const Stop* stop) {
  check_stages(hypotheses, references, stages);
  UnigramAlignments all;
  Watch watch(stop);
  BeamAlignment one(std::move(stages), exact, std::max<std::size_t>(beam, 1), watch);
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    one.align(references.present[i] ? hypotheses[i] : Ids(), references[i]);
    all.pairs.insert(all.pairs.end(), one.pairs().begin(), one.pairs().end());
    all.offsets.push_back(static_cast<std::int64_t>(all.pairs.size()));
    all.cut.push_back(one.cut());
  }
  return all;
}

}  // namespace steelyard
