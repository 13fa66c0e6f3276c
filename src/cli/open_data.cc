#include "cli/open_data.h"

#include <fmt/format.h>

#include <optional>

#include "apps/shared/tables.h"
#include "cli/data_folder.h"

namespace norn::cli {
namespace {

// A profile that was asked for goes before keys that happen to be in the environment.
dynamodb::Environment environment_with(const std::string& profile) {
  return [system = dynamodb::system_environment(),
          profile](const std::string& name) -> std::optional<std::string> {
    if (profile.empty()) return system(name);
    if (name == "AWS_PROFILE") return profile;
    const bool is_key = name == "AWS_ACCESS_KEY_ID" || name == "AWS_SECRET_ACCESS_KEY" ||
                        name == "AWS_SESSION_TOKEN";
    return is_key ? std::nullopt : system(name);
  };
}

}  // namespace

Result<std::filesystem::path> data_folder(const DataOptions& options) {
  if (!options.folder.empty()) return absolute_folder(options.folder);
  if (const auto folder = default_data_folder(Surroundings::of_this_process())) return *folder;
  return fail(ErrorCode::kValidation,
              "There is no home folder to keep the data in. Choose a folder with --data.");
}

Result<std::filesystem::path> existing_data_folder(const DataOptions& options) {
  NORN_ASSIGN(auto folder, data_folder(options));
  if (std::filesystem::exists(folder)) return folder;
  return fail(ErrorCode::kNotFound,
              fmt::format("There is no data in {}. Say where it is with --data.", folder.string()));
}

Result<Data> open_data(const DataOptions& options, const Clock& clock) {
  Data data;
  if (options.remote_store) {
    dynamodb::RemoteOptions remote;
    remote.endpoint = options.endpoint_url;
    remote.region = options.region;
    NORN_ASSIGN(data.remote,
                dynamodb::RemoteStore::open(remote, environment_with(options.profile), clock));
    data.location = data.remote->address().endpoint;
    return data;
  }
  NORN_ASSIGN(const auto folder, data_folder(options));
  // People sign in, and what is left over of deletions is noted, in this table.
  const apps::TableNames names{.prefix = options.table_prefix};
  const embedded::Options embedded{.directory = folder,
                                   .block_cache_bytes = options.cache_mb << 20,
                                   .reserve_tables = {names.norn()}};
  NORN_ASSIGN(data.embedded, embedded::EmbeddedStore::open(embedded, clock));
  data.location = folder.string();
  return data;
}

}  // namespace norn::cli
