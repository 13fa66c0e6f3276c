#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "dynamodb/exchange/export.h"
#include "dynamodb/exchange/import.h"
#include "dynamodb/exchange/progress.h"
#include "embedded/embedded_store.h"
#include "store/store.h"
#include "support/temporary_folder.h"

// Stores with something in them, and the comparison of what arrived.
namespace norn::testing {

// Shows nothing; calls `on_add` after every page.
class SilentProgress final : public exchange::Progress {
 public:
  std::function<void()> on_add = [] {};
  void begin(std::string_view /*table*/, uint64_t /*total*/, uint64_t /*done*/) override {}
  void add(uint64_t /*items*/) override { on_add(); }
  void end(std::string_view /*table*/, uint64_t /*items*/) override {}
};

// An embedded store in a folder of its own.
class LocalStore {
 public:
  LocalStore();
  store::Store& operator*() { return *store_; }
  store::Store* operator->() { return store_.get(); }

 private:
  TemporaryFolder folder_{"exchange_store"};
  ManualClock clock_{1'700'000'000'000};
  std::unique_ptr<embedded::EmbeddedStore> store_;
};

// A table with indexes of both kinds, TTL, a stream and tags, and items of all types.
void add_rich_table(store::Store& store, const std::string& name);
// A table of "pk:S" with so many items of so many bytes.
void add_large_table(store::Store& store, const std::string& name, int items, size_t bytes);

// What is different: the definition of the table, its items, its indexes. Empty if nothing is.
std::string difference(store::Store& left, store::Store& right, const std::string& table);

// The lines of all files of items below a folder, sorted.
std::vector<std::string> lines_below(const std::filesystem::path& folder);

exchange::ExportRequest export_request(std::vector<std::string> tables,
                                       std::filesystem::path folder);
exchange::ImportRequest import_request(std::filesystem::path from);
Result<uint64_t> run_export(store::Store& store, const exchange::ExportRequest& request);
Result<exchange::ImportResult> run_import(store::Store& store,
                                          const exchange::ImportRequest& request);
// The message of an import that fails; empty if it does not.
std::string import_error(store::Store& store, const exchange::ImportRequest& request);

void write_file(const std::filesystem::path& path, std::string_view content);
std::string read_whole(const std::filesystem::path& path);
std::string gzipped(std::string_view text);

}  // namespace norn::testing
