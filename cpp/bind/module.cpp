// The module _core, and how its exceptions reach Python.
#include "bind/bind.hpp"
#include "errors.hpp"

using namespace steelyard;

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
    } catch (const Stopped& stopped) {
      PyErr_SetString(nb::module_::import_("steelyard.errors").attr("Stopped").ptr(), stopped.what());
    }
  });
  bind_stop(m);
  bind_corpus(m);
  bind_text(m);
  bind_annotation(m);
  bind_ngrams(m);
  bind_edits(m);
  bind_rouge(m);
  bind_alignments(m);
  bind_trees(m);
  bind_string_kernel(m);
  bind_greedy_matching(m);
  bind_statistics(m);
  bind_inference(m);
  bind_meta(m);
}
