#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/error.h"
#include "cli/data_options.h"
#include "dynamodb/remote/remote_store.h"
#include "embedded/embedded_store.h"

namespace norn::cli {

// The data: in a folder of this machine or behind a DynamoDB endpoint. Has one of the two.
struct Data {
  std::unique_ptr<embedded::EmbeddedStore> embedded;
  std::unique_ptr<dynamodb::RemoteStore> remote;
  std::string location;  // The folder or the endpoint, for a person.

  store::Store& store() const {
    if (embedded) return *embedded;
    return *remote;
  }
};

// The folder of the data, if it is in one.
Result<std::filesystem::path> data_folder(const DataOptions& options);

// The same for commands that work on data which is there: opening a folder would make an empty one.
Result<std::filesystem::path> existing_data_folder(const DataOptions& options);

// The clock must outlive the data.
Result<Data> open_data(const DataOptions& options, const Clock& clock);

}  // namespace norn::cli
