#include "support/consistency.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "store/key.h"
#include "store/stream_view.h"
#include "support/builders.h"
#include "support/replies.h"

namespace norn::testing {
namespace {

constexpr size_t kShownProblems = 10;
constexpr size_t kShownBytes = 300;

std::string shortened(std::string_view text) {
  return text.size() <= kShownBytes
             ? std::string(text)
             : fmt::format("{}... ({} bytes)", text.substr(0, kShownBytes), text.size());
}

std::vector<std::string> sorted_json(const std::vector<store::Item>& items) {
  std::vector<std::string> lines;
  lines.reserve(items.size());
  for (const store::Item& item : items) {
    lines.emplace_back(item.json());
  }
  std::ranges::sort(lines);
  return lines;
}

// Both sorted.
void compare_lines(const std::string& where, const std::vector<std::string>& expected,
                   const std::vector<std::string>& actual, Problems& problems) {
  std::vector<std::string> missing;
  std::vector<std::string> extra;
  std::ranges::set_difference(expected, actual, std::back_inserter(missing));
  std::ranges::set_difference(actual, expected, std::back_inserter(extra));
  for (const std::string& line : missing) {
    problems.push_back(fmt::format("{} lacks {}", where, shortened(line)));
  }
  for (const std::string& line : extra) {
    problems.push_back(fmt::format("{} has, but should not have, {}", where, shortened(line)));
  }
}

void compare_count(const std::string& what, uint64_t expected, uint64_t actual,
                   Problems& problems) {
  if (expected != actual) {
    problems.push_back(fmt::format("{} is {} instead of {}", what, actual, expected));
  }
}

void check_index(store::Store& store, const TableContent& content, size_t position,
                 Problems& problems) {
  const store::TableSchema& schema = content.description.schema;
  const store::IndexSchema& index = schema.indexes[position];
  std::vector<store::Item> expected;
  uint64_t bytes = 0;
  for (const store::Item& item : content.items) {
    store::IndexChange change = store::index_change(schema, index, std::nullopt, item.view());
    if (change.put) {
      bytes += change.entry.size_bytes();
      expected.push_back(std::move(change.entry));
    }
  }
  const auto entries = must(drain(store, scan(schema.name, index.name))).items;
  const std::string where = fmt::format("index {}", index.name);
  compare_lines(where, sorted_json(expected), sorted_json(entries), problems);
  const store::IndexDescription& described = content.description.indexes[position];
  compare_count(where + "'s item count", expected.size(), described.item_count, problems);
  compare_count(where + "'s size", bytes, described.size_bytes, problems);
}

}  // namespace

std::string to_text(const Problems& problems) {
  std::string text;
  for (size_t i = 0; i < std::min(problems.size(), kShownProblems); ++i) {
    text += "  " + problems[i] + "\n";
  }
  if (problems.size() > kShownProblems) {
    text += fmt::format("  and {} more problems\n", problems.size() - kShownProblems);
  }
  return text;
}

TableContent read_table(store::Store& store, const std::string& table) {
  store::TableDescription description = must(store.describe_table(table));
  return {std::move(description), must(drain(store, scan(table))).items};
}

Problems check_indexes(store::Store& store, const TableContent& content) {
  Problems problems;
  uint64_t bytes = 0;
  for (const store::Item& item : content.items) {
    bytes += item.size_bytes();
    if (const auto verified = store::Item::verify(item.bytes()); !verified) {
      problems.push_back(fmt::format("{} ({})", verified.error().message, shortened(item.json())));
    }
  }
  compare_count("the table's item count", content.items.size(), content.description.item_count,
                problems);
  compare_count("the table's size", bytes, content.description.size_bytes, problems);
  for (size_t i = 0; i < content.description.schema.indexes.size(); ++i) {
    if (content.description.schema.indexes[i].status == store::IndexStatus::kActive) {
      check_index(store, content, i, problems);
    }
  }
  return problems;
}

Problems check_collections(store::Store& store, const TableContent& content) {
  struct Collection {
    store::Item key;  // Of one of its items.
    uint64_t bytes = 0;
  };
  const store::TableSchema& schema = content.description.schema;
  std::map<std::string, Collection> collections;
  for (const store::Item& item : content.items) {
    const auto partition = item.find(schema.key.partition.name);
    Collection& collection = collections[std::string(partition->json())];
    collection.key = store::key_attributes(schema, nullptr, item.view());
    collection.bytes += item.size_bytes();
    for (const store::IndexSchema& index : schema.indexes) {
      if (!index.global) {
        const auto change = store::index_change(schema, index, std::nullopt, item.view());
        collection.bytes += static_cast<uint64_t>(change.bytes_delta);
      }
    }
  }
  Problems problems;
  for (const auto& [partition, collection] : collections) {
    // An update without an expression changes nothing of an item that is there.
    store::UpdateRequest request;
    request.table = schema.name;
    request.key = collection.key;
    const auto result = must(store.update(request));
    compare_count(fmt::format("the size of collection {}", partition), collection.bytes,
                  result.item_collection ? result.item_collection->bytes : 0, problems);
  }
  return problems;
}

Problems StreamReplay::advance(store::Store& store, const store::TableDescription& table) {
  Problems problems;
  const auto stream = must(store.describe_stream({table.stream_arn, "", std::nullopt}));
  while (true) {
    store::ReadStreamRequest request{table.stream_arn, stream.shards.at(0).id, position_, {}};
    const auto page = must(store.read_stream(request));
    for (const store::StreamRecord& record : page.records) {
      apply(record, problems);
    }
    position_ = page.next.value();
    if (page.records.empty()) {
      return problems;
    }
  }
}

void StreamReplay::apply(const store::StreamRecord& record, Problems& problems) {
  if (record.sequence != store::sequence_text(next_)) {
    problems.push_back(fmt::format("the stream has record {} where {} was due", record.sequence,
                                   store::sequence_text(next_)));
    next_ = store::sequence_from_text(record.sequence).value_or(next_);
  }
  ++next_;
  const std::string key(record.keys.json());
  const auto known = images_.find(key);
  const std::string before = known == images_.end() ? "" : known->second;
  const std::string old_image(record.old_image ? record.old_image->json() : "");
  if (old_image != before) {
    problems.push_back(fmt::format("stream record {} says that the item was {}, but it was {}",
                                   record.sequence, shortened(old_image), shortened(before)));
  }
  if (record.new_image) {
    images_[key] = record.new_image->json();
  } else {
    images_.erase(key);
  }
}

Problems StreamReplay::compare(const TableContent& content) const {
  std::vector<std::string> expected;
  expected.reserve(images_.size());
  for (const auto& [key, image] : images_) {
    expected.push_back(image);
  }
  std::ranges::sort(expected);
  Problems problems;
  compare_lines("the table, compared with its stream,", expected, sorted_json(content.items),
                problems);
  return problems;
}

}  // namespace norn::testing
