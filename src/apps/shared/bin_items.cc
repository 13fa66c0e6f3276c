#include "apps/shared/bin_items.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <utility>

#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/meter.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "base/time_text.h"

namespace norn::apps::bin_items {
namespace {

// The longest text of one item, which may have 400 KB.
constexpr size_t kMaxContentBytes = 300'000;

std::unexpected<Error> damaged() {
  return fault(ErrorCode::kUnreadable, kBinUnreadable);
}

}  // namespace

std::string partition_of(std::string_view owner) {
  return std::string(kBinPrefix).append(owner);
}

std::string time_key(int64_t deleted_ms, std::string_view id) {
  return fmt::format("{}{:015}#{}", kTimePrefix, deleted_ms, id);
}

std::string thing_key(std::string_view id) {
  return std::string(kThingPrefix).append(id);
}

std::string parts_of(std::string_view id) {
  return fmt::format("{}{}#", kPartPrefix, id);
}

std::string part_key(std::string_view id, int64_t number) {
  return fmt::format("{}{:03}", parts_of(id), number);
}

std::string_view cut(std::string_view text, size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  return text.substr(0, most);
}

std::string content_of(const std::vector<BinnedItem>& items) {
  std::string content;
  ListWriter list(content);
  for (const BinnedItem& binned : items) {
    ObjectWriter object(list.next());
    object.text("table", binned.table);
    object.key("item").append(binned.item.json());
    object.close();
  }
  list.close();
  return content;
}

Result<std::vector<BinnedItem>> items_of(const std::string& content) {
  simdjson::dom::parser parser;
  simdjson::dom::array list;
  if (parser.parse(content).get(list) != simdjson::SUCCESS) return damaged();
  std::vector<BinnedItem> items;
  for (const simdjson::dom::element element : list) {
    std::string_view table;
    simdjson::dom::element json;
    if (element["table"].get(table) != simdjson::SUCCESS) return damaged();
    if (element["item"].get(json) != simdjson::SUCCESS) return damaged();
    auto item = store::Item::from_json(simdjson::minify(json));
    if (!item) return damaged();
    items.push_back({std::string(table), *std::move(item)});
  }
  return items;
}

std::vector<std::string> split(std::string_view content) {
  std::vector<std::string> parts;
  do {
    const std::string_view part = cut(content, kMaxContentBytes);
    parts.emplace_back(part);
    content.remove_prefix(part.size());
  } while (!content.empty());
  return parts;
}

store::Map record_of(const Binned& binned) {
  store::Map record = {{"PK", partition_of(binned.owner)},
                       {"thingId", binned.id},
                       {"kind", binned.kind},
                       {"title", binned.title},
                       {"startsAt", binned.starts_at},
                       {"deletedAt", timestamp_s(binned.deleted_ms)},
                       {"deletedMs", store::Value::number(binned.deleted_ms)},
                       {"bytes", store::Value::number(binned.bytes)},
                       {"parts", store::Value::number(binned.parts)},
                       {"ttl", store::Value::number(binned.expires_ms() / 1000)}};
  if (!binned.deleted_by.empty()) record.emplace("deletedBy", binned.deleted_by);
  if (binned.sweep) {
    record.emplace("sweepKind", binned.sweep->kind);
    record.emplace("sweepSubject", binned.sweep->subject);
  }
  return record;
}

Binned binned_from(store::ItemView item) {
  Binned binned;
  binned.owner = text_of(item, "PK").substr(kBinPrefix.size());
  binned.id = text_of(item, "thingId");
  binned.kind = text_of(item, "kind");
  binned.title = text_of(item, "title");
  binned.starts_at = text_of(item, "startsAt");
  binned.deleted_by = text_of(item, "deletedBy");
  binned.deleted_ms = integer_of(item, "deletedMs");
  binned.bytes = integer_of(item, "bytes");
  binned.parts = integer_of(item, "parts");
  binned.revision = integer_of(item, "revision");
  if (item.contains("sweepKind")) {
    binned.sweep = {text_of(item, "sweepKind"), text_of(item, "sweepSubject")};
  }
  return binned;
}

store::PutRequest put_in(const std::string& table, store::Map attributes, std::string sort_key,
                         std::string_view type) {
  attributes.insert_or_assign("SK", std::move(sort_key));
  attributes.insert_or_assign("entityType", type);
  store::PutRequest put;
  put.table = table;
  put.item = store::Item::from_map(attributes);
  return put;
}

store::PutRequest put_part(const std::string& table, const Binned& binned, int64_t number,
                           const std::string& content) {
  return put_in(table,
                {{"PK", partition_of(binned.owner)},
                 {"content", content},
                 {"ttl", store::Value::number(binned.expires_ms() / 1000)}},
                part_key(binned.id, number), "BIN_PART");
}

store::DeleteRequest delete_in(const std::string& table, const std::string& owner,
                               std::string_view sort_key) {
  store::DeleteRequest request;
  request.table = table;
  request.key = key_of(partition_of(owner), sort_key);
  return request;
}

std::set<std::string> people_in(const Deletion& deletion) {
  std::set<std::string> people = {deletion.deleted_by};
  for (const BinnedItem& binned : deletion.items) {
    for (const std::string_view name : kPersonAttributes) {
      people.insert(text_of(binned.item, name));
    }
  }
  // Another program may have written anything.
  std::erase_if(
      people, [&](const std::string& id) { return !is_id(id) || of_person(id) == deletion.owner; });
  return people;
}

store::QueryRequest query_of(const std::string& table, std::string_view partition,
                             std::string_view prefix) {
  store::QueryRequest request;
  request.table = table;
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.placeholders.values = {{":pk", partition}, {":prefix", prefix}};
  request.consistent = true;
  return request;
}

}  // namespace norn::apps::bin_items
