#include "text/paraphrases.hpp"

#include <charconv>
#include <stdexcept>

#include "corpus/lines.hpp"
#include "hashing.hpp"

namespace steelyard {

namespace {

constexpr std::string_view kSpace = " \t\r\f";
constexpr std::size_t kMostPairs = std::size_t{1} << 28;

bool is_number(std::string_view line) {
  const std::size_t first = line.find_first_not_of(kSpace), last = line.find_last_not_of(kSpace);
  if (first == std::string_view::npos) return false;
  double value = 0;
  const char* const end = line.data() + last + 1;
  const auto [stopped, error] = std::from_chars(line.data() + first, end, value);
  return stopped == end && (error == std::errc() || error == std::errc::result_out_of_range);
}

}  // namespace

Paraphrases::Paraphrases() : slots_(1 << 12, Slot{kNone, kNone, kNone}), is_phrase_(1, 0) {}

void Paraphrases::add(std::string_view block) {
  while (!block.empty()) {
    const std::size_t end = block.find('\n');
    const std::string_view line = block.substr(0, end);
    if (rest_.size() + line.size() > kMostBytes) refuse(lines_ + 1, "the line is too long for a phrase");
    if (end == std::string_view::npos) {
      rest_ += line;
      return;
    }
    if (rest_.empty()) {
      take_line(line);
    } else {
      rest_ += line;
      take_line(rest_);
      rest_.clear();
    }
    block.remove_prefix(end + 1);
  }
}

void Paraphrases::take_line(std::string_view line) {
  ++lines_;
  if (lines_ % 3 == 1) {
    if (!is_number(line)) refuse(lines_, "expected a number");
    return;
  }
  const std::int32_t node = phrase(line);
  is_phrase_[static_cast<std::size_t>(node)] = 1;
  if (lines_ % 3 == 2) {
    phrase_ = node;
    return;
  }
  if (read_.size() == kMostPairs) refuse(lines_, "more pairs of phrases than can be held");
  read_.emplace_back(phrase_, node);
}

std::int32_t Paraphrases::phrase(std::string_view line) {
  if (find_invalid_utf8(line) != std::string_view::npos) refuse(lines_, "not UTF-8");
  std::int32_t node = kRoot;
  std::size_t words = 0;
  for (std::size_t at = line.find_first_not_of(kSpace); at != std::string_view::npos; ++words) {
    if (words == kMostWords) refuse(lines_, "a phrase of more than " + std::to_string(kMostWords) + " words");
    const std::size_t end = std::min(line.find_first_of(kSpace, at), line.size());
    node = grown(node, words_.intern(line.substr(at, end - at)));
    at = line.find_first_not_of(kSpace, end);
  }
  if (words == 0) refuse(lines_, "expected a phrase");
  return node;
}

std::size_t Paraphrases::place_of(std::int32_t node, std::int32_t word) const {
  const std::uint64_t key = std::uint64_t{static_cast<std::uint32_t>(node)} << 32 | static_cast<std::uint32_t>(word);
  const std::size_t mask = slots_.size() - 1;
  std::size_t place = mix(key) & mask;
  while (slots_[place].node != kNone && (slots_[place].parent != node || slots_[place].word != word)) {
    place = (place + 1) & mask;
  }
  return place;
}

std::int32_t Paraphrases::step(std::int32_t node, std::int32_t word) const { return slots_[place_of(node, word)].node; }

std::int32_t Paraphrases::grown(std::int32_t node, std::int32_t word) {
  const std::size_t place = place_of(node, word);
  if (slots_[place].node != kNone) return slots_[place].node;
  const auto leaf = static_cast<std::int32_t>(is_phrase_.size());
  slots_[place] = {node, word, leaf};
  is_phrase_.push_back(0);
  if (is_phrase_.size() * 4 > slots_.size() * 3) enlarge();
  return leaf;
}

void Paraphrases::enlarge() {
  std::vector<Slot> before(slots_.size() * 2, Slot{kNone, kNone, kNone});
  std::swap(before, slots_);
  for (const Slot& slot : before) {
    if (slot.node != kNone) slots_[place_of(slot.parent, slot.word)] = slot;
  }
}

void Paraphrases::finish() {
  if (!rest_.empty()) take_line(rest_);
  if (lines_ == 0) refuse(1, "the table is empty");
  if (lines_ % 3 != 0) refuse(lines_, "the table ends within three lines: number, phrase, paraphrase");
  pairs_ = read_.size();
  offsets_.assign(is_phrase_.size() + 1, 0);
  for (const auto& [phrase, paraphrase] : read_) ++offsets_[static_cast<std::size_t>(phrase) + 1];
  for (std::size_t n = 1; n < offsets_.size(); ++n) offsets_[n] += offsets_[n - 1];
  paraphrases_.resize(pairs_);
  std::vector<std::uint32_t> next(offsets_.begin(), offsets_.end() - 1);
  for (const auto& [phrase, paraphrase] : read_) paraphrases_[next[static_cast<std::size_t>(phrase)]++] = paraphrase;
  refuse_twice();
  read_ = {};
  is_phrase_.shrink_to_fit();
}

// METEOR would match such a pair twice; in its own tables there is none.
void Paraphrases::refuse_twice() const {
  std::vector<std::int32_t> seen_with(is_phrase_.size(), kNone);
  for (std::int32_t node = 0; static_cast<std::size_t>(node) < is_phrase_.size(); ++node) {
    for (const std::int32_t paraphrase : of(node)) {
      if (seen_with[static_cast<std::size_t>(paraphrase)] == node) {
        std::size_t pair = read_.size();
        while (read_[--pair] != std::pair(node, paraphrase)) continue;
        refuse(3 * pair + 2, "this phrase and its paraphrase are there already");
      }
      seen_with[static_cast<std::size_t>(paraphrase)] = node;
    }
  }
}

void Paraphrases::refuse(std::size_t line, const std::string& why) const {
  throw std::invalid_argument("line " + std::to_string(line) + ": " + why);
}

std::vector<std::int32_t> Paraphrases::words_of(const Vocabulary& types) const {
  std::vector<std::int32_t> words;
  for (std::size_t t = 0; t < types.size(); ++t) words.push_back(words_.find(types[t]));
  return words;
}

}  // namespace steelyard
