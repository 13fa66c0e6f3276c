#pragma once

#include <memory>

#include "rrule/question.h"

namespace norn::bench {

// Debian's libical.
std::unique_ptr<Engine> make_libical_engine(const Question& question);

}  // namespace norn::bench
