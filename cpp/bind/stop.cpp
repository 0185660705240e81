// Bindings of stop.hpp.
#include "bind/bind.hpp"

namespace steelyard {

thread_local const Stop* OfThread::flag = nullptr;

void OfThread::look() const {
  if (flag) {
    flag->look();
  } else if (!std::exchange(first_, false)) {
    const nb::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  }
}

void bind_stop(nb::module_& m) {
  nb::class_<Stop>(m, "Stop", "A flag by which one thread stops the work of others.")
      .def(nb::init<>())
      .def("set", &Stop::set, "Stop all work that is handed this flag.")
      .def("look", &Stop::look, "Raise Stopped once the flag is set.")
      .def_prop_ro("looks", &Stop::looks, "How often work has looked at the flag.");
  m.def(
      "work_under", [](const Stop* flag) { OfThread::flag = flag; }, "flag"_a.none(),
      "Have a flag stop what this thread does from now on; it must be kept until there is another, or none.");
  m.def("look", [] { OfThread().look(); }, "Raise Stopped once the flag is set under which this thread works.");
  m.attr("STEPS_BETWEEN_LOOKS") = Watch::kMostBetween;
}

}  // namespace steelyard
