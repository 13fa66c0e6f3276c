#include "cli/data_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>

namespace norn::cli {
namespace {

constexpr size_t kMinCacheMb = 8;
constexpr size_t kMaxCacheMb = size_t{1024} * 1024;
constexpr size_t kMaxPrefix = 200;

}  // namespace

void DataFlags::add_to(CLI::App& command) {
  commands_.push_back(&command);
  command.add_option("--data", folder_);
  command.add_option("--store", store_)->check(CLI::IsMember({"embedded", "dynamodb"}));
  command.add_option("--endpoint-url", options_.endpoint_url);
  command.add_option("--region", options_.region);
  command.add_option("--profile", options_.profile);
  command.add_option("--table-prefix", options_.table_prefix);
  auto* const cache = command.add_option("--cache-mb", options_.cache_mb);
  cache->check(CLI::Range(kMinCacheMb, kMaxCacheMb));
  if (fallback_ == Default::kEnvironment) cache->group("");  // It matters to a server only.
}

bool DataFlags::is_chosen() const {
  return std::ranges::any_of(commands_, [](const CLI::App* command) {
    return command->count("--store") > 0 || command->count("--data") > 0;
  });
}

Result<void> DataFlags::check(const dynamodb::Environment& environment) {
  options_.folder = folder_;
  options_.remote_store = store_ == "dynamodb";
  const auto variable = dynamodb::endpoint_variable(environment);
  if (variable && !is_chosen() && fallback_ == Default::kEnvironment) options_.remote_store = true;
  if (!options_.remote_store) options_.unused_variable = variable;
  const bool names_remote =
      !options_.endpoint_url.empty() || !options_.region.empty() || !options_.profile.empty();
  if (names_remote && !options_.remote_store) {
    return fail(ErrorCode::kInvalid,
                "--endpoint-url, --region and --profile are for --store dynamodb");
  }
  const auto fits = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
  };
  if (options_.table_prefix.size() > kMaxPrefix ||
      !std::ranges::all_of(options_.table_prefix, fits)) {
    return fail(ErrorCode::kInvalid,
                "--table-prefix: use letters, digits, '_', '-' and '.', at most 200 of them");
  }
  return {};
}

}  // namespace norn::cli
