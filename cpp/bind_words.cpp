// Bindings of what happens to words once they are cut: lists, stems, rewritings; and to texts before: limits.
#include "bind.hpp"
#include "limits.hpp"
#include "porter.hpp"
#include "rewriting.hpp"

namespace steelyard {

namespace {

std::string_view utf8(nb::handle word) {
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(word.ptr(), &size);
  if (!bytes) throw nb::python_error();
  return {bytes, static_cast<std::size_t>(size)};
}

}  // namespace

void bind_words(nb::module_& m) {
  m.def("porter_dialects", &porter_dialects);
  m.def("porter_stems",
        [](const std::vector<std::string>& words, const std::string& dialect) {
          Porter stem(dialect);
          std::vector<std::string> out;
          out.reserve(words.size());
          for (const std::string& word : words) out.emplace_back(stem(word));
          return out;
        },
        "words"_a, "dialect"_a, "Stem of each word by a dialect of Porter's algorithm.");
  nb::class_<WordMap>(m, "WordMap", "Words and what each becomes.")
      .def("__init__", [](WordMap* self, const nb::dict& entries) {
        new (self) WordMap();
        self->reserve(entries.size());
        for (const auto& [word, becomes] : entries) self->emplace(utf8(word), utf8(becomes));
      }, "entries"_a, nb::sig("def __init__(self, entries: dict[str, str]) -> None"))
      .def("__len__", [](const WordMap& words) { return words.size(); });
  nb::class_<Rewriting>(m, "Rewriting", "Replaces each type by a sequence of types.")
      .def(nb::init<const std::vector<std::vector<std::string>>&>(), "targets"_a)
      .def(nb::init<const Vocabulary&, const WordMap&, const WordMap&, const std::string&>(), "vocabulary"_a, "stop"_a,
           "exceptions"_a, "stem"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("apply", &Rewriting::apply, "tokens"_a, nb::call_guard<nb::gil_scoped_release>());
  m.def("limited",
        [](const nb::bytes& data, const Positions& starts, const Positions& ends, std::int64_t words, std::int64_t bytes,
           std::int64_t line_bytes) {
          const TextRows rows = rows_of(data, starts, ends);
          std::vector<std::int64_t> out;
          {
            nb::gil_scoped_release release;
            out = limited(rows, {words, bytes, line_bytes});
          }
          return array1(std::move(out));
        },
        "data"_a, "starts"_a, "ends"_a, "words"_a, "bytes"_a, "line_bytes"_a = 0,
        "Where each text ends once it is cut short; 0 is no limit.");
}

}  // namespace steelyard
