#include "store/data_set.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "store/key.h"
#include "store/requests/read_plan.h"

namespace norn::bench {
namespace {

constexpr uint64_t kMonthsPerCalendar = 12;
constexpr uint64_t kCalendarsPerUser = 4;
constexpr size_t kDescriptionBytes = 560;

// What descriptions are made of. LZ4 finds about as much to save in them as in notes that people
// write.
constexpr auto kWords = std::to_array<const char*>(
    {"meeting",  "with",    "the",     "team",     "about",   "quarterly", "planning", "and",
     "budget",   "review",  "please",  "bring",    "notes",   "from",      "last",     "week",
     "room",     "on",      "second",  "floor",    "call",    "dentist",   "pick",     "up",
     "kids",     "school",  "dinner",  "at",       "seven",   "birthday",  "present",  "train",
     "leaves",   "station", "flight",  "tickets",  "hotel",   "booked",    "invoice",  "send",
     "contract", "draft",   "before",  "friday",   "workout", "gym",       "run",      "river",
     "doctor",   "results", "phone",   "parents",  "visit",   "garden",    "repair",   "car",
     "service",  "renew",   "licence", "passport", "office",  "release",   "version",  "deploy"});

std::string words(uint64_t seed, size_t bytes) {
  std::string text;
  text.reserve(bytes + 16);
  while (text.size() < bytes) {
    seed = mix(seed);
    // Ten words per random number: six bits each.
    for (uint64_t bits = seed, i = 0; i < 10 && text.size() < bytes; ++i, bits >>= 6) {
      text.append(kWords[bits % kWords.size()]).push_back(' ');
    }
  }
  text.resize(bytes);
  return text;
}

std::string calendar_id(uint64_t calendar) {
  return fmt::format("CALENDAR#{:016x}{:08x}", mix(calendar), calendar);
}

uint64_t calendar_of(uint64_t month) {
  return month / kMonthsPerCalendar;
}

std::string month_text(uint64_t month) {
  return fmt::format("2026-{:02}", month % kMonthsPerCalendar + 1);
}

// Entries of a month stand one an hour from 8:00 on, day by day.
std::string start_text(uint64_t number) {
  const uint64_t place = number % kEntriesPerMonth;
  return fmt::format("{}-{:02}T{:02}:00:00Z", month_text(number / kEntriesPerMonth), place % 28 + 1,
                     8 + place / 28);
}

std::string sort_key(uint64_t number) {
  return fmt::format("ENTRY#{:016x}{:010x}", mix(number), number);
}

store::Item parsed(const std::string& json) {
  return must(store::Item::from_json(json));
}

store::Item key_item(uint64_t number) {
  return parsed(fmt::format(R"({{"PK":{{"S":"{}"}},"SK":{{"S":"{}"}}}})",
                            calendar_id(calendar_of(number / kEntriesPerMonth)), sort_key(number)));
}

store::IndexDefinition index(std::string name, std::string partition, std::string sort) {
  store::IndexDefinition definition;
  definition.name = std::move(name);
  definition.key = {{std::move(partition), "HASH"}, {std::move(sort), "RANGE"}};
  return definition;
}

}  // namespace

uint64_t mix(uint64_t number) {
  number += 0x9e3779b97f4a7c15;
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
  number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
  return number ^ (number >> 31);
}

store::CreateTableRequest table_request() {
  store::CreateTableRequest request;
  request.table = kTable;
  for (const char* name : {"PK", "SK", "GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK"}) {
    request.attributes.push_back({name, "S"});
  }
  request.key = {{"PK", "HASH"}, {"SK", "RANGE"}};
  request.global_indexes = {index("GSI1", "GSI1PK", "GSI1SK"), index("GSI2", "GSI2PK", "GSI2SK")};
  return request;
}

store::Item entry(uint64_t number) {
  const uint64_t calendar = calendar_of(number / kEntriesPerMonth);
  const std::string start = start_text(number);
  const std::string id = sort_key(number);
  return parsed(fmt::format(
      R"({{"PK":{{"S":"{0}"}},"SK":{{"S":"{1}"}},"GSI1PK":{{"S":"{0}#TIME"}},)"
      R"("GSI1SK":{{"S":"{2}#{1}"}},"GSI2PK":{{"S":"USER#{3:016x}"}},)"
      R"("GSI2SK":{{"S":"ENTRY#{2}#{4:08x}"}},"entityType":{{"S":"ENTRY"}},"title":{{"S":"{5}"}},)"
      R"("description":{{"S":"{6}"}},"durationMinutes":{{"N":"{7}"}},"version":{{"N":"1"}},)"
      R"("createdAt":{{"N":"{8}"}}}})",
      calendar_id(calendar), id, start, mix(calendar / kCalendarsPerUser), number,
      words(number, 40), words(~number, kDescriptionBytes), 15 * (1 + number % 8),
      1767225600000 + number));
}

store::GetRequest get_request(uint64_t number) {
  store::GetRequest request;
  request.table = kTable;
  request.key = key_item(number);
  return request;
}

store::QueryRequest month_request(uint64_t month) {
  store::QueryRequest request;
  request.table = kTable;
  request.index = "GSI1";
  request.key_condition = "GSI1PK = :calendar AND GSI1SK BETWEEN :from AND :to";
  request.placeholders.values = {
      {":calendar", calendar_id(calendar_of(month)) + "#TIME"},
      {":from", month_text(month) + "-01"},
      {":to", month_text(month) + "-32"},
  };
  return request;
}

store::PutRequest put_request(uint64_t number) {
  store::PutRequest request;
  request.table = kTable;
  request.item = entry(number);
  request.condition = "attribute_not_exists(PK)";
  return request;
}

store::UpdateRequest update_request(uint64_t number) {
  store::UpdateRequest request;
  request.table = kTable;
  request.key = key_item(number);
  request.update = "SET title = :title, version = version + :one";
  request.placeholders.values = {{":title", words(number + 1, 40)},
                                 {":one", store::Value::number(1)}};
  return request;
}

RawEntry raw_entry(const embedded::Table& table, uint64_t number) {
  const store::Item item = entry(number);
  const store::Key key = must(store::key_of_item(table.schema->key, item));
  RawEntry raw;
  raw.item_key = embedded::item_key(table.id, key);
  for (size_t i = 0; i < raw.index_keys.size(); ++i) {
    const auto index_key = store::key_in_index(table.schema->indexes[i], item);
    raw.index_keys[i] = embedded::index_key(table.index_ids[i], *index_key, key);
  }
  raw.value = item.bytes();
  return raw;
}

std::string raw_key(const embedded::Table& table, uint64_t number) {
  return embedded::item_key(table.id,
                            must(store::key_of_request(table.schema->key, key_item(number))));
}

embedded::KeyRange raw_month(const embedded::Table& table, uint64_t month) {
  const auto plan = must(store::plan_query(table.schema, month_request(month)));
  return embedded::range_of(table.index_ids[0], plan);
}

void give_up(const std::string& why) {
  fmt::print(stderr, "store_bench: {}\n", why);
  std::exit(1);
}

}  // namespace norn::bench
