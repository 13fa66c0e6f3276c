#include "support/replies.h"

#include <algorithm>
#include <ostream>

#include "store/wire/wire.h"

namespace norn::testing {

using namespace store;

namespace {

// More pages than any test has: a store that never ends must not hang the tests.
constexpr size_t kMaxPages = 100'000;

template <typename Request, typename Read>
Result<Drained> drain_pages(Request request, Read&& read) {
  Drained drained;
  for (size_t i = 0; i < kMaxPages; ++i) {
    NORN_ASSIGN(PageResult page, read(request));
    for (const ItemView view : page.items)
      drained.items.push_back(*Item::decode(std::string(view.bytes())));
    drained.count += page.count;
    drained.scanned_count += page.scanned_count;
    request.start_after = page.last_key;
    drained.pages.push_back(std::move(page));
    if (!request.start_after) return drained;
  }
  return fail(ErrorCode::kInternal, "the pages do not end");
}

}  // namespace

std::string to_text(const Error& error) {
  std::string text = std::string(error_type(error.code)) + ": " + error.message;
  if (const auto* cancellation = dynamic_cast<const Cancellation*>(error.detail.get())) {
    for (const CancellationReason& reason : cancellation->reasons) {
      text += "\n  - " + reason.code + ": " + reason.message;
      if (reason.item) text += " " + std::string(reason.item->json());
    }
  }
  if (const auto* failure = dynamic_cast<const ConditionFailure*>(error.detail.get())) {
    if (failure->item) text += "\n  item: " + std::string(failure->item->json());
  }
  return text;
}

std::vector<std::string> texts(const ItemList& items) {
  std::vector<std::string> result;
  for (const ItemView view : items) result.emplace_back(view.json());
  return result;
}

std::string text(const Map& attributes) {
  return std::string(Item::from_map(attributes).json());
}

std::string plain(const Value& value) {
  if (const auto* string = value.get_if<std::string>()) return *string;
  if (const auto* number = value.get_if<Number>()) return number->to_string();
  if (const auto* binary = value.get_if<Binary>()) return binary->bytes;
  return to_json(value);
}

std::vector<std::string> column(const ItemList& items, std::string_view attribute) {
  std::vector<std::string> result;
  for (const ItemView view : items) {
    const std::optional<Value> value = view.value(attribute);
    result.push_back(value ? plain(*value) : "(absent)");
  }
  return result;
}

std::vector<std::string> column(const std::vector<Item>& items, std::string_view attribute) {
  std::vector<std::string> result;
  for (const Item& one : items) {
    const std::optional<Value> value = one.value(attribute);
    result.push_back(value ? plain(*value) : "(absent)");
  }
  return result;
}

Result<Drained> drain(Store& store, QueryRequest request) {
  return drain_pages(std::move(request), [&](const QueryRequest& one) { return store.query(one); });
}

Result<Drained> drain(Store& store, ScanRequest request) {
  return drain_pages(std::move(request), [&](const ScanRequest& one) { return store.scan(one); });
}

std::vector<std::string> sorted(std::vector<std::string> texts) {
  std::ranges::sort(texts);
  return texts;
}

}  // namespace norn::testing

namespace norn::store {

void PrintTo(const Item& item, std::ostream* out) {
  *out << item.json();
}

void PrintTo(const ItemView& item, std::ostream* out) {
  *out << item.json();
}

void PrintTo(const Value& value, std::ostream* out) {
  *out << to_json(value);
}

}  // namespace norn::store
