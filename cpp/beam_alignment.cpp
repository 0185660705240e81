#include "beam_alignment.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace steelyard {

namespace {

constexpr std::int32_t kNone = -1;

std::size_t place(std::int32_t position) { return static_cast<std::size_t>(position); }

// A bit for each key; words that share a key share a bit.
std::uint64_t signature_of(Ids keys) {
  std::uint64_t bits = 0;
  for (const std::int32_t key : keys) bits |= std::uint64_t{1} << (static_cast<std::uint32_t>(key) * 2654435769u >> 26);
  return bits;
}

}  // namespace

void BeamAlignment::align(Ids hypothesis, Ids reference) {
  find_matches(hypothesis, reference);
  blocks_ = hypothesis.size() / 64 + 1;
  links_.clear();
  paths_.assign(1, {{0, 0, 0}, kNone, kNone});
  used_.assign(blocks_, 0);
  cut_ = false;
  fix_certain_matches();
  for (std::size_t word = 0; word < reference.size(); ++word) {
    extend_paths(static_cast<std::int32_t>(word));
    keep_best_steps(static_cast<std::int32_t>(word));
  }
  pairs_.clear();
  for (std::int32_t link = best_path().link; link != kNone; link = links_[place(link)].before) {
    pairs_.push_back(links_[place(link)].pair);
  }
  std::ranges::sort(pairs_, {}, &AlignedPair::hypothesis);
}

void BeamAlignment::find_matches(Ids hypothesis, Ids reference) {
  if (matches_.size() < reference.size()) matches_.resize(reference.size());
  for (std::size_t j = 0; j < reference.size(); ++j) matches_[j].clear();
  partners_.assign(hypothesis.size(), 0);
  const bool equal = std::ranges::equal(hypothesis, reference);
  const auto used = static_cast<std::int32_t>(equal ? std::min<std::size_t>(stages_.size(), 1) : stages_.size());
  for (std::int32_t stage = 0; stage < used; ++stage) add_matches(hypothesis, reference, stage);
  certain_.assign(reference.size(), 0);
}

void BeamAlignment::add_matches(Ids hypothesis, Ids reference, std::int32_t stage) {
  const Keys& keys = *stages_[place(stage)];
  const auto keys_of = [&keys](std::int32_t id) { return keys[place(id)]; };
  if (stage != exact_) {
    signatures_.clear();
    for (const std::int32_t id : hypothesis) signatures_.push_back(signature_of(keys_of(id)));
  }
  for (std::size_t j = 0; j < reference.size(); ++j) {
    const std::uint64_t signature = stage == exact_ ? 0 : signature_of(keys_of(reference[j]));
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
      const bool same = hypothesis[i] == reference[j];
      const bool matches = stage == exact_ ? same
                                           : !same && (signature & signatures_[i]) != 0 &&
                                                 common_keys(keys_of(hypothesis[i]), keys_of(reference[j])) > 0;
      if (!matches) continue;
      matches_[j].push_back({static_cast<std::int32_t>(i), stage});
      ++partners_[i];
    }
  }
}

// The words of certain matches are used from the start.
void BeamAlignment::fix_certain_matches() {
  for (std::size_t j = 0; j < certain_.size(); ++j) {
    if (matches_[j].size() != 1) continue;
    const auto i = place(matches_[j].front().hypothesis);
    if (partners_[i] != 1) continue;
    certain_[j] = 1;
    used_[i / 64] |= std::uint64_t{1} << (i % 64);
  }
}

BeamAlignment::Rank BeamAlignment::matched(const Path& path, const Match& match) const {
  Rank rank = path.rank;
  rank.not_exact -= match.stage == exact_;
  rank.chunks += path.next != kNone && path.next != match.hypothesis;
  return rank;
}

void BeamAlignment::extend_paths(std::int32_t word) {
  const std::vector<Match>& matches = matches_[place(word)];
  steps_.clear();
  for (std::size_t p = 0; p < paths_.size(); ++p) {
    Path& path = paths_[p];
    if (certain_[place(word)]) {
      path.rank.distance += std::abs(word - matches.front().hypothesis);
      add_step(p, 0, matched(path, matches.front()));
      continue;
    }
    for (std::size_t m = 0; m < matches.size(); ++m) {
      if (is_used(p, matches[m].hypothesis)) continue;
      add_step(p, static_cast<std::int32_t>(m), matched(path, matches[m]));
      path.rank.distance += std::abs(word - matches[m].hypothesis);
    }
    Rank skipped = path.rank;
    skipped.chunks += path.next != kNone;
    add_step(p, kNone, skipped);
  }
}

void BeamAlignment::keep_best_steps(std::int32_t word) {
  if (steps_.size() > beam_) {
    const auto end = steps_.begin() + static_cast<std::ptrdiff_t>(beam_);
    std::nth_element(steps_.begin(), end, steps_.end());
    steps_.resize(beam_);
    cut_ = true;
  }
  std::ranges::sort(steps_, std::less<Step>{});
  next_paths_.clear();
  next_used_.resize(steps_.size() * blocks_);
  for (std::size_t s = 0; s < steps_.size(); ++s) {
    const Step& step = steps_[s];
    const Path& path = paths_[place(step.path)];
    std::uint64_t* const used = &next_used_[s * blocks_];
    std::copy_n(&used_[place(step.path) * blocks_], blocks_, used);
    if (step.match == kNone) {
      next_paths_.push_back({step.rank, kNone, path.link});
      continue;
    }
    const auto [hypothesis, stage] = matches_[place(word)][place(step.match)];
    used[place(hypothesis) / 64] |= std::uint64_t{1} << (hypothesis % 64);
    links_.push_back({{hypothesis, word, stage}, path.link});
    next_paths_.push_back({step.rank, hypothesis + 1, static_cast<std::int32_t>(links_.size() - 1)});
  }
  std::swap(paths_, next_paths_);
  std::swap(used_, next_used_);
}

// The last chunks are closed before the paths are compared for the last time.
const BeamAlignment::Path& BeamAlignment::best_path() {
  for (Path& path : paths_) path.rank.chunks += path.next != kNone;
  return *std::ranges::min_element(paths_, {}, &Path::rank);
}

UnigramAlignments align_by_beam(const Tokens& hypotheses, const Tokens& references, std::vector<const Keys*> stages,
                                std::int32_t exact, std::size_t beam) {
  UnigramAlignments all;
  BeamAlignment one(std::move(stages), exact, beam);
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    one.align(references.present[i] ? hypotheses[i] : Ids(), references[i]);
    all.pairs.insert(all.pairs.end(), one.pairs().begin(), one.pairs().end());
    all.offsets.push_back(static_cast<std::int64_t>(all.pairs.size()));
    all.cut.push_back(one.cut());
  }
  return all;
}

}  // namespace steelyard
