#include "apps/shared/items.h"

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <utility>

#include "base/work_budget.h"

namespace norn::apps {
namespace {

// What DynamoDB takes in one BatchGetItem.
constexpr size_t kKeysPerBatch = 100;
// How often keys that were not read are asked for again.
constexpr int kMaxBatchRounds = 100;
// A condition can have 300 operators and 4,096 bytes.
constexpr size_t kMaxCompared = 90;

}  // namespace

store::Item key_of(std::string_view pk, std::string_view sk) {
  return store::Item::from_map({{"PK", pk}, {"SK", sk}});
}

std::optional<std::string> optional_text_of(store::ItemView item, std::string_view name) {
  const auto attribute = item.find(name);
  if (!attribute) return std::nullopt;
  if (const auto plain = attribute->plain_string()) return std::string(*plain);
  const store::Value value = attribute->value();
  const auto* const text = value.get_if<std::string>();
  return text != nullptr ? std::optional(*text) : std::nullopt;
}

std::string text_of(store::ItemView item, std::string_view name) {
  return optional_text_of(item, name).value_or("");
}

int64_t integer_of(store::ItemView item, std::string_view name) {
  const auto value = item.value(name);
  const auto* const number = value ? value->get_if<store::Number>() : nullptr;
  int64_t integer = 0;
  return number != nullptr && number->to_int64(integer) ? integer : 0;
}

bool boolean_of(store::ItemView item, std::string_view name) {
  const auto value = item.value(name);
  const auto* const truth = value ? value->get_if<bool>() : nullptr;
  return truth != nullptr && *truth;
}

store::Value text_or_null(const std::optional<std::string>& text) {
  return text ? store::Value(*text) : store::Value(store::Null{});
}

// A view of hundreds of things has hundreds of tags, so the hash is a fast one; that it is no
// cryptographic one costs nothing, because a change is written under conditions on the state
// itself.
void append_etag(std::string& out, std::string_view state) {
  const XXH128_hash_t hash = XXH3_128bits(state.data(), state.size());
  char text[32];
  char* end = text;
  for (const uint64_t half : {hash.high64, hash.low64}) {
    for (int shift = 60; shift >= 0; shift -= 4) *end++ = "0123456789abcdef"[half >> shift & 0xf];
  }
  out.append(text, sizeof(text));
}

std::string etag_of(std::string_view state) {
  std::string etag;
  append_etag(etag, state);
  return etag;
}

Unchanged unchanged(store::ItemView item, const std::vector<std::string>& names) {
  Unchanged result;
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string name = fmt::format("#u{}", i);
    const std::string value = fmt::format(":u{}", i);
    if (!result.condition.empty()) result.condition += " AND ";
    result.placeholders.names.emplace(name, names[i]);
    if (const auto old = item.value(names[i])) {
      result.condition += fmt::format("{} = {}", name, value);
      result.placeholders.values.emplace(value, *old);
    } else {
      result.condition += fmt::format("attribute_not_exists({})", name);
    }
  }
  return result;
}

std::vector<std::string> compared_attributes(store::ItemView item) {
  std::vector<std::string> names;
  for (size_t i = 0; i < item.count() && names.size() < kMaxCompared; ++i) {
    std::string name = item.attribute(i).name();
    if (name != "PK" && name != "SK") names.push_back(std::move(name));
  }
  return names;
}

Refusals::Refusals(const Error& error)
    : cancellation_(dynamic_cast<const store::Cancellation*>(error.detail.get())) {
  if (cancellation_ == nullptr) return;
  by_conditions_ = by_items_ = true;
  for (size_t i = 0; i < cancellation_->reasons.size(); ++i) {
    const bool is_reason = cancellation_->reasons[i].code != "None";
    by_conditions_ = by_conditions_ && (!is_reason || failed(i));
    by_items_ = by_items_ && (!is_reason || refused(i));
  }
}

bool Refusals::failed(size_t action) const {
  return cancellation_ != nullptr && action < cancellation_->reasons.size() &&
         cancellation_->reasons[action].code == "ConditionalCheckFailed";
}

bool Refusals::refused(size_t action) const {
  return failed(action) || (cancellation_ != nullptr && action < cancellation_->reasons.size() &&
                            cancellation_->reasons[action].code == "ValidationError");
}

const store::Item* Refusals::item(size_t action) const {
  if (!failed(action)) return nullptr;
  const auto& item = cancellation_->reasons[action].item;
  return item ? &*item : nullptr;
}

Result<void> query_each(store::Store& store, store::QueryRequest request,
                        const std::function<Result<void>(store::ItemView)>& visit) {
  while (true) {
    NORN_ASSIGN(auto page, store.query(request));
    for (const store::ItemView item : page.items) NORN_TRY(visit(item));
    if (!page.last_key) return {};
    WorkBudget::give_way();
    request.start_after = std::move(page.last_key);
  }
}

Result<std::vector<store::Item>> query_all(store::Store& store, store::QueryRequest request,
                                           size_t max_items) {
  std::vector<store::Item> items;
  const auto keep = [&](store::ItemView item) -> Result<void> {
    if (items.size() == max_items) {
      return fail(ErrorCode::kLimitExceeded,
                  fmt::format("There are more than {} items where so many cannot be.", max_items));
    }
    items.push_back(store::Item::copy_of(item));
    return WorkBudget::collect(item.json().size());
  };
  NORN_TRY(query_each(store, std::move(request), keep));
  return items;
}

Result<void> get_each(store::Store& store, const std::string& table,
                      const std::vector<store::Item>& keys, const std::vector<std::string>& names,
                      const std::function<Result<void>(store::ItemView)>& visit) {
  std::string projection;
  store::Placeholders placeholders;
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string name = fmt::format("#p{}", i);
    projection += (i > 0 ? ", " : "") + name;
    placeholders.names.emplace(name, names[i]);
  }
  for (size_t begin = 0; begin < keys.size(); begin += kKeysPerBatch) {
    const size_t end = std::min(keys.size(), begin + kKeysPerBatch);
    store::BatchGetRequest request;
    request.tables.push_back(
        {.table = table, .keys = {}, .projection = projection, .placeholders = placeholders});
    request.tables.back().keys.assign(keys.begin() + static_cast<ptrdiff_t>(begin),
                                      keys.begin() + static_cast<ptrdiff_t>(end));
    request.tables.back().consistent = true;
    for (int round = 0; !request.tables.empty(); ++round) {
      if (round == kMaxBatchRounds) {
        return fail(ErrorCode::kUnavailable,
                    "The store does not give all items that were asked "
                    "for; try again later.");
      }
      NORN_ASSIGN(auto result, store.batch_get(request));
      for (const auto& [name, found] : result.items) {
        for (const store::ItemView item : found) NORN_TRY(visit(item));
      }
      request = std::move(result.unprocessed);
    }
    WorkBudget::give_way();
  }
  return {};
}

Result<std::vector<store::Item>> get_all(store::Store& store, const std::string& table,
                                         const std::vector<store::Item>& keys) {
  std::vector<store::Item> items;
  items.reserve(keys.size());
  NORN_TRY(get_each(store, table, keys, {}, [&](store::ItemView item) -> Result<void> {
    items.push_back(store::Item::copy_of(item));
    return WorkBudget::collect(item.json().size());
  }));
  return items;
}

}  // namespace norn::apps
