// Groups of words that match, pairs mapped so far, and how often pairs cross.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace steelyard {

// A word of the hypothesis and the word of the reference it is mapped to, by position, and the stage that maps them.
struct Mapped {
  std::int32_t hypothesis, reference, stage;
  auto operator<=>(const Mapped&) const = default;
};

inline bool cross(Mapped a, Mapped b) { return (a.hypothesis < b.hypothesis) != (a.reference < b.reference); }

// Words that can be mapped to one another and to no others: a connected part of the graph of possible pairs.
struct MatchGroup {
  std::int32_t stage;
  std::vector<std::int32_t> hypothesis = {}, reference = {};  // ascending positions
  bool alike = false;                                         // whether every word matches every other; if not:
  std::vector<std::uint8_t> possible = {};  // hypothesis × reference; empty if that is too much to hold
  std::vector<Mapped> largest = {};         // some largest mapping
  std::vector<Mapped> listed = {};          // all of them, one after the other, in order; empty if these are too many
  std::vector<Mapped> chosen = {};          // a mapping, if it is settled which

  std::size_t size() const { return alike ? std::min(hypothesis.size(), reference.size()) : largest.size(); }
  bool matches(std::size_t h, std::size_t r) const { return possible[h * reference.size() + r] != 0; }
};

// What is known of an alignment: pairs that are settled, and the groups that have several mappings to choose from, by
// stage and first word. Later stages see nothing of what these leave unmapped, or a mapping of them is chosen.
struct OpenAlignment {
  std::vector<Mapped> settled = {};
  std::vector<MatchGroup> groups = {};
};

// The mappings without crossings of a group where all match all: the k-th word of the text with fewer of them is mapped
// to word k + s of the other, where s < width never falls from one pair to the next.
class OrderedPairs {
 public:
  explicit OrderedPairs(const MatchGroup& group)
      : stage_(group.stage),
        turned_(group.hypothesis.size() > group.reference.size()),
        fewer_(turned_ ? group.reference : group.hypothesis),
        more_(turned_ ? group.hypothesis : group.reference) {}

  std::size_t size() const { return fewer_.size(); }
  std::size_t width() const { return more_.size() - fewer_.size() + 1; }
  std::size_t cells() const { return size() * width(); }
  bool turned() const { return turned_; }
  std::span<const std::int32_t> fewer() const { return fewer_; }
  std::span<const std::int32_t> more() const { return more_; }
  Mapped pair(std::size_t k, std::size_t s) const {
    return turned_ ? Mapped{more_[k + s], fewer_[k], stage_} : Mapped{fewer_[k], more_[k + s], stage_};
  }

 private:
  std::int32_t stage_;
  bool turned_;
  std::span<const std::int32_t> fewer_, more_;
};

// Pairs by position, and what crosses them.
class MappedLines {
 public:
  void reset(std::size_t hypothesis, std::size_t reference);
  void clear() { reset(to_reference_.size(), to_hypothesis_.size()); }
  void add(std::span<const Mapped> pairs);
  void remove(std::span<const Mapped> pairs);
  void add(const MappedLines& others);

  bool empty() const { return pairs_ == 0; }
  std::size_t words() const { return to_reference_.size() + to_hypothesis_.size(); }
  // Of all pairs with one another. Time n log n.
  std::int64_t crossings();
  // Of one more pair. Time n.
  std::int64_t crossings(Mapped pair) const;
  // Adds to the costs of every pair of an ordered mapping (size × width), whose words must not be mapped, its crossings
  // times their weight. Time linear in words and cells.
  void add_crossings(const OrderedPairs& group, std::int64_t weight, std::vector<std::int64_t>& costs);

 private:
  std::vector<std::int32_t> to_reference_, to_hypothesis_;  // -1 for a word that is not mapped
  std::vector<std::int32_t> before_, ends_, begun_;
  std::size_t pairs_ = 0;
};

}  // namespace steelyard
