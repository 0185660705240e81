#include "measures/string_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "errors.hpp"

namespace steelyard {

namespace {

constexpr std::int32_t none = -1;

double mean_best(const auto& sentences) {
  double sum = 0;
  for (const auto& sentence : sentences) sum += sentence.best;
  return sum / static_cast<double>(sentences.size());
}

}  // namespace

StringKernel::StringKernel(const Keys& keys, std::size_t length, double decay, Watch& watch)
    : keys_(keys), length_(length), decay_(decay), watch_(watch), powers_{1.0} {
  std::int32_t highest = none;
  for (std::size_t type = 0; type < keys.size(); ++type) {
    if (!keys[type].empty()) highest = std::max(highest, keys[type].back());
  }
  chains_.assign(static_cast<std::size_t>(highest + 1), none);
  chain_lengths_.assign(chains_.size(), 0);
}

double StringKernel::operator()(Ids left, Ids right) {
  index(right);
  match(left);
  return kernel(0, right.size());
}

std::optional<Coverage> StringKernel::compare(std::span<const Ids> hypothesis, std::span<const Ids> reference) {
  std::vector<Sentence> ours = sentences(hypothesis), theirs = sentences(reference);
  if (theirs.empty()) return std::nullopt;
  if (ours.empty()) return Coverage{};
  std::vector<std::int32_t> text;
  for (const Sentence& sentence : theirs) text.insert(text.end(), sentence.tokens.begin(), sentence.tokens.end());
  index(text);
  for (Sentence& our : ours) {
    match(our.tokens);
    std::size_t first = 0;
    for (Sentence& their : theirs) {
      const double similarity = kernel(first, their.tokens.size()) / std::sqrt(our.itself * their.itself);
      our.best = std::max(our.best, similarity);
      their.best = std::max(their.best, similarity);
      first += their.tokens.size();
    }
  }
  return Coverage{mean_best(ours), mean_best(theirs)};
}

std::vector<StringKernel::Sentence> StringKernel::sentences(std::span<const Ids> text) {
  std::vector<Sentence> kept;
  for (const Ids tokens : text) {
    const double itself = (*this)(tokens, tokens);
    if (itself > 0) kept.push_back({tokens, itself, 0.0});
  }
  return kept;
}

void StringKernel::index(Ids tokens) {
  for (const std::int32_t key : chained_) {
    chains_[static_cast<std::size_t>(key)] = none;
    chain_lengths_[static_cast<std::size_t>(key)] = 0;
  }
  chained_.clear();
  links_.clear();
  // From the end, so that a chain begins with the first place.
  for (std::size_t place = tokens.size(); place-- > 0;) {
    for (const std::int32_t key : keys_[static_cast<std::size_t>(tokens[place])]) {
      std::int32_t& chain = chains_[static_cast<std::size_t>(key)];
      if (chain == none) chained_.push_back(key);
      links_.push_back({static_cast<std::int32_t>(place), chain});
      chain = static_cast<std::int32_t>(links_.size()) - 1;
      ++chain_lengths_[static_cast<std::size_t>(key)];
    }
  }
  shared_.assign(tokens.size(), 0);
  columns_.assign(tokens.size(), none);
  while (powers_.size() <= tokens.size()) powers_.push_back(powers_.back() * decay_);
}

// Pairs of tokens are counted once for each key they share, so never too low.
void StringKernel::check_cells(Ids sentence) const {
  std::size_t cells = 0;
  for (const std::int32_t type : sentence) {
    for (const std::int32_t key : keys_[static_cast<std::size_t>(type)]) {
      cells += static_cast<std::size_t>(chain_lengths_[static_cast<std::size_t>(key)]);
    }
  }
  check_table(cells * sizeof(Cell), sentence.size(), columns_.size());
}

void StringKernel::match(Ids sentence) {
  check_cells(sentence);
  cells_.clear();
  cursors_.clear();
  ends_.clear();
  for (const std::int32_t type : sentence) {
    touched_.clear();
    for (const std::int32_t key : keys_[static_cast<std::size_t>(type)]) {
      for (std::int32_t l = chains_[static_cast<std::size_t>(key)]; l != none;
           l = links_[static_cast<std::size_t>(l)].next) {
        const std::int32_t place = links_[static_cast<std::size_t>(l)].place;
        if (shared_[static_cast<std::size_t>(place)]++ == 0) touched_.push_back(place);
      }
    }
    if (!std::ranges::is_sorted(touched_)) std::ranges::sort(touched_);
    watch_.steps(1 + touched_.size());
    cursors_.push_back(cells_.size());
    for (const std::int32_t place : touched_) {
      cells_.push_back({place, std::exchange(shared_[static_cast<std::size_t>(place)], 0)});
    }
    ends_.push_back(cells_.size());
  }
  while (powers_.size() <= sentence.size()) powers_.push_back(powers_.back() * decay_);
}

// The kernel of the matched sentence and the sentence at first … first + size - 1 of the indexed text, whose sentences
// are taken in their order.
double StringKernel::kernel(std::size_t first, std::size_t size) {
  take_rows(first + size);
  if (length_ == 1) {
    double total = 0;
    for (const Row& row : rows_) {
      watch_.steps(row.cells.size());
      for (const Cell& cell : row.cells) total += cell.shared;
    }
    return total;
  }
  number_columns(first, size);
  above_.assign((length_ - 1) * near_.size(), 0.0);
  double total = 0;
  std::size_t before = 0;
  for (const Row& row : rows_) {
    found_.clear();
    for (const Cell& cell : row.cells) {
      found_.push_back(cell.shared);
      total += cell.shared;
    }
    // Nothing is above the first row, whatever the gap.
    const std::size_t gap = row.number == before ? 1 : row.number - before;
    for (std::size_t m = 1; m < length_; ++m) {
      total += lengthen(row, std::span(above_).subspan((m - 1) * near_.size(), near_.size()), gap);
    }
    before = row.number;
  }
  return total;
}

void StringKernel::take_rows(std::size_t end) {
  rows_.clear();
  watch_.steps(cursors_.size());
  for (std::size_t number = 0; number < cursors_.size(); ++number) {
    const std::size_t begin = cursors_[number];
    std::size_t& cursor = cursors_[number];
    while (cursor < ends_[number] && static_cast<std::size_t>(cells_[cursor].place) < end) ++cursor;
    if (cursor > begin) rows_.push_back({number, std::span<const Cell>(cells_).subspan(begin, cursor - begin)});
  }
}

void StringKernel::number_columns(std::size_t first, std::size_t size) {
  const std::span<std::int32_t> columns = std::span(columns_).subspan(first, size);
  std::ranges::fill(columns, none);
  for (const Row& row : rows_) {
    for (const Cell& cell : row.cells) columns_[static_cast<std::size_t>(cell.place)] = 0;
  }
  near_.clear();
  far_.clear();
  std::size_t before = 0;
  for (std::size_t place = 0; place < size; ++place) {
    if (columns[place] == none) continue;
    columns[place] = static_cast<std::int32_t>(near_.size());
    const std::size_t gap = near_.empty() ? 1 : place - before;
    near_.push_back(powers_[gap - 1]);
    far_.push_back(powers_[gap]);
    before = place;
  }
}

// From K_m in found_ to K_{m+1}, whose sum is returned. above[c] is Σ_{i'} λ^(i-i') K_m(i',c) down to the row before.
double StringKernel::lengthen(const Row& row, std::span<double> above, std::size_t gap) {
  watch_.steps(above.size());
  const double near = powers_[gap - 1], far = powers_[gap];
  double total = 0, left = 0;
  std::size_t n = 0;
  for (std::size_t column = 0; column < above.size(); ++column) {
    const double sum = above[column];
    above[column] = far * sum;
    if (n < row.cells.size() &&
        columns_[static_cast<std::size_t>(row.cells[n].place)] == static_cast<std::int32_t>(column)) {
      above[column] += found_[n];
      found_[n] = row.cells[n].shared * near_[column] * left;
      total += found_[n++];
    }
    left = far_[column] * left + near * sum;
  }
  return total;
}

namespace {

void check_types(const Tokens& tokens, const Keys& keys) {
  for (const std::int32_t id : tokens.ids) {
    if (id < 0 || static_cast<std::size_t>(id) >= keys.size()) throw std::invalid_argument("a token without keys");
  }
}

std::span<const Ids> sentences_of(const SentenceRows& text, std::vector<Ids>& held) {
  held.clear();
  for (std::size_t s = 0; s < text.size(); ++s) held.push_back(text[s]);
  return held;
}

}  // namespace

std::vector<double> string_kernels(const Tokens& left, const Tokens& right, const Keys& keys, std::size_t length,
                                   double decay, const Stop* stop) {
  check_same_size(left, right);
  for (const Tokens* tokens : {&left, &right}) check_types(*tokens, keys);
  std::vector<double> out(left.size());
  Watch watch(stop);
  StringKernel kernel(keys, length, decay, watch);
  for (std::size_t i = 0; i < out.size(); ++i) {
    in_segment(i, [&] { out[i] = kernel(left[i], right[i]); });
  }
  return out;
}

std::vector<double> kernel_coverages(const SentenceTexts& hypotheses, const SentenceTexts& references, const Keys& keys,
                                     std::size_t length, double decay, const Stop* stop) {
  for (const SentenceTexts* texts : {&hypotheses, &references}) check_types(texts->sentences(), keys);
  if (hypotheses.size() != references.size()) {
    throw std::invalid_argument("hypotheses and references differ in number");
  }
  std::vector<double> out(hypotheses.size() * 2, std::numeric_limits<double>::quiet_NaN());
  Watch watch(stop);
  StringKernel kernel(keys, length, decay, watch);
  std::vector<Ids> ours, theirs;
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    in_segment(i, [&] {
      const auto found = kernel.compare(sentences_of(hypotheses[i], ours), sentences_of(references[i], theirs));
      if (!found) return;
      out[i * 2] = found->precision;
      out[i * 2 + 1] = found->recall;
    });
  }
  return out;
}

}  // namespace steelyard
