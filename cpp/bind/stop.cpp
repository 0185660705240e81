// Bindings of stop.hpp.
#include "bind/bind.hpp"

namespace steelyard {

void bind_stop(nb::module_& m) {
  nb::class_<Stop>(m, "Stop", "A flag by which one thread stops the work of others.")
      .def(nb::init<>())
      .def("set", &Stop::set, "Stop all work that is handed this flag.")
      .def("look", &Stop::look, "Raise Stopped once the flag is set.")
      .def_prop_ro("looks", &Stop::looks, "How often work has looked at the flag.");
  m.attr("STEPS_BETWEEN_LOOKS") = Watch::kMostBetween;
}

}  // namespace steelyard
