// Bindings of text/: sentences, tokens, and what becomes of words once they are cut.
#include <stdexcept>
#include <string>
#include <string_view>

#include "bind/bind.hpp"
#include "text/keys.hpp"
#include "text/limits.hpp"
#include "text/paraphrases.hpp"
#include "text/porter.hpp"
#include "text/rewriting.hpp"
#include "text/sentences.hpp"
#include "text/tokenise.hpp"
#include "text/tokens.hpp"

namespace steelyard {

namespace {

nb::tuple sentence_bounds(const nb::bytes& data, const Positions& starts, const Positions& ends,
                          const std::string& rule) {
  SentenceBounds found = released([&] { return sentences(rows_of(data, starts, ends), rule); });
  return nb::make_tuple(array1(std::move(found.starts)), array1(std::move(found.ends)),
                        array1(std::move(found.offsets)));
}

Array<std::int64_t, 1> limited_ends(const nb::bytes& data, const Positions& starts, const Positions& ends,
                                    std::int64_t words, std::int64_t bytes, std::int64_t line_bytes) {
  return array1(released([&] { return limited(rows_of(data, starts, ends), {words, bytes, line_bytes}); }));
}

Tokens tokenised(const nb::bytes& data, const Positions& starts, const Positions& ends, const std::string& tokeniser,
                 bool fold, std::shared_ptr<Vocabulary> vocabulary) {
  return released([&] { return tokenise(rows_of(data, starts, ends), tokeniser, fold, std::move(vocabulary)); });
}

Tokens characters(const nb::bytes& data, const Positions& starts, const Positions& ends, bool fold, bool keep_space) {
  return released([&] { return code_points(rows_of(data, starts, ends), fold, keep_space); });
}

Tokens taken_rows(const Tokens& tokens, const Positions& rows) {
  return released([&] { return taken(tokens, span_of(rows)); });
}

nb::list strings(const Vocabulary& vocabulary) {
  nb::list out;
  for (std::size_t t = 0; t < vocabulary.size(); ++t) out.append(nb::str(vocabulary[t].data(), vocabulary[t].size()));
  return out;
}

std::string_view utf8(nb::handle word) {
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(word.ptr(), &size);
  if (!bytes) throw nb::python_error();
  return {bytes, static_cast<std::size_t>(size)};
}

void make_word_map(WordMap* self, const nb::dict& entries) {
  new (self) WordMap();
  self->reserve(entries.size());
  for (const auto& [word, becomes] : entries) self->emplace(utf8(word), utf8(becomes));
}

void make_keys(Keys* self, const Positions& offsets, const Given<std::int32_t, 1>& keys) {
  new (self) Keys(span_of(offsets), span_of(keys));
}

void bind_tokens(nb::module_& m) {
  nb::class_<Vocabulary>(m, "Vocabulary", "Token strings with ids in order of first appearance.")
      .def(nb::init<>())
      .def("__len__", &Vocabulary::size)
      .def("types", &strings, nb::sig("def types(self) -> list[str]"));
  nb::class_<Tokens>(m, "Tokens", "Texts as rows of token ids.")
      .def("__len__", &Tokens::size)
      .def(
          "row",
          [](const Tokens& t, std::size_t i) {
            if (i >= t.size()) throw nb::index_error();
            // measures go through rows in Python, too, and then have no kernel that looks
            OfThread().look();
            return std::vector<std::int32_t>(t[i].begin(), t[i].end());
          },
          "index"_a, "The ids of a text. Raises Stopped once the flag is set under which this thread works.")
      .def(
          "lengths", [](const Tokens& t) { return array1(lengths(t)); }, "Tokens per row, boundaries not counted.")
      .def(
          "present", [](const Tokens& t) { return array1(std::vector(t.present)); }, "1 where the text was not blank.")
      .def(
          "types", [](const Tokens& t) { return t.vocabulary ? strings(*t.vocabulary) : nb::list(); },
          nb::sig("def types(self) -> list[str]"),
          "The strings of the vocabulary; a token is the number of its string.")
      .def("enclosed", &enclosed, "begin"_a, "end"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("take", &taken_rows, "rows"_a, "The given rows, in the order given.");
  nb::class_<Paraphrases>(m, "Paraphrases", "Which phrases may stand for which, read from a table in METEOR's format.")
      .def(nb::init<>())
      .def("__len__", &Paraphrases::size)
      .def(
          "add",
          [](Paraphrases& table, const nb::bytes& block) {
            const std::string_view bytes(block.c_str(), block.size());
            released([&] { table.add(bytes); });
          },
          "block"_a, "Take the next bytes of the file.")
      .def("finish", &Paraphrases::finish, nb::call_guard<nb::gil_scoped_release>(), "Take the end of the file.");
  nb::class_<Keys>(m, "Keys", "For each type of a vocabulary, the keys it is matched by.")
      .def("__init__", &make_keys, "offsets"_a, "keys"_a)
      .def("__len__", &Keys::size);
  m.def("tokeniser_names", &tokeniser_names);
  m.def("tokenise", &tokenised, "data"_a, "starts"_a, "ends"_a, "tokeniser"_a, "fold"_a, "vocabulary"_a);
  m.def("interned", &interned, "rows"_a, "vocabulary"_a,
        "Tokens that are cut already; a row without any is that of a blank text.");
  m.def("code_points", &characters, "data"_a, "starts"_a, "ends"_a, "fold"_a, "keep_space"_a);
  m.def("recoded", &recoded, "tokens"_a, "other"_a, nb::call_guard<nb::gil_scoped_release>(),
        "The tokens with the ids that their types have in the other's vocabulary.");
}

}  // namespace

void bind_text(nb::module_& m) {
  m.def("sentence_rules", &sentence_rules);
  m.def("sentences", &sentence_bounds, "data"_a, "starts"_a, "ends"_a, "rule"_a,
        nb::sig("def sentences(data: bytes, starts: NDArray[numpy.int64], ends: NDArray[numpy.int64], rule: str) -> "
                "tuple[NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.int64]]"),
        "Starts and ends of the sentences of all texts, and where each text's begin among them.");
  m.def("limited", &limited_ends, "data"_a, "starts"_a, "ends"_a, "words"_a, "bytes"_a, "line_bytes"_a = 0,
        "Where each text ends once it is cut short; 0 is no limit.");
  bind_tokens(m);
  m.def("porter_dialects", &porter_dialects);
  m.def(
      "porter_stems",
      [](const std::vector<std::string>& words, const std::string& dialect) { return porter_stems(words, dialect); },
      "words"_a, "dialect"_a, "Stem of each word by a dialect of Porter's algorithm.");
  nb::class_<WordMap>(m, "WordMap", "Words and what each becomes.")
      .def("__init__", &make_word_map, "entries"_a, nb::sig("def __init__(self, entries: dict[str, str]) -> None"))
      .def("__len__", [](const WordMap& words) { return words.size(); });
  nb::class_<Rewriting>(m, "Rewriting", "Replaces each type by a sequence of types.")
      .def(nb::init<const std::vector<std::vector<std::string>>&>(), "targets"_a)
      .def(nb::init<const Vocabulary&, const WordMap&, const WordMap&, const std::string&>(), "vocabulary"_a, "stop"_a,
           "exceptions"_a, "stem"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("apply", &Rewriting::apply, "tokens"_a, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace steelyard
