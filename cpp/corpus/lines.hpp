// Finding the lines of a UTF-8 file block by block, and everything about them that may need a word to the user.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard {

// Holds no more of a line that has not ended than a limit, and 1 MiB if it has a NUL.
class LineScanner {
 public:
  // Lines may have so many bytes; 0 is no limit.
  explicit LineScanner(std::size_t most = 0) : most_(most) {}

  // Once a line that has not ended is beyond the limit, or is none of text, nothing more is taken: `ended`.
  void feed(std::string_view block);
  void finish();

  std::vector<std::int64_t> starts;                   // where each line begins in the file
  std::vector<std::int64_t> blanks;                   // lines of white space only
  std::int64_t size = 0;                              // bytes read
  std::int64_t invalid_line = -1, invalid_byte = -1;  // first line that is no UTF-8, and its first bad byte, from 1
  std::int64_t nul_line = -1;
  std::int64_t carriage_return_line = -1;  // first line that ends in CRLF
  std::int64_t lone_return_line = -1;      // first line with a carriage return that no line feed follows
  std::int64_t longest = 0, longest_line = -1;
  bool has_bom = false;
  bool ended = false;

 private:
  void line(std::string_view text, bool ended);

  void keep(std::string_view part);

  std::size_t most_;
  std::string partial_;
  std::int64_t next_ = 0;  // where the line after the last one begins
};

// Position of the first byte that is not valid UTF-8, or npos.
std::size_t find_invalid_utf8(std::string_view text);

}  // namespace steelyard
