// How long work is stopped before its end: a flag that another thread sets, and steps that are counted between looks.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <exception>

namespace steelyard {

// Thrown where work finds that it is to stop; it reaches Python as a Stopped.
struct Stopped : std::exception {
  const char* what() const noexcept override { return "the work was stopped before its end"; }
};

// Set by one thread, looked at by any number of others.
class Stop {
 public:
  Stop() = default;
  virtual ~Stop() = default;
  Stop(const Stop&) = delete;
  Stop& operator=(const Stop&) = delete;

  void set() { set_.store(true, std::memory_order_relaxed); }

  // Throws Stopped once it is set.
  virtual void look() const {
    looks_.fetch_add(1, std::memory_order_relaxed);
    if (set_.load(std::memory_order_relaxed)) throw Stopped();
  }
  // How often it was looked at.
  std::int64_t looks() const { return looks_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> set_{false};
  mutable std::atomic<std::int64_t> looks_{0};
};

// Counts the steps of a kernel, that is rounds of its innermost loops, and looks at the flag with the first and then at
// least once in 2²² of them; so loops of more than 2²¹ rounds are counted in parts. Not to be shared between threads.
class Watch {
 public:
  static constexpr std::size_t kMostBetween = std::size_t{1} << 22;

  // Without a flag nothing can stop the work.
  explicit Watch(const Stop* stop) : stop_(stop) {}

  // So many steps follow. Throws Stopped.
  void steps(std::size_t count) {
    if (count < left_) {
      left_ -= count;
      return;
    }
    left_ = kMostBetween / 2;
    if (stop_) stop_->look();
  }

 private:
  const Stop* stop_;
  std::size_t left_ = 0;
};

// Sorts, a comparison being a step. What is sorted in few steps is not slowed down by counting them.
template <class Values, class Less>
void sort_watched(Values& values, Less less, Watch& watch) {
  const std::size_t size = values.size(), steps = 2 * size * static_cast<std::size_t>(std::bit_width(size));
  if (steps <= Watch::kMostBetween / 2) {
    watch.steps(steps);
    std::ranges::sort(values, less);
    return;
  }
  std::ranges::sort(values, [&](const auto& a, const auto& b) {
    watch.steps(1);
    return less(a, b);
  });
}

}  // namespace steelyard
