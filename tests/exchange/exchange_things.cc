#include "exchange/exchange_things.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "dynamodb/exchange/compression.h"
#include "dynamodb/exchange/line_files.h"
#include "dynamodb/exchange/table_definition.h"
#include "support/builders.h"
#include "support/consistency.h"

namespace norn::testing {
namespace {

namespace fs = std::filesystem;

template <typename T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return *std::move(result);
}

// The definition as text, without what differs from store to store.
std::string definition_text(store::Store& store, const std::string& table) {
  const auto definition = must(exchange::definition_of(store, must(store.describe_table(table))));
  std::string text;
  for (const auto& attribute : definition.table.attributes) {
    text += fmt::format("{}:{} ", attribute.name, attribute.type);
  }
  const auto add_key = [&text](const std::vector<store::KeyElement>& key) {
    for (const auto& part : key) text += fmt::format("{}/{} ", part.name, part.role);
  };
  add_key(definition.table.key);
  for (const auto* const indexes :
       {&definition.table.local_indexes, &definition.table.global_indexes}) {
    for (const auto& index : *indexes) {
      text += fmt::format("| {} {} ", index.name, store::to_name(index.projection.kind));
      add_key(index.key);
      for (const auto& name : index.projection.non_key_attributes) text += name + " ";
    }
  }
  text += fmt::format("| {} stream {} ttl {} ", store::to_name(definition.table.billing),
                      definition.table.stream ? store::to_name(*definition.table.stream) : "off",
                      definition.ttl.attribute);
  for (const auto& [key, value] : definition.table.tags) text += key + "=" + value + " ";
  return text;
}

std::vector<std::string> sorted_items(store::Store& store, const std::string& table) {
  std::vector<std::string> texts;
  for (const store::Item& item : read_table(store, table).items) texts.emplace_back(item.json());
  std::ranges::sort(texts);
  return texts;
}

}  // namespace

LocalStore::LocalStore() {
  embedded::Options options;
  options.directory = folder_.path() / "data";
  options.block_cache_bytes = size_t{8} << 20;
  options.background = false;
  options.sync = false;
  store_ = must(embedded::EmbeddedStore::open(options, clock_));
}

void add_rich_table(store::Store& store, const std::string& name) {
  store::CreateTableRequest request = table(name, "pk:S sk:N");
  add_local_index(request, "by_b", "pk:S b:B", {.kind = store::ProjectionKind::kKeysOnly});
  add_global_index(request, "by_g", "g:S sk:N",
                   {.kind = store::ProjectionKind::kInclude, .include = {"m"}});
  request.stream = store::StreamView::kNewImage;
  request.tags = {{"team", "home+garden"}};
  must(store.create_table(request));
  must(store.update_ttl({.table = name, .attribute = "expires", .enabled = true}));
  for (int i = 0; i < 60; ++i) {
    must(store.put(put(name, {{"pk", store::Value(fmt::format("part \"{}\" é😀", i % 7))},
                              {"sk", num(i)},
                              {"g", store::Value(fmt::format("g{}", i % 3))},
                              {"b", bin(std::string("\0\xff", 2) + std::to_string(i))},
                              {"n", num("-0.00000000000000000000000000000000000012345678")},
                              {"n38", num("12345678901234567890123456789012345678")},
                              {"empty", store::Value("")},
                              {"yes", yes()},
                              {"null", null()},
                              {"m", map({{"a\nb", list({num(1), map({}), list({})})}})},
                              {"ss", string_set({"b", "a", ""})},
                              {"ns", number_set({"1", "1e100"})},
                              {"bs", binary_set({std::string("\0", 1), "x"})}})));
  }
}

void add_large_table(store::Store& store, const std::string& name, int items, size_t bytes) {
  must(store.create_table(table(name, "pk:S")));
  for (int i = 0; i < items; ++i) {
    must(store.put(put(name, {{"pk", store::Value(fmt::format("item {}", i))},
                              {"text", store::Value(std::string(bytes, 'x'))}})));
  }
}

std::string difference(store::Store& left, store::Store& right, const std::string& table) {
  const std::string before = definition_text(left, table);
  const std::string after = definition_text(right, table);
  if (before != after) return fmt::format("the definition was {} and is {}", before, after);
  if (sorted_items(left, table) != sorted_items(right, table)) return "the items differ";
  return "";
}

std::vector<std::string> lines_below(const fs::path& folder) {
  std::vector<std::string> lines;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (!exchange::is_item_file(entry.path()) || name == "table.json" ||
        name.starts_with("manifest")) {
      continue;
    }
    const auto reader = must(exchange::LineReader::open(entry.path()));
    while (const auto line = must(reader->next())) lines.emplace_back(*line);
  }
  std::ranges::sort(lines);
  return lines;
}

exchange::ExportRequest export_request(std::vector<std::string> tables, fs::path folder) {
  exchange::ExportRequest request;
  request.source = "the test";
  request.tables = std::move(tables);
  request.to = std::move(folder);
  return request;
}

exchange::ImportRequest import_request(fs::path from) {
  exchange::ImportRequest request;
  request.from = std::move(from);
  request.target = "the test";
  request.create = true;
  return request;
}

Result<uint64_t> run_export(store::Store& store, const exchange::ExportRequest& request) {
  const ManualClock clock(1'700'000'000'000);
  SilentProgress progress;
  return exchange::export_tables(store, request, clock, progress);
}

Result<exchange::ImportResult> run_import(store::Store& store,
                                          const exchange::ImportRequest& request) {
  SilentProgress progress;
  return exchange::import_tables(store, request, progress, [](std::string_view /*text*/) {});
}

std::string import_error(store::Store& store, const exchange::ImportRequest& request) {
  const auto result = run_import(store, request);
  return result ? "" : result.error().message;
}

void write_file(const fs::path& path, std::string_view content) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
}

std::string read_whole(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string gzipped(std::string_view text) {
  const auto compressor = exchange::Compressor::make(exchange::Compression::kGzip);
  std::string out;
  compressor->add(text, out);
  compressor->finish(out);
  return out;
}

}  // namespace norn::testing
