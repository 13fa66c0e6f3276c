#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "dynamodb/remote/client.h"
#include "embedded/continuous/archiver.h"
#include "embedded/statistics.h"

// What /metrics says of the process and of its store, in Prometheus's text format.
namespace norn::cli {

// Processor time, memory, open files, the time of the start, and the version.
std::string process_metrics(std::string_view version);

std::string store_metrics(const embedded::Statistics& statistics);

// Of a store behind an endpoint, by operation.
std::string remote_metrics(
    const std::map<std::string, dynamodb::RemoteCalls, std::less<>>& operations);

// Nothing while they are off.
std::string continuous_metrics(const embedded::ArchiverState& state);

}  // namespace norn::cli
