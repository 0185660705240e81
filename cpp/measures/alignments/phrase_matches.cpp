#include "measures/alignments/phrase_matches.hpp"

namespace steelyard {

void PhraseMatches::find(Ids hypothesis, Ids reference) {
  find_phrases(hypothesis, hypothesis_);
  find_phrases(reference, reference_);
  find_partners(hypothesis_, reference_);
  find_partners(reference_, hypothesis_);
  counts_.assign(reference.size(), 0);
  paraphrased_.assign(reference_.nodes.size(), {});
  stamps_.assign(reference_.nodes.size(), -1);
  for (std::int32_t n = 0; static_cast<std::size_t>(n) < hypothesis_.nodes.size(); ++n) {
    for (const std::int32_t partner : hypothesis_.partners_of(n)) {
      paraphrased_[static_cast<std::size_t>(partner)].push_back(n);
      add_cover(n, partner);
    }
  }
  for (std::int32_t n = 0; static_cast<std::size_t>(n) < reference_.nodes.size(); ++n) {
    for (const std::int32_t partner : reference_.partners_of(n)) add_cover(partner, n);
  }
}

void PhraseMatches::find_phrases(Ids text, Phrases& phrases) {
  phrases.begun.clear();
  phrases.offsets.assign(1, 0);
  Places& sizes = begins_;  // of what is begun
  sizes.clear();
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::int32_t node = Paraphrases::kRoot;
    for (std::size_t end = i; end < text.size() && text[end] >= 0; ++end) {
      node = table_.step(node, text[end]);
      if (node == Paraphrases::kNone) break;
      if (!table_.is_phrase(node)) continue;
      phrases.begun.push_back(node);
      sizes.push_back(static_cast<std::int32_t>(end + 1 - i));
    }
    phrases.offsets.push_back(phrases.begun.size());
  }
  phrases.number.reset(phrases.begun.size());
  phrases.nodes.clear();
  phrases.words.clear();
  phrases.places.clear();
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (std::size_t b = phrases.offsets[i]; b < phrases.offsets[i + 1]; ++b) {
      std::int32_t& number = phrases.number[phrases.begun[b]];
      if (number == 0) {
        phrases.nodes.push_back(phrases.begun[b]);
        phrases.words.push_back(sizes[b]);
        phrases.places.emplace_back();
        number = static_cast<std::int32_t>(phrases.nodes.size());
      }
      phrases.begun[b] = number - 1;
      phrases.places[static_cast<std::size_t>(number - 1)].push_back(static_cast<std::int32_t>(i));
    }
  }
  phrases.cover.assign(text.size(), 0);
}

void PhraseMatches::find_partners(Phrases& phrases, const Phrases& others) {
  phrases.partners.assign(phrases.nodes.size(), {});
  for (std::size_t n = 0; n < phrases.nodes.size(); ++n) {
    watch_.steps(table_.of(phrases.nodes[n]).size() + 1);
    for (const std::int32_t paraphrase : table_.of(phrases.nodes[n])) {
      if (const std::int32_t number = others.number.find(paraphrase); number > 0) {
        phrases.partners[n].push_back(number - 1);
      }
    }
  }
}

// Every occurrence of the one matches every occurrence of the other.
void PhraseMatches::add_cover(std::int32_t of_hypothesis, std::int32_t of_reference) {
  const Places &starts = hypothesis_.places_of(of_hypothesis), &others = reference_.places_of(of_reference);
  watch_.steps(starts.size() + others.size());
  const auto cover = [](Phrases& phrases, std::int32_t phrase, const Places& places, std::size_t times) {
    for (const std::int32_t place : places) {
      for (std::int32_t k = 0; k < phrases.size_of(phrase); ++k) {
        phrases.cover[static_cast<std::size_t>(place + k)] += static_cast<std::int64_t>(times);
      }
    }
  };
  cover(hypothesis_, of_hypothesis, starts, others.size());
  cover(reference_, of_reference, others, starts.size());
  for (const std::int32_t j : others) counts_[static_cast<std::size_t>(j)] += static_cast<std::int64_t>(starts.size());
}

void PhraseMatches::find_begins(std::size_t word) {
  begins_.clear();
  for (const std::int32_t phrase : reference_.at(word)) {
    stamps_[static_cast<std::size_t>(phrase)] = static_cast<std::int32_t>(word);
    for (const std::int32_t other : paraphrased_[static_cast<std::size_t>(phrase)]) {
      const Places& places = hypothesis_.places_of(other);
      begins_.insert(begins_.end(), places.begin(), places.end());
    }
  }
  std::ranges::sort(begins_);
  begins_.erase(std::unique(begins_.begin(), begins_.end()), begins_.end());
}

}  // namespace steelyard
