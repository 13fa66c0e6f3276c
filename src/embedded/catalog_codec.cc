#include "embedded/catalog_codec.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "embedded/settings_codec.h"
#include "store/item.h"

namespace norn::embedded {
namespace {

using store::List;
using store::Map;
using store::Value;

template <typename Enum>
Value enum_value(Enum value) {
  return Value::number(static_cast<int64_t>(value));
}

// Reads fields of a record and remembers whether one was missing or had the wrong type, so that a
// damaged record is refused once, at the end.
class Fields {
 public:
  explicit Fields(const Map& map) : map_(map) {}

  std::string text(std::string_view name) { return field<std::string>(name); }
  int64_t number(std::string_view name) {
    int64_t number = 0;
    damaged_ |= !field<store::Number>(name).to_int64(number);
    return number;
  }
  std::string binary(std::string_view name) { return field<store::Binary>(name).bytes; }
  bool flag(std::string_view name) { return field<bool>(name); }
  template <typename Enum>
  Enum enumeration(std::string_view name, Enum last) {
    const int64_t value = number(name);
    damaged_ |= value < 0 || value > static_cast<int64_t>(last);
    return static_cast<Enum>(value);
  }
  List list(std::string_view name) { return field<List>(name); }
  Map map(std::string_view name) { return field<Map>(name); }
  bool has(std::string_view name) const { return map_.contains(name); }
  bool damaged() const { return damaged_; }
  void merge(const Fields& other) { damaged_ |= other.damaged_; }

 private:
  template <typename T>
  T field(std::string_view name) {
    const auto found = map_.find(name);
    if (found != map_.end()) {
      if (const T* value = found->second.get_if<T>()) {
        return *value;
      }
    }
    damaged_ = true;
    return T{};
  }

  const Map& map_;
  bool damaged_ = false;
};

List encode_key_attributes(const store::KeyAttribute& first,
                           const std::vector<store::KeyAttribute>& more) {
  const auto encode_one = [](const store::KeyAttribute& attribute) {
    return Map{{"name", attribute.name}, {"type", enum_value(attribute.type)}};
  };
  List list{encode_one(first)};
  for (const store::KeyAttribute& attribute : more) {
    list.emplace_back(encode_one(attribute));
  }
  return list;
}

Map encode_key(const store::KeySchema& key) {
  // A Norn that does not know such keys must not take the first attributes for the whole key.
  if (key.has_several()) {
    Map map{{"partitions", encode_key_attributes(key.partition, key.more_partition)}};
    if (key.sort) {
      map.emplace("sorts", encode_key_attributes(*key.sort, key.more_sort));
    }
    return map;
  }
  Map map{{"partition", key.partition.name}, {"partitionType", enum_value(key.partition.type)}};
  if (key.sort) {
    map.emplace("sort", key.sort->name);
    map.emplace("sortType", enum_value(key.sort->type));
  }
  return map;
}

std::vector<store::KeyAttribute> decode_key_attributes(Fields& parent, std::string_view name) {
  std::vector<store::KeyAttribute> attributes;
  for (const Value& value : parent.list(name)) {
    const Map* map = value.get_if<Map>();
    const Map empty;
    Fields fields(map != nullptr ? *map : empty);
    attributes.push_back({fields.text("name"), fields.enumeration("type", store::Type::kBinary)});
    parent.merge(fields);
  }
  return attributes;
}

// Takes the first attribute off the list.
store::KeyAttribute take_first(std::vector<store::KeyAttribute>& attributes) {
  store::KeyAttribute first = std::move(attributes.front());
  attributes.erase(attributes.begin());
  return first;
}

store::KeySchema decode_key_of_several(Fields& fields) {
  store::KeySchema key;
  key.more_partition = decode_key_attributes(fields, "partitions");
  if (!key.more_partition.empty()) {
    key.partition = take_first(key.more_partition);
  }
  if (fields.has("sorts")) {
    key.more_sort = decode_key_attributes(fields, "sorts");
    if (!key.more_sort.empty()) {
      key.sort = take_first(key.more_sort);
    }
  }
  return key;
}

store::KeySchema decode_key(Fields& parent, std::string_view name) {
  const Map map = parent.map(name);
  Fields fields(map);
  store::KeySchema key;
  if (fields.has("partitions")) {
    key = decode_key_of_several(fields);
    parent.merge(fields);
    return key;
  }
  key.partition = {fields.text("partition"),
                   fields.enumeration("partitionType", store::Type::kBinary)};
  if (fields.has("sort")) {
    key.sort = {fields.text("sort"), fields.enumeration("sortType", store::Type::kBinary)};
  }
  parent.merge(fields);
  return key;
}

void encode_throughput(Map& map, const store::Throughput& throughput) {
  map.emplace("readUnits", Value::number(throughput.read_units));
  map.emplace("writeUnits", Value::number(throughput.write_units));
}

// Settings that most tables and indexes lack are left out, as in records from before there were
// any.
void encode_number(Map& map, std::string name, int64_t number) {
  if (number != 0) {
    map.emplace(std::move(name), Value::number(number));
  }
}

// `Description` is that of a table or an index.
template <typename Description>
void encode_settings(Map& map, const Description& description) {
  encode_number(map, "increasedMs", description.throughput_times.increased_ms);
  encode_number(map, "decreasedMs", description.throughput_times.decreased_ms);
  encode_number(map, "onDemandRead", description.on_demand.read_units.value_or(0));
  encode_number(map, "onDemandWrite", description.on_demand.write_units.value_or(0));
  encode_number(map, "warmRead", description.warm.read_units);
  encode_number(map, "warmWrite", description.warm.write_units);
}

int64_t decode_number(Fields& fields, std::string_view name) {
  return fields.has(name) ? fields.number(name) : 0;
}

template <typename Description>
void decode_settings(Fields& fields, Description& description) {
  const auto limit = [&](std::string_view name) {
    return fields.has(name) ? std::optional(fields.number(name)) : std::nullopt;
  };
  description.throughput_times = {decode_number(fields, "increasedMs"),
                                  decode_number(fields, "decreasedMs")};
  description.on_demand = {limit("onDemandRead"), limit("onDemandWrite")};
  description.warm = {decode_number(fields, "warmRead"), decode_number(fields, "warmWrite")};
}

Value encode_index(const Table& table, size_t position) {
  const store::IndexSchema& index = table.description.schema.indexes[position];
  const store::IndexDescription& description = table.description.indexes[position];
  List non_key;
  for (const std::string& name : index.projection.non_key_attributes) {
    non_key.emplace_back(name);
  }
  Map map{{"id", Value::number(table.index_ids[position])},
          {"name", index.name},
          {"key", encode_key(index.key)},
          {"projection", enum_value(index.projection.kind)},
          {"nonKeyAttributes", std::move(non_key)},
          {"global", Value::boolean(index.global)},
          {"status", enum_value(index.status)},
          {"arn", description.arn}};
  if (description.throughput) {
    encode_throughput(map, *description.throughput);
  }
  encode_settings(map, description);
  if (const auto& cursor = table.backfill_cursors[position]) {
    map.emplace("backfilledTo", store::Binary{*cursor});
  }
  return map;
}

void decode_index(Fields& parent, const Value& value, Table& table) {
  const Map* map = value.get_if<Map>();
  const Map empty;
  Fields fields(map != nullptr ? *map : empty);
  store::IndexSchema index;
  index.name = fields.text("name");
  index.key = decode_key(fields, "key");
  index.projection.kind = fields.enumeration("projection", store::ProjectionKind::kInclude);
  for (const Value& name : fields.list("nonKeyAttributes")) {
    if (const auto* text = name.get_if<std::string>()) {
      index.projection.non_key_attributes.push_back(*text);
    }
  }
  index.global = fields.flag("global");
  index.status = fields.enumeration("status", store::IndexStatus::kDeleting);
  store::IndexDescription description;
  description.schema = index;
  description.arn = fields.text("arn");
  if (fields.has("readUnits")) {
    description.throughput = {fields.number("readUnits"), fields.number("writeUnits")};
  }
  decode_settings(fields, description);
  table.index_ids.push_back(static_cast<SpaceId>(fields.number("id")));
  table.backfill_cursors.emplace_back();
  if (fields.has("backfilledTo")) {
    table.backfill_cursors.back() = fields.binary("backfilledTo");
  }
  table.description.schema.indexes.push_back(std::move(index));
  table.description.indexes.push_back(std::move(description));
  parent.merge(fields);
}

List encode_attributes(const std::vector<store::AttributeDefinition>& attributes) {
  List list;
  for (const auto& attribute : attributes) {
    list.emplace_back(Map{{"name", attribute.name}, {"type", attribute.type}});
  }
  return list;
}

void decode_attribute(Fields& parent, const Value& value, store::TableDescription& description) {
  const Map* map = value.get_if<Map>();
  const Map empty;
  Fields fields(map != nullptr ? *map : empty);
  description.attributes.push_back({fields.text("name"), fields.text("type")});
  parent.merge(fields);
}

Map encode_tags(const store::Tags& tags) {
  Map map;
  for (const auto& [key, value] : tags) {
    map.emplace(key, value);
  }
  return map;
}

store::Tags decode_tags(Fields& parent) {
  const Map map = parent.map("tags");
  Fields fields(map);
  store::Tags tags;
  for (const auto& [key, value] : map) {
    tags.emplace(key, fields.text(key));
  }
  parent.merge(fields);
  return tags;
}

Result<Map> decode_record(std::string_view bytes) {
  NORN_TRY(store::Item::verify(bytes));
  NORN_ASSIGN(const store::ItemView view, store::Item::decode_view(bytes));
  return view.to_map();
}

}  // namespace

std::string encode(const Table& table) {
  const store::TableDescription& description = table.description;
  List indexes;
  for (size_t i = 0; i < description.schema.indexes.size(); ++i) {
    indexes.push_back(encode_index(table, i));
  }
  Map map{{"id", Value::number(table.id)},
          {"name", description.schema.name},
          {"key", encode_key(description.schema.key)},
          {"attributes", encode_attributes(description.attributes)},
          {"indexes", std::move(indexes)},
          {"tableId", description.id},
          {"arn", description.arn},
          {"createdMs", Value::number(description.created_ms)},
          {"billing", enum_value(description.billing)},
          {"deletionProtection", Value::boolean(description.deletion_protection)},
          {"streamArn", description.stream_arn},
          {"streamLabel", description.stream_label},
          {"ttlEnabled", Value::boolean(table.ttl.enabled)},
          {"ttlAttribute", table.ttl.attribute},
          {"ttlBackfilling", Value::boolean(table.ttl_backfilling)}};
  encode_throughput(map, description.throughput);
  encode_settings(map, description);
  encode_number(map, "onDemandSinceMs", description.on_demand_since_ms);
  if (description.encryption_key) {
    map.emplace("encryptionKey", *description.encryption_key);
  }
  if (description.stream) {
    map.emplace("stream", enum_value(*description.stream));
  }
  if (description.table_class) {
    map.emplace("tableClass", enum_value(*description.table_class));
  }
  if (description.was_on_demand) {
    map.emplace("wasOnDemand", Value::boolean(true));
  }
  // Left out when there are none, as in records from before there were tags.
  if (!table.tags.empty()) {
    map.emplace("tags", encode_tags(table.tags));
  }
  if (table.settings != store::TableSettings{}) {
    map.emplace("settings", encode_settings(table.settings));
  }
  return store::Item::from_map(map).bytes();
}

Result<Table> decode_table(std::string_view bytes) {
  NORN_ASSIGN(const Map map, decode_record(bytes));
  Fields fields(map);
  Table table;
  store::TableDescription& description = table.description;
  table.id = static_cast<SpaceId>(fields.number("id"));
  description.schema.name = fields.text("name");
  description.schema.key = decode_key(fields, "key");
  for (const Value& attribute : fields.list("attributes")) {
    decode_attribute(fields, attribute, description);
  }
  for (const Value& index : fields.list("indexes")) {
    decode_index(fields, index, table);
  }
  description.id = fields.text("tableId");
  description.arn = fields.text("arn");
  description.created_ms = fields.number("createdMs");
  description.billing = fields.enumeration("billing", store::BillingMode::kProvisioned);
  description.was_on_demand = fields.has("wasOnDemand");
  description.throughput = {fields.number("readUnits"), fields.number("writeUnits")};
  decode_settings(fields, description);
  description.on_demand_since_ms = decode_number(fields, "onDemandSinceMs");
  if (fields.has("encryptionKey")) {
    description.encryption_key = fields.text("encryptionKey");
  }
  description.deletion_protection = fields.flag("deletionProtection");
  if (fields.has("tableClass")) {
    description.table_class =
        fields.enumeration("tableClass", store::TableClass::kStandardInfrequentAccess);
  }
  description.stream_arn = fields.text("streamArn");
  description.stream_label = fields.text("streamLabel");
  if (fields.has("stream")) {
    description.stream = fields.enumeration("stream", store::StreamView::kNewAndOldImages);
  }
  table.ttl = {fields.flag("ttlEnabled"), fields.text("ttlAttribute")};
  table.ttl_backfilling = fields.flag("ttlBackfilling");
  if (fields.has("tags")) {
    table.tags = decode_tags(fields);
  }
  if (const auto settings = map.find("settings"); settings != map.end()) {
    NORN_ASSIGN(table.settings, decode_settings(settings->second));
  }
  table.schema = std::make_shared<const store::TableSchema>(description.schema);
  if (fields.damaged()) {
    return fail(ErrorCode::kCorruption, "the record of a table has a missing or unfit field");
  }
  return table;
}

std::string encode(const Stream& stream) {
  Map map{{"id", Value::number(stream.id)},  {"arn", stream.arn},
          {"table", stream.table},           {"label", stream.label},
          {"view", enum_value(stream.view)}, {"createdMs", Value::number(stream.created_ms)},
          {"key", encode_key(stream.key)}};
  if (stream.closed_ms) {
    map.emplace("closedMs", Value::number(*stream.closed_ms));
  }
  return store::Item::from_map(map).bytes();
}

Result<Stream> decode_stream(std::string_view bytes) {
  NORN_ASSIGN(const Map map, decode_record(bytes));
  Fields fields(map);
  Stream stream;
  stream.id = static_cast<SpaceId>(fields.number("id"));
  stream.arn = fields.text("arn");
  stream.table = fields.text("table");
  stream.label = fields.text("label");
  stream.view = fields.enumeration("view", store::StreamView::kNewAndOldImages);
  stream.created_ms = fields.number("createdMs");
  stream.key = decode_key(fields, "key");
  if (fields.has("closedMs")) {
    stream.closed_ms = fields.number("closedMs");
  }
  if (fields.damaged()) {
    return fail(ErrorCode::kCorruption, "the record of a stream has a missing or unfit field");
  }
  return stream;
}

}  // namespace norn::embedded
