#include "crash/content.h"

#include <fmt/format.h>

#include "support/builders.h"

namespace norn::testing {
namespace {

constexpr int64_t kLargeEvery = 29;
constexpr size_t kLargeBytes = 70'000;  // Spans blocks of the write-ahead log.

std::string body(int64_t number) {
  const auto seed = static_cast<uint64_t>(number) * 2654435761U;
  const size_t size = number % kLargeEvery == 0 ? kLargeBytes : seed % 700;
  std::string text(size, '.');
  for (size_t i = 0; i < size; i += 7) {
    text[i] = static_cast<char>('a' + (seed + i) % 26);
  }
  return text;
}

std::string city(int64_t number) {
  return fmt::format("city{}", number % 20);
}

}  // namespace

store::CreateTableRequest crash_table() {
  auto request = table(kTable, "pk:S sk:S");
  add_local_index(request, "by_weight", "pk:S weight:N", {store::ProjectionKind::kInclude, {"n"}});
  add_global_index(request, "by_owner", "owner:S n:N");
  add_global_index(request, "by_tag", "tag:S", {store::ProjectionKind::kKeysOnly, {}});
  request.stream = store::StreamView::kNewAndOldImages;
  return request;
}

store::UpdateTableRequest create_extra_index() {
  return create_index(kTable, kExtraIndex, "city:S",
                      {store::ProjectionKind::kInclude, {"n", "version"}});
}

store::Map account_key(int group, int account) {
  return {{"pk", fmt::format("group#{}", group)}, {"sk", fmt::format("account#{}", account)}};
}

store::Map first_account(int group, int account) {
  store::Map item = account_key(group, account);
  item["balance"] = num(kInitialBalance);
  item["n"] = num(0);
  item["owner"] = fmt::format("bank{}", group % 2);
  return item;
}

store::Map marker_item(const Transfer& transfer) {
  store::Map item{{"pk", fmt::format("group#{}", transfer.group)}, {"sk", "marker#" + transfer.id}};
  for (size_t i = 0; i < kAccounts; ++i) {
    item[fmt::format("d{}", i)] = num(transfer.deltas[i]);
  }
  item["weight"] = num(transfer.deltas[0]);
  item["tag"] = "marker";
  item["city"] = city(transfer.deltas[0]);
  return item;
}

store::TransactWriteRequest transfer_request(const Transfer& transfer, std::string token) {
  std::vector<store::TransactWriteRequest::Action> actions;
  for (int account = 0; account < kAccounts; ++account) {
    actions.emplace_back(update(kTable, account_key(transfer.group, account),
                                "SET balance = balance + :d, tag = :id ADD n :one",
                                values({{":d", num(transfer.deltas[static_cast<size_t>(account)])},
                                        {":id", transfer.id},
                                        {":one", num(1)}})));
  }
  actions.emplace_back(put_if(kTable, marker_item(transfer), "attribute_not_exists(pk)"));
  if (transfer.fails) {
    actions.emplace_back(
        check(kTable, {{"pk", "nowhere"}, {"sk", "nothing"}}, "attribute_exists(pk)"));
  }
  return transaction(std::move(actions), std::move(token));
}

store::Map version_key(int key) {
  return {{"pk", fmt::format("version#{}", key)}, {"sk", "item"}};
}

store::Map version_item(int key, int64_t version, int writer) {
  store::Map item = version_key(key);
  item["version"] = num(version);
  item["writer"] = num(writer);
  item["owner"] = fmt::format("writer{}", writer);
  item["n"] = num(version);
  item["weight"] = num(-version);
  item["city"] = city(version);
  item["body"] = body(version);
  return item;
}

store::PutRequest version_request(int key, int64_t version, int writer) {
  const store::Map item = version_item(key, version, writer);
  if (version == 1) {
    return put_if(kTable, item, "attribute_not_exists(pk)");
  }
  return put_if(kTable, item, "version = :v", values({{":v", num(version - 1)}}));
}

store::Map owned_key(int writer, int key) {
  return {{"pk", fmt::format("owned#{}", writer)}, {"sk", fmt::format("key#{}", key)}};
}

// A put leaves a city and no tag, an update a tag and no city.
store::Map owned_item(int writer, int key, int64_t number, OwnedKind kind) {
  store::Map item = owned_key(writer, key);
  item["n"] = num(number);
  item["owner"] = fmt::format("owner{}", number % 5);
  item["weight"] = num(number % 100);
  item["body"] = body(number);
  if (kind == OwnedKind::kPut) {
    item["city"] = city(number);
  } else {
    item["tag"] = fmt::format("tag{}", number % 10);
  }
  return item;
}

store::WriteRequest owned_request(int writer, int key, int64_t number, OwnedKind kind) {
  const store::Map key_map = owned_key(writer, key);
  const store::Map item = owned_item(writer, key, number, kind);
  switch (kind) {
    case OwnedKind::kPut:
      return put(kTable, item);
    case OwnedKind::kDelete:
      return remove(kTable, key_map);
    case OwnedKind::kUpdate:
      break;
  }
  return update(kTable, key_map,
                "SET n = :n, #o = :o, weight = :w, body = :b, tag = :t REMOVE city",
                both({{"#o", "owner"}}, {{":n", item.at("n")},
                                         {":o", item.at("owner")},
                                         {":w", item.at("weight")},
                                         {":b", item.at("body")},
                                         {":t", item.at("tag")}}));
}

store::Map expiring_item(int writer, int64_t number, int64_t now_s) {
  return {{"pk", fmt::format("{}{}", kExpiringPrefix, writer)},
          {"sk", fmt::format("{}", number)},
          {"expires", num(now_s - 1)},
          {"city", city(number)},
          {"weight", num(number)}};
}

store::Map filler_item(int number) {
  return {{"pk", fmt::format("filler#{}", number % 50)},
          {"sk", fmt::format("{}", number)},
          {"n", num(number)},
          {"owner", "nobody"},
          {"weight", num(number % 7)},
          {"city", city(number)},
          {"body", body(number % 25 + 1)}};
}

}  // namespace norn::testing
