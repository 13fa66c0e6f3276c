#pragma once

#include <memory>

#include "rrule/question.h"

namespace norn::bench {

std::unique_ptr<Engine> make_norn_engine(const Question& question);

}  // namespace norn::bench
