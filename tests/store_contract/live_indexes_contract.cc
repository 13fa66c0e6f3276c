#include <thread>

#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;

namespace {

using Keys = std::vector<std::string>;

}  // namespace

TEST_P(StoreContract, LiveIndexShowsItemsFromBeforeAndAfter) {
  const std::string name = make_table("pk:S sk:N");
  for (int i = 0; i < 100; ++i) {
    must(db().put(put(name, {{"pk", "p" + std::to_string(i % 10)},
                             {"sk", num(i)},
                             {"g", i % 2 == 0 ? "even" : "odd"},
                             {"v", num(i)}})));
  }
  must(db().put(put(name, {{"pk", "p"}, {"sk", num(1000)}})));
  update_table(create_index(name, "late", "g:S v:N"));
  const TableDescription description = must(db().describe_table(name));
  ASSERT_EQ(description.schema.indexes.size(), 1u);
  EXPECT_EQ(description.schema.indexes[0].status, IndexStatus::kActive);
  EXPECT_EQ(description.indexes[0].item_count, 100u);
  QueryRequest request = query_index(name, "late", "g = :g", values({{":g", "even"}}));
  EXPECT_EQ(must(db().query(request)).count, 50);

  must(db().put(put(name, {{"pk", "new"}, {"sk", num(1)}, {"g", "even"}, {"v", num(-1)}})));
  must(db().remove(remove(name, {{"pk", "p0"}, {"sk", num(0)}})));
  settle();
  const PageResult page = must(db().query(request));
  EXPECT_EQ(page.count, 50);
  EXPECT_EQ(column(page.items, "v").front(), "-1");
}

TEST_P(StoreContract, LiveIndexLeavesOutWhatDoesNotFit) {
  const std::string name = make_table("pk:S");
  // Before there is an index, its attributes may be anything.
  put_all(name, {{{"pk", "fits"}, {"g", "x"}},
                 {{"pk", "number"}, {"g", num(1)}},
                 {{"pk", "empty"}, {"g", ""}},
                 {{"pk", "absent"}}});
  update_table(create_index(name, "late", "g:S"));
  EXPECT_EQ(column(must(db().scan(scan(name, "late"))).items, "pk"), Keys{"fits"});
  EXPECT_EQ(contents(name).size(), 4u);
  must(db().update(update(name, {{"pk", "number"}}, "SET g = :g", values({{":g", "y"}}))));
  must(db().remove(remove(name, {{"pk", "empty"}})));
  settle();
  EXPECT_EQ(sorted(column(must(db().scan(scan(name, "late"))).items, "pk")),
            (Keys{"fits", "number"}));
}

TEST_P(StoreContract, LiveIndexIsRightWhateverIsWrittenMeanwhile) {
  const std::string name = make_table("pk:S");
  for (int i = 0; i < 200; ++i) {
    must(db().put(put(name, {{"pk", std::to_string(i)}, {"g", "old"}})));
  }
  std::thread writer([&] {
    for (int i = 0; i < 200; ++i) {
      const Map key = {{"pk", std::to_string(i)}};
      if (i % 3 == 0) {
        must(db().remove(remove(name, key)));
      } else if (i % 3 == 1) {
        must(db().update(update(name, key, "SET g = :g", values({{":g", "new"}}))));
      }
      must(db().put(put(name, {{"pk", "more" + std::to_string(i)}, {"g", "new"}})));
    }
  });
  const Result<TableDescription> created = db().update_table(create_index(name, "late", "g:S"));
  writer.join();
  must(created);
  settle();
  const auto in_index = [&](const char* g) {
    return must(drain(db(), query_index(name, "late", "g = :g", values({{":g", g}})))).count;
  };
  EXPECT_EQ(in_index("old"), 66);
  EXPECT_EQ(in_index("new"), 67 + 200);
  EXPECT_EQ(must(db().describe_table(name)).indexes[0].item_count, 333u);
}

TEST_P(StoreContract, LiveIndexCanBeDroppedAndMadeAnew) {
  CreateTableRequest create = table("", "pk:S");
  add_global_index(create, "first", "g:S");
  add_global_index(create, "second", "h:S");
  const std::string name = make_table(create);
  put_all(name, {{{"pk", "a"}, {"g", "x"}, {"h", "y"}}});
  update_table(delete_index(name, "first"));
  EXPECT_TRUE(is_invalid(db().scan(scan(name, "first")),
                         "The table does not have the specified index: first"));
  EXPECT_EQ(must(db().scan(scan(name, "second"))).count, 1);
  const TableDescription description = must(db().describe_table(name));
  EXPECT_EQ(description.schema.indexes.size(), 1u);
  EXPECT_EQ(description.attributes.size(), 2u);
  // What was its key is an ordinary attribute now.
  must(db().put(put(name, {{"pk", "b"}, {"g", num(5)}})));

  update_table(create_index(name, "first", "g:N"));
  EXPECT_EQ(column(must(db().scan(scan(name, "first"))).items, "pk"), Keys{"b"});
}

TEST_P(StoreContract, LiveIndexChangesMustFit) {
  CreateTableRequest create = table("", "pk:S sk:S");
  add_global_index(create, "global", "g:S");
  add_local_index(create, "local", "pk:S l:S");
  const std::string name = make_table(create);
  const auto refused = [&](const UpdateTableRequest& request) {
    const Result<TableDescription> result = db().update_table(request);
    return result.has_value() ? std::optional<ErrorCode>() : result.error().code;
  };
  EXPECT_EQ(refused(create_index(name, "global", "g:S")), ErrorCode::kValidation);
  EXPECT_EQ(refused(create_index(name, "local", "x:S")), ErrorCode::kValidation);
  EXPECT_EQ(refused(delete_index(name, "nowhere")), ErrorCode::kResourceNotFound);
  EXPECT_NE(refused(delete_index(name, "local")), std::nullopt);
  UpdateTableRequest nothing;
  nothing.table = name;
  EXPECT_EQ(refused(nothing), ErrorCode::kValidation);
  UpdateTableRequest two = create_index(name, "one", "x:S");
  two.create_indexes.push_back(two.create_indexes[0]);
  two.create_indexes[1].name = "two";
  EXPECT_EQ(refused(two), ErrorCode::kLimitExceeded);
  UpdateTableRequest undefined = create_index(name, "one", "x:S");
  undefined.attributes.clear();
  EXPECT_EQ(refused(undefined), ErrorCode::kValidation);
  EXPECT_EQ(must(db().describe_table(name)).schema.indexes.size(), 2u);
}

}  // namespace norn::testing
