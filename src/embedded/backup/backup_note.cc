#include "embedded/backup/backup_note.h"

#include "store/item.h"

namespace norn::embedded {
namespace {

using store::Item;
using store::Map;
using store::Value;

Value count_value(uint64_t count) {
  return Value::number(static_cast<int64_t>(count));
}

std::optional<int64_t> number_in(const Item& item, std::string_view name) {
  const std::optional<Value> value = item.value(name);
  const auto* const number = value ? value->get_if<store::Number>() : nullptr;
  int64_t result = 0;
  if (number == nullptr || !number->to_int64(result) || result < 0) return std::nullopt;
  return result;
}

std::string text_in(const Item& item, std::string_view name) {
  const std::optional<Value> value = item.value(name);
  const auto* const text = value ? value->get_if<std::string>() : nullptr;
  return text == nullptr ? "" : *text;
}

std::optional<TableNote> table_in(const Item& item) {
  const std::optional<Value> record = item.value("record");
  const auto* const bytes = record ? record->get_if<store::Binary>() : nullptr;
  if (bytes == nullptr) return std::nullopt;
  return TableNote{.arn = text_in(item, "arn"),
                   .name = text_in(item, "name"),
                   .record = bytes->bytes,
                   .items = static_cast<uint64_t>(number_in(item, "items").value_or(0)),
                   .bytes = static_cast<uint64_t>(number_in(item, "bytes").value_or(0))};
}

}  // namespace

std::string encode(const BackupNote& note) {
  Map fields = {{"layout", Value::number(note.layout)},
                {"createdMs", Value::number(note.created_ms)}};
  if (note.table) {
    fields.insert_or_assign("arn", Value(note.table->arn));
    fields.insert_or_assign("name", Value(note.table->name));
    fields.insert_or_assign("record", Value(store::Binary{note.table->record}));
    fields.insert_or_assign("items", count_value(note.table->items));
    fields.insert_or_assign("bytes", count_value(note.table->bytes));
  }
  return std::string(Item::from_map(fields).bytes());
}

Result<BackupNote> decode_backup_note(std::string_view bytes) {
  // RocksDB keeps no checksum of it, so everything is looked at.
  NORN_TRY(Item::verify(bytes));
  NORN_ASSIGN(const Item item, Item::decode(std::string(bytes)));
  const auto layout = number_in(item, "layout");
  const auto created_ms = number_in(item, "createdMs");
  if (!layout || !created_ms || *layout > UINT32_MAX) {
    return fail(ErrorCode::kCorruption, "the note about the backup lacks its version or time");
  }
  return BackupNote{
      .layout = static_cast<uint32_t>(*layout), .created_ms = *created_ms, .table = table_in(item)};
}

}  // namespace norn::embedded
