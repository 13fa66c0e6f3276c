#pragma once

#include <string>
#include <string_view>

#include "embedded/continuous/archiver.h"
#include "embedded/statistics.h"

// What /metrics says of the process and of its store, in Prometheus's text format.
namespace norn::cli {

// Processor time, memory, open files, the time of the start, and the version.
std::string process_metrics(std::string_view version);

std::string store_metrics(const embedded::Statistics& statistics);

// Nothing while they are off.
std::string continuous_metrics(const embedded::ArchiverState& state);

}  // namespace norn::cli
