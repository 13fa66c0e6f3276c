// Fills the tables of a data folder that no server has open: people come by the thousands, each
// with hundreds of items, and over HTTP that would take longer than what is measured afterwards.
//
//   bench_fill --data FOLDER --once FILE --names FILE --each FILE --each FILE ...
//
// A file of items has one per line: the table, a tab, and the item as DynamoDB's JSON. Those of
// --once are written as they are. Every name, one per line, gets the items of one of the --each, in
// turn, with @@@@@@@@ replaced by the name.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <fstream>
#include <semaphore>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "embedded/embedded_store.h"

namespace norn::bench {
namespace {

constexpr std::string_view kPlaceholder = "@@@@@@@@";
constexpr std::ptrdiff_t kOutstanding = 256;  // Requests, of many items each.
constexpr size_t kItemsPerRequest = 25;

struct Line {
  std::string table;
  std::string item;
};

[[noreturn]] void give_up(const std::string& why) {
  fmt::print(stderr, "bench_fill: {}\n", why);
  std::exit(1);
}

std::vector<std::string> read_lines(const std::string& path) {
  std::ifstream in(path);
  if (!in) give_up("cannot read " + path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<Line> read_items(const std::string& path) {
  std::vector<Line> items;
  for (const std::string& line : read_lines(path)) {
    const size_t tab = line.find('\t');
    if (tab == std::string::npos) give_up(path + " has a line without a table");
    items.push_back({line.substr(0, tab), line.substr(tab + 1)});
  }
  return items;
}

std::string with_name(std::string text, std::string_view name) {
  for (size_t at = text.find(kPlaceholder); at != std::string::npos;
       at = text.find(kPlaceholder, at)) {
    text.replace(at, kPlaceholder.size(), name);
  }
  return text;
}

// Keeps a number of requests outstanding.
class Filling {
 public:
  explicit Filling(store::Store& store) : store_(store) {}

  void add(const std::string& table, const std::string& json) {
    auto item = store::Item::from_json(json);
    if (!item) give_up(item.error().message + ": " + json);
    request_.writes.emplace_back(store::BatchWriteRequest::Put{table, std::move(*item)});
    if (request_.writes.size() == kItemsPerRequest) send();
    ++count_;
  }

  // Waits until everything is written. Returns how many items that were.
  size_t finish() {
    if (!request_.writes.empty()) send();
    for (std::ptrdiff_t i = 0; i < kOutstanding; ++i) free_.acquire();
    return count_;
  }

 private:
  void send() {
    free_.acquire();
    store_.submit(std::exchange(request_, {}), [this](Result<store::WriteReply> reply) {
      if (!reply) give_up(reply.error().message);
      if (!std::get<store::BatchWriteResult>(*reply).unprocessed.writes.empty()) {
        give_up("not everything was written");
      }
      free_.release();
    });
  }

  store::Store& store_;
  store::BatchWriteRequest request_;
  std::counting_semaphore<kOutstanding> free_{kOutstanding};
  size_t count_ = 0;
};

struct Settings {
  std::string data;
  std::string once;
  std::string names;
  std::vector<std::string> each;
};

// Nobody has been told of these changes, and nobody will be: a stream of them would take as much
// room as the tables. Norn makes a new one at its next start.
void end_streams(store::Store& store) {
  const auto tables = store.list_tables({});
  if (!tables) give_up(tables.error().message);
  for (const std::string& table : tables->tables) {
    const auto there = store.describe_table(table);
    if (!there) give_up(there.error().message);
    if (!there->stream) continue;
    store::UpdateTableRequest update;
    update.table = table;
    update.stream = store::UpdateTableRequest::StreamChange{};
    if (const auto ended = store.update_table(update); !ended) give_up(ended.error().message);
  }
}

void fill(const Settings& settings) {
  embedded::Options options;
  options.directory = settings.data;
  options.background = false;
  options.sync = false;
  const SystemClock clock;
  const auto store = embedded::EmbeddedStore::open(options, clock);
  if (!store) give_up(store.error().message);
  end_streams(**store);

  Filling filling(**store);
  for (const Line& line : read_items(settings.once)) filling.add(line.table, line.item);
  std::vector<std::vector<Line>> each;
  for (const std::string& path : settings.each) each.push_back(read_items(path));
  size_t turn = 0;
  for (const std::string& name : read_lines(settings.names)) {
    for (const Line& line : each[turn++ % each.size()]) {
      filling.add(line.table, with_name(line.item, name));
    }
  }
  fmt::print("{}\n", filling.finish());
}

}  // namespace
}  // namespace norn::bench

int main(int count, char** arguments) {
  norn::bench::Settings settings;
  CLI::App app{"Fills the tables of a data folder."};
  app.add_option("--data", settings.data, "The folder")->required();
  app.add_option("--once", settings.once, "Items that are written as they are")->required();
  app.add_option("--names", settings.names, "What the others are written for")->required();
  app.add_option("--each", settings.each, "Items that a name gets")->required();
  CLI11_PARSE(app, count, arguments);
  norn::bench::fill(settings);
  return 0;
}
