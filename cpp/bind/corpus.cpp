// Bindings of corpus/: strings to bytes, and the lines of files.
#include <algorithm>
#include <string>
#include <string_view>

#include "bind/bind.hpp"
#include "corpus/lines.hpp"
#include "corpus/texts.hpp"

namespace steelyard {

namespace {

std::string_view utf8_of(PyObject* text, std::size_t index) {
  if (text == Py_None) return {};
  const auto where = [&] { return "segment " + std::to_string(index); };
  if (!PyUnicode_Check(text)) {
    const auto type = nb::cast<std::string>(nb::handle(reinterpret_cast<PyObject*>(Py_TYPE(text))).attr("__name__"));
    throw nb::type_error((where() + ": expected a string, found " + type).c_str());
  }
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text, &size);
  if (bytes) return {bytes, static_cast<std::size_t>(size)};
  PyErr_Clear();
  throw nb::value_error(
      (where() + ": contains a lone surrogate, which is no Unicode text; decode the input as UTF-8").c_str());
}

nb::tuple encode(const nb::tuple& texts) {
  std::vector<std::int64_t> offsets{0}, absent;
  offsets.reserve(texts.size() + 1);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    PyObject* text = texts[i].ptr();
    if (text == Py_None) absent.push_back(static_cast<std::int64_t>(i));
    offsets.push_back(offsets.back() + static_cast<std::int64_t>(utf8_of(text, i).size()));
  }
  nb::object data = nb::steal(PyBytes_FromStringAndSize(nullptr, offsets.back()));
  if (!data.is_valid()) throw nb::python_error();
  char* to = PyBytes_AsString(data.ptr());
  ask_for_large_pages({to, static_cast<std::size_t>(offsets.back())});
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string_view text = utf8_of(texts[i].ptr(), i);
    to = std::copy(text.begin(), text.end(), to);
  }
  return nb::make_tuple(data, array1(std::move(offsets)), array1(std::move(absent)));
}

Array<std::int64_t, 1> blank(const nb::bytes& data, const Positions& starts, const Positions& ends) {
  return array1(released([&] { return blank_rows(rows_of(data, starts, ends)); }));
}

nb::tuple trim_line_ends(const nb::bytes& data, const Positions& starts, const Positions& ends, bool carriage_returns) {
  TextBounds found = released([&] { return trimmed_lines(rows_of(data, starts, ends), carriage_returns); });
  return nb::make_tuple(array1(std::move(found.starts)), array1(std::move(found.ends)));
}

void feed(LineScanner& scanner, const nb::bytes& block) {
  released([&] { scanner.feed({block.c_str(), block.size()}); });
}

}  // namespace

void bind_corpus(nb::module_& m) {
  m.def(
      "encode", &encode, "texts"_a,
      nb::sig("def encode(texts: tuple[str | None, ...]) -> tuple[bytes, NDArray[numpy.int64], NDArray[numpy.int64]]"),
      "UTF-8 bytes, offsets and absent indices of a tuple of strings and None.");
  m.def("blank", &blank, "data"_a, "starts"_a, "ends"_a, "Indices of the texts that are white space only.");
  m.def("trim_line_ends", &trim_line_ends, "data"_a, "starts"_a, "ends"_a, "carriage_returns"_a,
        nb::sig("def trim_line_ends(data: bytes, starts: NDArray[numpy.int64], ends: NDArray[numpy.int64], "
                "carriage_returns: bool) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64]]"),
        "Positions without the line feed (and carriage return) at the end of each line.");
  nb::class_<LineScanner>(m, "LineScanner", "Finds the lines of a file fed block by block.")
      .def(nb::init<std::size_t>(), "most"_a = 0, "Lines may have so many bytes; 0 is no limit.")
      .def("feed", &feed, "block"_a)
      .def("finish", &LineScanner::finish)
      .def(
          "starts", [](LineScanner& s) { return array1(std::move(s.starts)); }, "Where each line begins; once.")
      .def(
          "blanks", [](LineScanner& s) { return array1(std::move(s.blanks)); }, "Lines of white space only; once.")
      .def_ro("size", &LineScanner::size)
      .def_ro("invalid_line", &LineScanner::invalid_line)
      .def_ro("invalid_byte", &LineScanner::invalid_byte)
      .def_ro("nul_line", &LineScanner::nul_line)
      .def_ro("carriage_return_line", &LineScanner::carriage_return_line)
      .def_ro("lone_return_line", &LineScanner::lone_return_line)
      .def_ro("longest", &LineScanner::longest)
      .def_ro("longest_line", &LineScanner::longest_line)
      .def_ro("has_bom", &LineScanner::has_bom)
      .def_ro("ended", &LineScanner::ended, "Whether a line was too long to be read to its end.");
}

}  // namespace steelyard
