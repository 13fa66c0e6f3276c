#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;

namespace {

// {pk: "k...", v: "xxx"} of exactly `bytes`.
Map item_of(const std::string& key, size_t bytes) {
  return {{"pk", key}, {"v", std::string(bytes - 3 - key.size(), 'x')}};
}

}  // namespace

TEST_P(StoreContract, CapacityOfAReadIsCountedIn4Kilobytes) {
  const std::string name = make_table("pk:S");
  put_all(name, {item_of("a", 4096), item_of("b", 4097)});
  const auto cost = [&](const char* key, bool consistent) {
    GetRequest request = get(name, {{"pk", key}});
    request.consistent = consistent;
    return must(db().get(request)).capacity.total();
  };
  EXPECT_EQ(cost("a", true), 1);
  EXPECT_EQ(cost("a", false), 0.5);
  EXPECT_EQ(cost("b", true), 2);
  EXPECT_EQ(cost("b", false), 1);
  // Looking for what is not there costs as much as something small.
  EXPECT_EQ(cost("nobody", true), 1);
  EXPECT_EQ(cost("nobody", false), 0.5);
  TransactGetRequest both_items;
  both_items.gets = {transact_get(name, {{"pk", "a"}}), transact_get(name, {{"pk", "b"}})};
  EXPECT_EQ(must(db().transact_get(both_items)).capacity.at(name).total(), 2 + 4);
  BatchGetRequest batch_get;
  batch_get.tables = {keys_of(name, {{{"pk", "a"}}, {{"pk", "b"}}})};
  EXPECT_EQ(must(db().batch_get(batch_get)).capacity.at(name).total(), 1 + 2);
}

TEST_P(StoreContract, CapacityOfAWriteIsCountedInKilobytes) {
  const std::string name = make_table("pk:S");
  EXPECT_EQ(must(db().put(put(name, item_of("a", 1024)))).capacity.total(), 1);
  EXPECT_EQ(must(db().put(put(name, item_of("a", 1025)))).capacity.total(), 2);
  // The larger of before and after counts.
  EXPECT_EQ(must(db().put(put(name, item_of("a", 10)))).capacity.total(), 2);
  EXPECT_EQ(must(db().put(put(name, item_of("a", 3000)))).capacity.total(), 3);
  EXPECT_EQ(must(db().update(update(name, {{"pk", "a"}}, "REMOVE v"))).capacity.total(), 3);
  must(db().put(put(name, item_of("a", 5000))));
  EXPECT_EQ(must(db().remove(remove(name, {{"pk", "a"}}))).capacity.total(), 5);
  EXPECT_EQ(must(db().remove(remove(name, {{"pk", "a"}}))).capacity.total(), 1);
}

TEST_P(StoreContract, CapacityOfATransactionIsDouble) {
  const std::string name = make_table("pk:S");
  const TransactWriteResult result = must(
      db().transact_write(transaction({put(name, item_of("a", 1025)), put(name, item_of("b", 10)),
                                       check(name, {{"pk", "c"}}, "attribute_not_exists(pk)")})));
  EXPECT_EQ(result.capacity.at(name).total_write_units(), 4 + 2 + 2);
  EXPECT_EQ(must(db().batch_write(batch({batch_put(name, item_of("a", 1025)),
                                         batch_delete(name, {{"pk", "nobody"}})})))
                .capacity.at(name)
                .total(),
            2 + 1);
}

TEST_P(StoreContract, CapacityOfAPageIsThatOfItsBytesTogether) {
  const std::string name = make_table("pk:S sk:N");
  for (int i = 0; i < 10; ++i) {
    // 2 + 1, 2 + 2, 1 + 991: 999 bytes, or one more where the number takes more.
    must(db().put(put(name, {{"pk", "p"}, {"sk", num(i)}, {"v", std::string(990, 'x')}})));
  }
  QueryRequest request = query(name, "pk = :p", values({{":p", "p"}}));
  request.consistent = true;
  // Just below 10,000 bytes: three units, where ten single reads cost ten.
  EXPECT_EQ(must(db().query(request)).capacity.total(), 3);
  request.consistent = false;
  EXPECT_EQ(must(db().query(request)).capacity.total(), 1.5);
  request.select = Select::kCount;
  EXPECT_EQ(must(db().query(request)).capacity.total(), 1.5);
  EXPECT_EQ(must(db().scan(scan(name))).capacity.total(), 1.5);
  request.limit = 1;
  EXPECT_EQ(must(db().query(request)).capacity.total(), 0.5);
}

TEST_P(StoreContract, CapacityOfIndexWritesIsCountedByIndex) {
  CreateTableRequest create = table("", "pk:S");
  add_global_index(create, "all", "g:S");
  add_global_index(create, "keys", "g:S", {ProjectionKind::kKeysOnly});
  add_global_index(create, "other", "h:S");
  const std::string name = make_table(create);
  const auto units = [](const WriteResult& result, const char* index) {
    const auto found = result.capacity.indexes.find(index);
    return found == result.capacity.indexes.end() ? 0 : found->second.write;
  };
  const std::string big(1500, 'x');
  WriteResult result = must(db().put(put(name, {{"pk", "a"}, {"g", "x"}, {"v", big}})));
  EXPECT_EQ(result.capacity.table_write_units, 2);
  EXPECT_EQ(units(result, "all"), 2);
  EXPECT_EQ(units(result, "keys"), 1);
  EXPECT_EQ(units(result, "other"), 0);
  EXPECT_EQ(result.capacity.total(), 5);
  // A new key is a removal and an insertion.
  result = must(db().put(put(name, {{"pk", "a"}, {"g", "y"}, {"v", big}})));
  EXPECT_EQ(units(result, "all"), 4);
  EXPECT_EQ(units(result, "keys"), 2);
  // What an index does not carry costs it nothing.
  result = must(db().put(put(name, {{"pk", "a"}, {"g", "y"}, {"v", big}, {"w", "x"}})));
  EXPECT_EQ(units(result, "all"), 2);
  EXPECT_EQ(units(result, "keys"), 0);
}

TEST_P(StoreContract, CapacityOfIndexReadsIsThatOfItsEntries) {
  CreateTableRequest create = table("", "pk:S sk:N");
  add_global_index(create, "keys", "g:S", {ProjectionKind::kKeysOnly});
  add_global_index(create, "all", "g:S");
  const std::string name = make_table(create);
  for (int i = 0; i < 4; ++i) {
    must(db().put(
        put(name, {{"pk", "p"}, {"sk", num(i)}, {"g", "g"}, {"v", std::string(4000, 'x')}})));
  }
  settle();
  const PageResult keys = must(db().scan(scan(name, "keys")));
  EXPECT_EQ(keys.capacity.total(), 0.5);
  EXPECT_EQ(keys.capacity.indexes.at("keys").read, 0.5);
  EXPECT_EQ(must(db().scan(scan(name, "all"))).capacity.total(), 2);
}

}  // namespace norn::testing
