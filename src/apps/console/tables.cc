#include "apps/console/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <tuple>
#include <utility>

#include "apps/console/sentences.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/json_text.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "base/work_budget.h"
#include "store/expressions/condition.h"
#include "store/expressions/expression_names.h"
#include "store/key.h"
#include "store/limits.h"
#include "store/wire/wire.h"

namespace norn::console {
namespace {

constexpr size_t kMaxLoggedBytes = 200;
constexpr size_t kMaxPositionBytes = 4096;
// Reads of the store for one page: one that answers with less than it was asked for is asked again.
constexpr int kMaxReads = 50;
// Of up to a thousand changes, to find the last ones of a stream.
constexpr int kMaxReadsBack = 20;

bool is_missing(const Error& error) {
  return error.code == ErrorCode::kTableNotFound || error.code == ErrorCode::kResourceNotFound;
}

// What the store says of a wrong request, said to the person who made it.
Error as_said(Error error, std::string_view field) {
  switch (error.code) {
    case ErrorCode::kValidation:
    case ErrorCode::kSerialization:
    case ErrorCode::kItemCollectionSizeLimitExceeded:
    case ErrorCode::kLimitExceeded:
      return invalid(field, kStoreRefuses(error.message)).error();
    case ErrorCode::kResourceInUse:
      return conflict(kStoreRefuses(error.message)).error();
    default:
      return error;
  }
}

// One comparison as an expression, with its placeholders.
class Expression {
 public:
  Result<void> add(const Comparison& comparison) {
    const std::string name = fmt::format("#n{}", count_);
    std::vector<std::string> values;
    for (const store::Value& value : comparison.values) {
      values.push_back(fmt::format(":v{}x{}", count_, values.size()));
      placeholders_.values.insert_or_assign(values.back(), value);
    }
    placeholders_.names.insert_or_assign(name, comparison.attribute);
    ++count_;
    NORN_ASSIGN(const std::string text, text_of(comparison, name, values));
    text_ += (text_.empty() ? "" : " AND ") + text;
    return {};
  }

  const std::string& text() const { return text_; }
  const store::Placeholders& placeholders() const { return placeholders_; }

 private:
  static Result<std::string> text_of(const Comparison& comparison, const std::string& name,
                                     const std::vector<std::string>& values) {
    const std::string& op = comparison.op;
    const size_t count = op == "between" ? 2 : op.ends_with("exists") ? 0 : 1;
    if (values.size() != count) return invalid(comparison.field, kWrongOperands(op, count));
    if (op == "exists") return fmt::format("attribute_exists({})", name);
    if (op == "not_exists") return fmt::format("attribute_not_exists({})", name);
    if (op == "between") return fmt::format("{} BETWEEN {} AND {}", name, values[0], values[1]);
    if (op == "contains" || op == "begins_with") {
      return fmt::format("{}({}, {})", op, name, values[0]);
    }
    return fmt::format("{} {} {}", name, op, values[0]);
  }

  size_t count_ = 0;
  std::string text_;
  store::Placeholders placeholders_;
};

// What is left to do with items that the store has found: evaluated without what is hidden.
Result<std::optional<store::Condition>> condition_of(const std::vector<Comparison>& comparisons) {
  if (comparisons.empty()) return std::nullopt;
  Expression expression;
  for (const Comparison& each : comparisons) NORN_TRY(expression.add(each));
  store::PlaceholderUse use(expression.placeholders());
  auto parsed = store::Condition::parse(expression.text(), "FilterExpression", use);
  if (!parsed) return std::unexpected(as_said(parsed.error(), comparisons.front().field));
  return *std::move(parsed);
}

std::string about(const PageQuestion& question) {
  return fmt::format("{}\n{}\n{}\n{}", question.table, question.index,
                     question.partition ? store::to_json(*question.partition) : "",
                     question.descending);
}

Result<void> check_no_probe(apps::TableKind kind, const store::Value& value,
                            std::string_view field) {
  if (apps::Redaction::probes_secret(kind, value)) return invalid(field, kKeyHidden);
  return {};
}

// Whether the keys of an index can be asked about.
Result<void> check_index(apps::TableKind kind, const store::IndexSchema& index) {
  const auto is_hidden = [&](const std::string& name) {
    return apps::Redaction::hides_attribute(kind, name);
  };
  bool hides_key = false;
  index.key.each([&](const store::KeyAttribute& attribute) {
    hides_key = hides_key || is_hidden(attribute.name);
  });
  // What one kind of item shows there, another one may hide.
  if (kind != apps::TableKind::kNorn && !hides_key) return {};
  return invalid("index", kIndexHidden(index.name));
}

Result<const store::IndexSchema*> index_of(const store::TableSchema& schema, apps::TableKind kind,
                                           const std::string& name) {
  if (name.empty()) return nullptr;
  const store::IndexSchema* const index = schema.find_index(name);
  if (index == nullptr) return not_found(kConsoleIndexNotFound(schema.name, name));
  NORN_TRY(check_index(kind, *index));
  return index;
}

// A question that was checked, as the store gets it.
struct Plan {
  const store::IndexSchema* index = nullptr;
  apps::TableKind kind = apps::TableKind::kOrdinary;
  std::string key_condition = {};  // Empty: a scan.
  store::Placeholders placeholders = {};
  std::optional<store::Condition> condition = {};  // On what is shown.
  std::optional<store::Item> start_after = {};
};

Result<void> plan_key(const PageQuestion& question, const store::KeySchema& key, Plan& plan,
                      std::vector<Comparison>& conditions) {
  if (apps::Redaction::hides_attribute(plan.kind, key.partition.name)) {
    return invalid("partition", kAttributeHidden(key.partition.name));
  }
  NORN_TRY(check_no_probe(plan.kind, *question.partition, "partition"));
  Expression expression;
  NORN_TRY(expression.add({.attribute = key.partition.name,
                           .op = "=",
                           .values = {*question.partition},
                           .field = "partition"}));
  if (question.sort) {
    if (!key.sort) return invalid("sort", kNoSortKey(question.table));
    Comparison sort = *question.sort;
    sort.attribute = key.sort->name;
    if (apps::Redaction::hides_attribute(plan.kind, sort.attribute)) {
      return invalid("sort", kAttributeHidden(sort.attribute));
    }
    for (const store::Value& value : sort.values) {
      NORN_TRY(check_no_probe(plan.kind, value, "sort.values"));
    }
    // In `norn` the store would compare what is hidden.
    if (plan.kind == apps::TableKind::kNorn) {
      conditions.push_back(std::move(sort));
    } else {
      NORN_TRY(expression.add(sort));
    }
  }
  plan.key_condition = expression.text();
  plan.placeholders = expression.placeholders();
  return {};
}

Result<Plan> plan_of(const PageQuestion& question, const store::TableSchema& schema,
                     apps::TableKind kind) {
  Plan plan{.kind = kind};
  NORN_ASSIGN(plan.index, index_of(schema, kind, question.index));
  std::vector<Comparison> conditions;
  if (question.partition) {
    const store::KeySchema& key = plan.index != nullptr ? plan.index->key : schema.key;
    NORN_TRY(plan_key(question, key, plan, conditions));
  }
  for (const Comparison& filter : question.filter) {
    if (apps::Redaction::hides_attribute(kind, filter.attribute)) {
      return invalid(filter.field, kAttributeHidden(filter.attribute));
    }
    for (const store::Value& value : filter.values) {
      NORN_TRY(check_no_probe(kind, value, filter.field));
    }
    conditions.push_back(filter);
  }
  NORN_ASSIGN(plan.condition, condition_of(conditions));
  return plan;
}

Result<store::PageResult> read_page(store::Store& store, const PageQuestion& question,
                                    const Plan& plan, int64_t limit) {
  const auto fill = [&](store::PageRequest& request) {
    request.table = question.table;
    request.index = question.index;
    request.placeholders = plan.placeholders;
    request.limit = limit;
    request.start_after = plan.start_after;
    request.consistent = plan.index == nullptr || !plan.index->global;
  };
  if (plan.key_condition.empty()) {
    store::ScanRequest scan;
    fill(scan);
    return store.scan(scan);
  }
  store::QueryRequest query;
  fill(query);
  query.key_condition = plan.key_condition;
  query.forward = !question.descending;
  return store.query(query);
}

// A query that says what it looks for; otherwise each item that is looked at is shown.
int64_t limit_of_page(const PageQuestion& question, const Plan& plan, const Page& page) {
  const int64_t wanted = question.limit - static_cast<int64_t>(page.items.size());
  if (!plan.condition) return wanted;
  return std::min(Tables::kMaxItems, Tables::kMaxScanned - page.scanned);
}

std::string short_for_log(std::string text) {
  if (text.size() <= kMaxLoggedBytes) return text;
  size_t size = kMaxLoggedBytes;
  while (size > 0 && continues_character(text[size])) --size;
  return text.substr(0, size) + "...";
}

std::vector<std::string> united(std::vector<std::string> names,
                                const std::vector<std::string>& more) {
  std::ranges::copy(more, std::back_inserter(names));
  std::ranges::sort(names);
  const auto repeated = std::ranges::unique(names);
  names.erase(repeated.begin(), repeated.end());
  return names;
}

ItemChange change_shown(apps::TableKind kind, const store::StreamRecord& record) {
  ItemChange change{.id = record.sequence, .at_ms = record.created_ms, .event = record.event};
  // The keys alone do not say of which kind the item is; its images do.
  apps::Shown keys = apps::Redaction::shown(kind, record.keys);
  const auto add = [&](const std::optional<store::Item>& image, std::optional<store::Item>& to) {
    if (!image) return;
    apps::Shown shown = apps::Redaction::shown(kind, *image);
    std::vector<std::string> names;
    for (size_t i = 0; i < record.keys.count(); ++i) {
      names.push_back(record.keys.view().attribute(i).name());
    }
    keys = {.item = store::Item::subset(shown.item, names), .hidden = {}};
    change.hidden = united(std::move(change.hidden), shown.hidden);
    to = std::move(shown.item);
  };
  add(record.old_image, change.before);
  add(record.new_image, change.item);
  change.keys = std::move(keys.item);
  change.hidden = united(std::move(change.hidden), keys.hidden);
  return change;
}

size_t bytes_of_change(const ItemChange& change) {
  size_t bytes = change.keys.json().size();
  for (const auto* const image : {&change.item, &change.before}) {
    if (*image) bytes += (*image)->json().size();
  }
  return bytes;
}

// The last of them that fit into a page.
std::vector<ItemChange> changes_shown(apps::TableKind kind,
                                      std::deque<store::StreamRecord> records) {
  // Those of several shards came by turns. A longer or greater sequence number is later.
  std::ranges::sort(records, {}, [](const store::StreamRecord& record) {
    return std::tuple(record.created_ms, record.sequence.size(), std::string_view(record.sequence));
  });
  std::vector<ItemChange> changes;
  size_t bytes = 0;
  for (auto record = records.rbegin(); record != records.rend(); ++record) {
    changes.push_back(change_shown(kind, *record));
    bytes += bytes_of_change(changes.back());
    if (bytes >= Tables::kPageBytes) break;
  }
  std::ranges::reverse(changes);
  return changes;
}

}  // namespace

void append_shown(std::string& out, const apps::Shown& shown) {
  ObjectWriter object(out);
  object.key("item").append(shown.item.json());
  ListWriter hidden(object.key("hidden"));
  for (const std::string& name : shown.hidden) append_json_string(hidden.next(), name);
  hidden.close();
  object.close();
}

Tables::Tables(store::Store& store, const apps::TableNames& tables, Ids& ids, bool writes_own,
               std::vector<std::string> only)
    : store_(store),
      prefix_(tables.prefix),
      only_(std::move(only)),
      redaction_(tables.prefix),
      writes_own_(writes_own),
      cursors_(store, tables, ids) {}

bool Tables::reaches(const std::string& table) const {
  if (!table.starts_with(prefix_)) return false;
  return only_.empty() || std::ranges::find(only_, table) != only_.end();
}

Result<store::TableDescription> Tables::describe(const std::string& table) {
  if (!reaches(table)) return not_found(kConsoleTableNotFound(short_for_log(table)));
  auto described = store_.describe_table(table);
  if (described) return described;
  const bool is_wrong_name = described.error().code == ErrorCode::kValidation;
  if (is_missing(described.error()) || is_wrong_name) {
    return not_found(kConsoleTableNotFound(short_for_log(table)));
  }
  return described;
}

Result<std::vector<TableFacts>> Tables::list() {
  std::vector<TableFacts> all;
  store::ListTablesRequest request;
  do {
    NORN_ASSIGN(store::ListTablesResult page, store_.list_tables(request));
    for (const std::string& name : page.tables) {
      if (!reaches(name)) continue;
      NORN_TRY(WorkBudget::check());
      auto described = store_.describe_table(name);
      if (!described && is_missing(described.error())) continue;  // Deleted meanwhile.
      if (!described) return std::unexpected(described.error());
      const auto ttl = store_.describe_ttl(name);
      all.push_back({.table = *std::move(described),
                     .ttl = ttl ? *ttl : store::TtlDescription(),
                     .is_own = redaction_.is_own(name)});
      if (all.size() == kMaxTables) return all;
    }
    request.start_after = page.last_table.value_or("");
  } while (!request.start_after.empty());
  return all;
}

Result<Page> Tables::page(const PageQuestion& question) {
  NORN_ASSIGN(const store::TableDescription described, describe(question.table));
  const store::TableSchema& schema = described.schema;
  NORN_ASSIGN(Plan plan, plan_of(question, schema, redaction_.kind_of(question.table)));
  const std::string sealed_about = about(question);
  if (question.after) {
    NORN_ASSIGN(plan.start_after, cursors_.open(sealed_about, *question.after));
    if (!plan.start_after) return invalid("after", kCursorInvalid);
  }
  Page page;
  size_t bytes = 0;
  bool is_full = false;
  int reads = 0;
  do {
    auto found = read_page(store_, question, plan, limit_of_page(question, plan, page));
    if (!found) {
      return std::unexpected(as_said(found.error(), question.partition ? "partition" : ""));
    }
    page.capacity_units += found->capacity.total();
    plan.start_after = std::move(found->last_key);
    const size_t count = found->items.size();
    for (size_t i = 0; i < count && !is_full; ++i) {
      const store::ItemView item = found->items[i];
      NORN_TRY(WorkBudget::check());
      ++page.scanned;
      apps::Shown shown = apps::Redaction::shown(plan.kind, item);
      if (plan.condition && !plan.condition->holds(shown.item)) continue;
      bytes += shown.item.json().size();
      page.items.push_back(std::move(shown));
      is_full = std::ssize(page.items) >= question.limit || bytes >= kPageBytes;
      const bool has_more = i + 1 < count;
      if (is_full && has_more) plan.start_after = key_attributes(schema, plan.index, item);
    }
  } while (plan.start_after && !is_full && plan.condition && page.scanned < kMaxScanned &&
           ++reads < kMaxReads);
  if (plan.start_after) {
    NORN_ASSIGN(page.after, cursors_.seal(sealed_about, *plan.start_after));
  }
  return page;
}

Result<Changes> Tables::changes(const std::string& table, const std::optional<std::string>& after) {
  NORN_ASSIGN(const store::TableDescription described, describe(table));
  if (!described.stream) return conflict(kNoStream(table));
  const apps::TableKind kind = redaction_.kind_of(table);
  store::StreamTail tail(store_, table);
  Changes found;
  bool is_there = false;
  if (after && after->size() <= kMaxPositionBytes) {
    NORN_ASSIGN(is_there, tail.start_after(*after));
  }
  if (!is_there) {
    found.missed = after.has_value();
    NORN_TRY(tail.start_at_latest());
    found.after = tail.position();
    NORN_ASSIGN(found.changes, recent_changes(table, kind, tail));
    return found;
  }
  size_t bytes = 0;
  while (std::ssize(found.changes) < kMaxChanges && bytes < kPageBytes) {
    const auto records = tail.read(kMaxChanges - std::ssize(found.changes));
    if (!records && records.error().code == ErrorCode::kTrimmedDataAccess) {
      found.missed = true;
      NORN_TRY(tail.start_at_latest());
      break;
    }
    if (!records) return std::unexpected(records.error());
    if (records->empty()) break;
    for (const store::StreamRecord& record : *records) {
      NORN_TRY(WorkBudget::check());
      found.changes.push_back(change_shown(kind, record));
      bytes += bytes_of_change(found.changes.back());
      if (bytes < kPageBytes) continue;
      found.after = tail.position_after(record);
      return found;
    }
  }
  found.after = tail.position();
  return found;
}

Result<std::vector<ItemChange>> Tables::recent_changes(const std::string& table,
                                                       apps::TableKind kind,
                                                       const store::StreamTail& tail) {
  store::StreamTail earlier(store_, table);
  NORN_TRY(earlier.start_at_oldest());
  earlier.stop_at(tail);
  std::deque<store::StreamRecord> last;
  for (int reads = 0; reads < kMaxReadsBack; ++reads) {
    NORN_TRY(WorkBudget::check());
    auto records = earlier.read(store::kMaxStreamRecordsPerRead);
    if (!records && records.error().code == ErrorCode::kTrimmedDataAccess) break;
    if (!records) return std::unexpected(records.error());
    if (records->empty()) return changes_shown(kind, std::move(last));
    for (store::StreamRecord& record : *records) {
      last.push_back(std::move(record));
      if (std::ssize(last) > kMaxChanges) last.pop_front();
    }
  }
  return std::vector<ItemChange>();  // The last ones were not reached.
}

Result<store::TableDescription> Tables::describe_writable(const std::string& table) {
  NORN_ASSIGN(store::TableDescription described, describe(table));
  if (redaction_.is_own(table) && !writes_own_) return forbidden(kOwnTableReadOnly(table));
  return described;
}

Result<std::optional<store::Item>> Tables::read(const store::TableSchema& schema,
                                                const store::Item& like) {
  store::GetRequest request;
  request.table = schema.name;
  request.key = key_attributes(schema, nullptr, like);
  request.consistent = true;
  NORN_ASSIGN(store::GetResult found, store_.get(request));
  return std::move(found.item);
}

std::unexpected<Error> Tables::changed(const store::TableSchema& schema, const store::Item& like) {
  const auto current = read(schema, like);
  if (!current) return std::unexpected(current.error());
  if (!*current) return conflict(kItemGone);
  std::string json;
  append_shown(json, apps::Redaction::shown(redaction_.kind_of(schema.name), **current));
  Fault detail;
  detail.said = kConsoleItemChanged;
  detail.current = std::move(json);
  return fault(ErrorCode::kConflict, std::move(detail));
}

Result<store::Item> Tables::unchanged_item(const store::TableSchema& schema,
                                           const store::Item& shown) {
  NORN_ASSIGN(std::optional<store::Item> current, read(schema, shown));
  if (!current) return conflict(kItemGone);
  const apps::Shown now = apps::Redaction::shown(redaction_.kind_of(schema.name), *current);
  if (!now.is_whole()) return forbidden(kItemHidden);
  if (*current != shown) return changed(schema, shown);
  return *std::move(current);
}

Result<void> Tables::put(const std::string& table, const store::Item& item,
                         const std::optional<store::Item>& replaces) {
  NORN_ASSIGN(const store::TableDescription described, describe_writable(table));
  const store::TableSchema& schema = described.schema;
  const apps::TableKind kind = redaction_.kind_of(table);
  if (!apps::Redaction::shown(kind, item).is_whole()) return forbidden(kItemHidden);
  const auto key = store::key_of_item(schema.key, item);
  if (!key) return std::unexpected(as_said(key.error(), "item"));
  // An item between two with secret keys would tell by its place how they begin.
  const bool is_probe = apps::Redaction::probes_secret(kind, key->partition) ||
                        (key->sort && apps::Redaction::probes_secret(kind, *key->sort));
  if (is_probe) return forbidden(kItemHidden);
  store::PutRequest put;
  put.table = table;
  put.item = item;
  if (replaces) {
    if (!apps::Redaction::shown(kind, *replaces).is_whole()) return forbidden(kItemHidden);
    const auto old_key = store::key_of_item(schema.key, *replaces);
    if (!old_key) return std::unexpected(as_said(old_key.error(), "replaces"));
    if (*old_key != *key) return invalid("item", kItemKeyChanged);
    NORN_ASSIGN(const store::Item current, unchanged_item(schema, *replaces));
    apps::Unchanged same = apps::unchanged(current, apps::compared_attributes(current));
    put.condition = std::move(same.condition);
    put.placeholders = std::move(same.placeholders);
  }
  put.placeholders.names.insert_or_assign("#key", schema.key.partition.name);
  const std::string_view exists =
      replaces ? "attribute_exists(#key)" : "attribute_not_exists(#key)";
  put.condition += fmt::format("{}{}", put.condition.empty() ? "" : " AND ", exists);
  const auto written = store_.put(put);
  if (written) return {};
  if (written.error().code == ErrorCode::kConditionalCheckFailed) return changed(schema, item);
  return std::unexpected(as_said(written.error(), "item"));
}

Result<void> Tables::remove(const std::string& table, const store::Item& item) {
  NORN_ASSIGN(const store::TableDescription described, describe_writable(table));
  const store::TableSchema& schema = described.schema;
  if (!apps::Redaction::shown(redaction_.kind_of(table), item).is_whole())
    return forbidden(kItemHidden);
  const auto key = store::key_of_item(schema.key, item);
  if (!key) return std::unexpected(as_said(key.error(), "item"));
  NORN_ASSIGN(const store::Item current, unchanged_item(schema, item));
  apps::Unchanged same = apps::unchanged(current, apps::compared_attributes(current));
  store::DeleteRequest request;
  request.table = table;
  request.key = key_attributes(schema, nullptr, current);
  request.condition = std::move(same.condition);
  request.placeholders = std::move(same.placeholders);
  request.placeholders.names.insert_or_assign("#key", schema.key.partition.name);
  request.condition +=
      fmt::format("{}attribute_exists(#key)", request.condition.empty() ? "" : " AND ");
  const auto removed = store_.remove(request);
  if (removed) return {};
  if (removed.error().code == ErrorCode::kConditionalCheckFailed) return changed(schema, item);
  return std::unexpected(as_said(removed.error(), "item"));
}

std::string Tables::key_for_log(const std::string& table, const store::Item& item) {
  const auto described = store_.describe_table(table);
  if (!described) return {};
  const apps::Shown shown = apps::Redaction::shown(redaction_.kind_of(table), item);
  return short_for_log(std::string(key_attributes(described->schema, nullptr, shown.item).json()));
}

std::string Tables::value_for_log(const std::string& table, const store::Value& value) const {
  if (apps::Redaction::probes_secret(redaction_.kind_of(table), value))
    return std::string(apps::kHiddenPart);
  return short_for_log(store::to_json(value));
}

}  // namespace norn::console
