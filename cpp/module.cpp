// Python bindings; nothing else lives here and in the other bind_ files.
#include <sys/mman.h>

#include "alignment.hpp"
#include "bind.hpp"
#include "cder.hpp"
#include "information.hpp"
#include "invwer.hpp"
#include "keys.hpp"
#include "levenshtein.hpp"
#include "lines.hpp"
#include "ngrams.hpp"
#include "pair_ngrams.hpp"
#include "resampling.hpp"
#include "sentences.hpp"
#include "ter.hpp"
#include "tokenise.hpp"
#include "tokens.hpp"
#include "unicode.hpp"

using namespace steelyard;
using namespace nb::literals;

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

// A fresh block of many megabytes costs a page fault for every 4 kB otherwise, a tenth of the time of scoring it.
void ask_for_large_pages([[maybe_unused]] char* data, [[maybe_unused]] std::size_t size) {
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t page = 1 << 21;
  const std::uintptr_t first = (reinterpret_cast<std::uintptr_t>(data) + page - 1) & ~(page - 1);
  const std::uintptr_t last = (reinterpret_cast<std::uintptr_t>(data) + size) & ~(page - 1);
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#endif
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
  ask_for_large_pages(to, static_cast<std::size_t>(offsets.back()));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string_view text = utf8_of(texts[i].ptr(), i);
    to = std::copy(text.begin(), text.end(), to);
  }
  return nb::make_tuple(data, array1(std::move(offsets)), array1(std::move(absent)));
}

Array1<std::int64_t> blank(const nb::bytes& data, const Positions& starts, const Positions& ends) {
  const TextRows rows = rows_of(data, starts, ends);
  std::vector<std::int64_t> found;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (is_blank(rows[i])) found.push_back(static_cast<std::int64_t>(i));
  }
  return array1(std::move(found));
}

nb::tuple sentence_bounds(const nb::bytes& data, const Positions& starts, const Positions& ends, const std::string& rule) {
  const TextRows rows = rows_of(data, starts, ends);
  SentenceBounds found;
  {
    nb::gil_scoped_release release;
    found = sentences(rows, rule);
  }
  return nb::make_tuple(array1(std::move(found.starts)), array1(std::move(found.ends)), array1(std::move(found.offsets)));
}

nb::tuple trim_line_ends(const nb::bytes& data, const Positions& starts, const Positions& ends, bool carriage_returns) {
  const TextRows rows = rows_of(data, starts, ends);
  std::vector<std::int64_t> begin(rows.starts.begin(), rows.starts.end()), end(rows.ends.begin(), rows.ends.end());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].ends_with('\n')) --end[i];
    if (carriage_returns && end[i] > begin[i] && rows.data[static_cast<std::size_t>(end[i]) - 1] == '\r') --end[i];
  }
  return nb::make_tuple(array1(std::move(begin)), array1(std::move(end)));
}

Array2<std::int32_t> ngram_matches(const Tokens& hypotheses, const References& references, std::size_t order) {
  std::vector<std::int32_t> out(hypotheses.size() * order, 0);
  for (const Tokens* reference : references) same_size(hypotheses, *reference);
  {
    nb::gil_scoped_release release;
    PairMatcher pair;
    NgramMatcher several;
    std::vector<Ids> rows;
    for (std::size_t i = 0; i < hypotheses.size(); ++i) {
      rows.clear();
      for (const Tokens* reference : references) {
        if (reference->present[i]) rows.push_back((*reference)[i]);
      }
      const std::span matches = std::span(out).subspan(i * order, order);
      if (rows.size() == 1) {
        pair.count(hypotheses[i], rows[0], matches);
      } else {
        several.count(hypotheses[i], rows, matches);
      }
    }
  }
  return array2(std::move(out), order);
}

// A distance for every pair of rows; 0 where there is no reference.
template <class Distance>
Array1<std::int32_t> distances(const Tokens& hypotheses, const Tokens& references) {
  same_size(hypotheses, references);
  std::vector<std::int32_t> out(hypotheses.size(), 0);
  {
    nb::gil_scoped_release release;
    Distance distance;
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (references.present[i]) out[i] = distance(hypotheses[i], references[i]);
    }
  }
  return array1(std::move(out));
}

struct Unequal {
  std::int32_t operator()(Ids a, Ids b) const { return !std::equal(a.begin(), a.end(), b.begin(), b.end()); }
};

// hits, substitutions, deletions, insertions, moves for every pair of rows; zeros where there is no reference.
Array2<std::int32_t> edits(const Tokens& hypotheses, const Tokens& references) {
  same_size(hypotheses, references);
  std::vector<std::int32_t> out(hypotheses.size() * 5, 0);
  {
    nb::gil_scoped_release release;
    Alignment align;
    for (std::size_t i = 0; i < hypotheses.size(); ++i) {
      if (!references.present[i]) continue;
      const Edits e = align(hypotheses[i], references[i]);
      const std::int32_t row[] = {e.hits, e.substitutions, e.deletions, e.insertions, e.moves};
      std::copy(std::begin(row), std::end(row), out.begin() + static_cast<std::ptrdiff_t>(i * 5));
    }
  }
  return array2(std::move(out), 5);
}

template <class Value, class Sum>
Array3<double> bootstrap(nb::ndarray<const Value, nb::ndim<3>, nb::c_contig, nb::device::cpu> rows, std::uint64_t seed,
                         std::uint64_t first, std::size_t count) {
  const std::size_t systems = rows.shape(0), segments = rows.shape(1), fields = rows.shape(2);
  std::vector<double> out;
  out.reserve(count * systems * fields);
  {
    nb::gil_scoped_release release;
    std::vector<std::uint32_t> weights;
    std::vector<Sum> sums;
    for (std::uint64_t b = first; b < first + count; ++b) {
      draw_weights(stream_of(seed, b), segments, weights);
      weighted_sums(rows.data(), systems, segments, fields, weights, sums);
      out.insert(out.end(), sums.begin(), sums.end());
    }
  }
  return moved<double, Array3<double>>(std::move(out), {count, systems, fields});
}

template <class Value, class Sum>
Array3<double> crossed(nb::ndarray<const Value, nb::ndim<3>, nb::c_contig, nb::device::cpu> rows,
                       const std::vector<Positions>& factors, std::uint64_t seed, std::uint64_t first, std::size_t count) {
  const std::size_t systems = rows.shape(0), segments = rows.shape(1), fields = rows.shape(2);
  std::vector<std::span<const std::int64_t>> index;
  std::vector<std::size_t> sizes;
  for (const Positions& factor : factors) {
    index.emplace_back(factor.data(), factor.size());
    const auto [low, high] = std::ranges::minmax(index.back());
    if (factor.size() != segments || low < 0) throw std::invalid_argument("a factor needs a number for each segment");
    sizes.push_back(static_cast<std::size_t>(high) + 1);
  }
  std::vector<double> out;
  out.reserve(count * systems * fields);
  {
    nb::gil_scoped_release release;
    std::vector<std::uint32_t> drawn, weights;
    std::vector<Sum> sums;
    for (std::uint64_t b = first; b < first + count; ++b) {
      cross_weights(index, sizes, seed, b, drawn, weights);
      weighted_sums(rows.data(), systems, segments, fields, weights, sums);
      out.insert(out.end(), sums.begin(), sums.end());
    }
  }
  return moved<double, Array3<double>>(std::move(out), {count, systems, fields});
}

template <class Value, class Sum>
Array3<double> selected(nb::ndarray<const Value, nb::ndim<3>, nb::c_contig, nb::device::cpu> rows, std::uint64_t seed,
                        std::uint64_t first, std::size_t count, bool enumerate) {
  const std::size_t systems = rows.shape(0), units = rows.shape(1), fields = rows.shape(2);
  if (enumerate && units >= 64) throw std::invalid_argument("too many units to enumerate");
  std::vector<double> out;
  {
    nb::gil_scoped_release release;
    std::vector<Sum> sums;
    selected_sums(rows.data(), systems, units, fields, seed, first, count, enumerate, sums);
    out.assign(sums.begin(), sums.end());
  }
  return moved<double, Array3<double>>(std::move(out), {count, systems, fields});
}

void bind_text(nb::module_& m) {
  m.def("encode", &encode, "texts"_a,
        nb::sig("def encode(texts: tuple[str | None, ...]) -> tuple[bytes, NDArray[numpy.int64], NDArray[numpy.int64]]"),
        "UTF-8 bytes, offsets and absent indices of a tuple of strings and None.");
  m.def("blank", &blank, "data"_a, "starts"_a, "ends"_a, "Indices of the texts that are white space only.");
  m.def("trim_line_ends", &trim_line_ends, "data"_a, "starts"_a, "ends"_a, "carriage_returns"_a,
        nb::sig("def trim_line_ends(data: bytes, starts: NDArray[numpy.int64], ends: NDArray[numpy.int64], "
                "carriage_returns: bool) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64]]"),
        "Positions without the line feed (and carriage return) at the end of each line.");
  m.def("sentence_rules", &sentence_rules);
  m.def("sentences", &sentence_bounds, "data"_a, "starts"_a, "ends"_a, "rule"_a,
        nb::sig("def sentences(data: bytes, starts: NDArray[numpy.int64], ends: NDArray[numpy.int64], rule: str) -> "
                "tuple[NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.int64]]"),
        "Starts and ends of the sentences of all texts, and where each text's begin among them.");
  nb::class_<LineScanner>(m, "LineScanner", "Finds the lines of a file fed block by block.")
      .def(nb::init<>())
      .def("feed", [](LineScanner& s, const nb::bytes& block) {
        const std::string_view view(block.c_str(), block.size());
        nb::gil_scoped_release release;
        s.feed(view);
      }, "block"_a)
      .def("finish", &LineScanner::finish)
      .def("starts", [](LineScanner& s) { return array1(std::move(s.starts)); }, "Where each line begins; once.")
      .def("blanks", [](LineScanner& s) { return array1(std::move(s.blanks)); }, "Lines of white space only; once.")
      .def_ro("size", &LineScanner::size)
      .def_ro("invalid_line", &LineScanner::invalid_line)
      .def_ro("invalid_byte", &LineScanner::invalid_byte)
      .def_ro("nul_line", &LineScanner::nul_line)
      .def_ro("carriage_return_line", &LineScanner::carriage_return_line)
      .def_ro("lone_return_line", &LineScanner::lone_return_line)
      .def_ro("longest", &LineScanner::longest)
      .def_ro("longest_line", &LineScanner::longest_line)
      .def_ro("has_bom", &LineScanner::has_bom);
}

void bind_tokens(nb::module_& m) {
  nb::class_<Vocabulary>(m, "Vocabulary", "Token strings with ids in order of first appearance.")
      .def(nb::init<>())
      .def("__len__", &Vocabulary::size)
      .def("types", [](const Vocabulary& v) {
        nb::list out;
        for (std::size_t t = 0; t < v.size(); ++t) out.append(nb::str(v[t].data(), v[t].size()));
        return out;
      }, nb::sig("def types(self) -> list[str]"));
  nb::class_<Tokens>(m, "Tokens", "Texts as rows of token ids.")
      .def("__len__", &Tokens::size)
      .def("row", [](const Tokens& t, std::size_t i) {
        if (i >= t.size()) throw nb::index_error();
        return std::vector<std::int32_t>(t[i].begin(), t[i].end());
      }, "index"_a)
      .def("lengths", [](const Tokens& t) {
        std::vector<std::int32_t> out(t.size());
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = length_of(t[i]);
        return array1(std::move(out));
      }, "Tokens per row, boundaries not counted.")
      .def("present", [](const Tokens& t) {
        auto copy = t.present;
        return array1(std::move(copy));
      }, "1 where the text was not blank.")
      .def("types", [](const Tokens& t) {
        nb::list out;
        for (std::size_t i = 0; t.vocabulary && i < t.vocabulary->size(); ++i) {
          const std::string_view type = (*t.vocabulary)[i];
          out.append(nb::str(type.data(), type.size()));
        }
        return out;
      }, nb::sig("def types(self) -> list[str]"), "The strings of the vocabulary; a token is the number of its string.")
      .def("enclosed", &enclosed, "begin"_a, "end"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("take", [](const Tokens& t, const Positions& rows) {
        nb::gil_scoped_release release;
        return taken(t, {rows.data(), rows.size()});
      }, "rows"_a, "The given rows, in the order given.");
  nb::class_<Keys>(m, "Keys", "For each type of a vocabulary, the keys it is matched by.")
      .def("__init__", [](Keys* self, nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu> offsets,
                          nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu> keys) {
        new (self) Keys({offsets.data(), offsets.size()}, {keys.data(), keys.size()});
      }, "offsets"_a, "keys"_a)
      .def("__len__", &Keys::size);
  m.def("tokeniser_names", &tokeniser_names);
  m.def("tokenise",
        [](const nb::bytes& data, const Positions& starts, const Positions& ends, const std::string& tokeniser, bool fold,
           std::shared_ptr<Vocabulary> vocabulary) {
          const TextRows rows = rows_of(data, starts, ends);
          nb::gil_scoped_release release;
          return tokenise(rows, tokeniser, fold, std::move(vocabulary));
        },
        "data"_a, "starts"_a, "ends"_a, "tokeniser"_a, "fold"_a, "vocabulary"_a);
  m.def("interned",
        [](const std::vector<std::vector<std::string>>& rows, std::shared_ptr<Vocabulary> vocabulary) {
          return interned(rows, std::move(vocabulary));
        },
        "rows"_a, "vocabulary"_a, "Tokens that are cut already; a row without any is that of a blank text.");
  m.def("code_points",
        [](const nb::bytes& data, const Positions& starts, const Positions& ends, bool fold, bool keep_space) {
          const TextRows rows = rows_of(data, starts, ends);
          nb::gil_scoped_release release;
          return code_points(rows, fold, keep_space);
        },
        "data"_a, "starts"_a, "ends"_a, "fold"_a, "keep_space"_a);
}

void bind_kernels(nb::module_& m) {
  m.def("ngram_matches", &ngram_matches, "hypotheses"_a, "references"_a, "order"_a,
        "Matches of order 1 … order per row, clipped at the maximum over the references.");
  m.def("levenshtein", &distances<Levenshtein>, "hypotheses"_a, "references"_a);
  m.def("ter", &distances<Ter>, "hypotheses"_a, "references"_a, "Edits including block shifts.");
  m.def("cder", &distances<Cder>, "hypotheses"_a, "references"_a);
  m.def("invwer", &distances<Invwer>, "hypotheses"_a, "references"_a);
  m.def("unequal", &distances<Unequal>, "hypotheses"_a, "references"_a, "1 where the rows differ.");
  m.def("edits", &edits, "hypotheses"_a, "references"_a,
        "Hits, substitutions, deletions, insertions and moves of the canonical alignment.");
  nb::class_<Information>(m, "Information", "Information weights of n-grams over a set of references.")
      .def(nb::init<std::size_t>(), "max_order"_a)
      .def("add", [](Information& i, const Tokens& t) { i.add(t); }, "references"_a,
           nb::call_guard<nb::gil_scoped_release>())
      .def("digest", &Information::digest)
      .def("matched",
           [](const Information& i, const Tokens& hypotheses, const References& references, bool false_zero) {
             for (const Tokens* reference : references) same_size(hypotheses, *reference);
             std::vector<double> out;
             {
               nb::gil_scoped_release release;
               out = i.matched(hypotheses, references, false_zero);
             }
             return array2(std::move(out), i.max_order());
           },
           "hypotheses"_a, "references"_a, "false_zero"_a);
  m.def("bootstrap_sums", &bootstrap<std::int32_t, std::int64_t>, "rows"_a, "seed"_a, "first"_a, "count"_a,
        "Sums over resampled segments, resample × system × field.");
  m.def("bootstrap_sums", &bootstrap<std::int64_t, std::int64_t>, "rows"_a, "seed"_a, "first"_a, "count"_a);
  m.def("bootstrap_sums", &bootstrap<double, double>, "rows"_a, "seed"_a, "first"_a, "count"_a);
  m.def("draw_weights",
        [](std::size_t units, std::uint64_t seed, std::uint64_t resample) {
          std::vector<std::uint32_t> weights;
          draw_weights(stream_of(seed, resample), units, weights);
          return array1(std::move(weights));
        },
        "units"_a, "seed"_a, "resample"_a, "How often each unit is drawn in a resample of as many draws.");
  m.def("crossed_sums", &crossed<std::int32_t, std::int64_t>, "rows"_a, "factors"_a, "seed"_a, "first"_a, "count"_a,
        "Sums over segments weighted by independent draws of several factors, resample × system × field.");
  m.def("crossed_sums", &crossed<std::int64_t, std::int64_t>, "rows"_a, "factors"_a, "seed"_a, "first"_a, "count"_a);
  m.def("crossed_sums", &crossed<double, double>, "rows"_a, "factors"_a, "seed"_a, "first"_a, "count"_a);
  m.def("selected_sums", &selected<std::int32_t, std::int64_t>, "rows"_a, "seed"_a, "first"_a, "count"_a, "enumerate"_a,
        "Sums over random halves of the units, trial × system × field.");
  m.def("selected_sums", &selected<std::int64_t, std::int64_t>, "rows"_a, "seed"_a, "first"_a, "count"_a, "enumerate"_a);
  m.def("selected_sums", &selected<double, double>, "rows"_a, "seed"_a, "first"_a, "count"_a, "enumerate"_a);
}

}  // namespace

NB_MODULE(_core, m) {
  m.doc() = "Compiled kernels over token ids.";
  // A process that is interrupted (Ctrl-C) ends with objects still alive; that is no leak, and nobody can act on it.
  nb::set_leak_warnings(false);
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const RefusedSegment& refused) {
      const nb::object type = nb::module_::import_("steelyard.errors").attr("SegmentError");
      PyErr_SetObject(type.ptr(), nb::make_tuple(refused.row, refused.what()).ptr());
    }
  });
  bind_text(m);
  bind_tokens(m);
  bind_words(m);
  bind_kernels(m);
  bind_rouge(m);
  bind_matching(m);
  bind_output_pairs(m);
  bind_ranks(m);
  bind_queen(m);
  bind_string_kernels(m);
  bind_trees(m);
  bind_vectors(m);
}
