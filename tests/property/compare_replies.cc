#include "property/compare_replies.h"

#include <map>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "store/requests/capacity.h"

namespace norn::testing {

using namespace store;

namespace {

std::string item_text(const std::optional<Item>& item) {
  return item ? std::string(item->json()) : "-";
}

std::string capacity_text(const ConsumedCapacity& capacity) {
  std::string text = fmt::format(" [{} r{} w{}", capacity.table, capacity.table_read_units,
                                 capacity.table_write_units);
  for (const auto& [index, units] : capacity.indexes) {
    if (units.read == 0 && units.write == 0) continue;
    text += fmt::format(" {} r{} w{}", index, units.read, units.write);
  }
  return text + "]";
}

std::string capacity_text(const std::map<std::string, ConsumedCapacity>& capacities) {
  std::string text;
  for (const auto& [table, capacity] : capacities) text += capacity_text(capacity);
  return text;
}

std::string collection_text(const ItemCollection& collection) {
  return fmt::format(" {}: {} bytes", collection.key.json(), collection.bytes);
}

std::string collections_text(const ItemCollections& collections) {
  std::vector<std::string> lines;
  for (const auto& [table, of_table] : collections) {
    for (const ItemCollection& one : of_table) lines.push_back(table + collection_text(one));
  }
  return fmt::format("{}", fmt::join(sorted(std::move(lines)), ","));
}

}  // namespace

std::string error_text(const Error& error) {
  // The position is part of the message, and positions are each store's own.
  if (error.code == ErrorCode::kTrimmedDataAccess) return "TrimmedDataAccessException";
  return to_text(error);
}

std::string reply_text(const WriteResult& result) {
  std::string text = item_text(result.attributes) + capacity_text(result.capacity);
  if (result.item_collection) text += collection_text(*result.item_collection);
  return text;
}

std::string reply_text(const BatchWriteResult& result) {
  return fmt::format("{} unprocessed{}{}", result.unprocessed.writes.size(),
                     capacity_text(result.capacity), collections_text(result.item_collections));
}

std::string reply_text(const TransactWriteResult& result) {
  return capacity_text(result.capacity) + collections_text(result.item_collections);
}

std::string reply_text(const GetResult& result) {
  return item_text(result.item) + capacity_text(result.capacity);
}

std::string reply_text(const PageResult& page) {
  return fmt::format("{} of {} last {}{}\n{}", page.count, page.scanned_count,
                     item_text(page.last_key), capacity_text(page.capacity),
                     fmt::join(texts(page.items), "\n"));
}

std::string reply_text(const BatchGetResult& result) {
  std::string text = capacity_text(result.capacity);
  for (const auto& [table, items] : result.items) {
    text += fmt::format("\n{}: {}", table, fmt::join(sorted(texts(items)), "\n"));
  }
  return text;
}

std::string reply_text(const TransactGetResult& result) {
  std::string text = capacity_text(result.capacity);
  for (const std::optional<Item>& item : result.items) text += "\n" + item_text(item);
  return text;
}

std::string reply_text(const TableDescription& description) {
  std::vector<std::string> attributes;
  for (const auto& attribute : description.attributes) {
    attributes.push_back(attribute.name + ":" + attribute.type);
  }
  std::string text = fmt::format(
      "{} {} {} bytes {} items, key {} {}, attributes {}, created {}, stream {} {}",
      description.schema.name, description.arn, description.size_bytes, description.item_count,
      description.schema.key.partition.name,
      description.schema.key.sort ? description.schema.key.sort->name : "-",
      fmt::join(sorted(attributes), " "), description.created_ms,
      description.stream ? to_name(*description.stream) : "off", description.stream_arn);
  for (const IndexDescription& index : description.indexes) {
    text +=
        fmt::format("\n{} {} {} {} {} bytes {} items", index.schema.name,
                    index.schema.global ? "global" : "local", to_name(index.schema.projection.kind),
                    index.schema.key.partition.name, index.size_bytes, index.item_count);
  }
  return text;
}

std::string reply_text(const TtlDescription& description) {
  return fmt::format("{} {}", description.enabled, description.attribute);
}

std::string reply_text(const ListTablesResult& result) {
  return fmt::format("{} last {}", fmt::join(result.tables, " "), result.last_table.value_or("-"));
}

std::string reply_text(const std::vector<StreamRecord>& records) {
  std::multimap<std::string, std::string> by_item;  // Keeps the order of the records of one item.
  for (const StreamRecord& record : records) {
    by_item.emplace(record.keys.json(),
                    fmt::format("{} at {} old {} new {}{}", static_cast<int>(record.event),
                                record.created_ms, item_text(record.old_image),
                                item_text(record.new_image), record.by_ttl ? " expired" : ""));
  }
  std::string text;
  for (const auto& [key, record] : by_item) text += key + " " + record + "\n";
  return text;
}

std::string unordered_text(const Drained& drained, const std::string& sort) {
  std::string text = fmt::format("{} of {}", drained.count, drained.scanned_count);
  // Bytes are rounded up to units page by page, so only whole results cost the same.
  if (drained.pages.size() == 1) text += capacity_text(drained.pages[0].capacity);
  if (!sort.empty()) {
    text += fmt::format("\nin the order {}", fmt::join(column(drained.items, sort), " "));
  }
  std::vector<std::string> items;
  for (const Item& item : drained.items) items.emplace_back(item.json());
  return text + fmt::format("\n{}", fmt::join(sorted(std::move(items)), "\n"));
}

}  // namespace norn::testing
