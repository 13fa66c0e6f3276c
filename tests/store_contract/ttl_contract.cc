#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;

namespace {

using Keys = std::vector<std::string>;

UpdateTtlRequest ttl(const std::string& table, std::string attribute, bool enabled = true) {
  UpdateTtlRequest request;
  request.table = table;
  request.attribute = std::move(attribute);
  request.enabled = enabled;
  return request;
}

}  // namespace

TEST_P(StoreContract, TtlIsDescribed) {
  const std::string name = make_table("pk:S");
  EXPECT_FALSE(must(db().describe_ttl(name)).enabled);
  must(db().update_ttl(ttl(name, "expires")));
  const TtlDescription description = must(db().describe_ttl(name));
  EXPECT_TRUE(description.enabled);
  EXPECT_EQ(description.attribute, "expires");
  must(db().update_ttl(ttl(name, "expires", false)));
  EXPECT_FALSE(must(db().describe_ttl(name)).enabled);
}

TEST_P(StoreContract, TtlChangesMustChangeSomething) {
  const std::string name = make_table("pk:S");
  EXPECT_TRUE(
      is_invalid(db().update_ttl(ttl(name, "expires", false)), "TimeToLive is already disabled"));
  must(db().update_ttl(ttl(name, "expires")));
  EXPECT_TRUE(is_invalid(db().update_ttl(ttl(name, "expires")), "TimeToLive is already enabled"));
  const Result<TtlDescription> other = db().update_ttl(ttl(name, "other"));
  ASSERT_FALSE(other.has_value());
  EXPECT_EQ(other.error().code, ErrorCode::kValidation);
  EXPECT_EQ(must(db().describe_ttl(name)).attribute, "expires");
}

TEST_P(StoreContract, TtlDeletesWhatHasExpired) {
  NORN_NEEDS_CLOCK();
  const std::string name = make_table("pk:S");
  must(db().update_ttl(ttl(name, "expires")));
  put_all(name, {{{"pk", "soon"}, {"expires", num(now_s() + 10)}},
                 {{"pk", "later"}, {"expires", num(now_s() + 1000)}},
                 {{"pk", "never"}}});
  run_ttl();
  EXPECT_EQ(contents(name).size(), 3u);
  clock()->advance_ms(60'000);
  run_ttl();
  EXPECT_EQ(fetch(name, {{"pk", "soon"}}), std::nullopt);
  EXPECT_EQ(contents(name).size(), 2u);
  clock()->advance_ms(1'000'000);
  run_ttl();
  EXPECT_EQ(contents(name), Keys{text({{"pk", "never"}})});
}

TEST_P(StoreContract, TtlLeavesWhatIsNoTime) {
  NORN_NEEDS_CLOCK();
  const std::string name = make_table("pk:S");
  must(db().update_ttl(ttl(name, "expires")));
  const std::string past = std::to_string(now_s() - 100);
  put_all(name, {{{"pk", "string"}, {"expires", past}},
                 {{"pk", "set"}, {"expires", number_set({past})}},
                 {{"pk", "negative"}, {"expires", num(-5)}},
                 // Longer ago than five years is taken for a mistake.
                 {{"pk", "ancient"}, {"expires", num(now_s() - 6LL * 365 * 24 * 3600)}},
                 {{"pk", "huge"}, {"expires", num("1e100")}},
                 {{"pk", "nested"}, {"m", map({{"expires", num(past)}})}},
                 {{"pk", "due"}, {"expires", num(past)}},
                 {{"pk", "due with a fraction"}, {"expires", num(past + ".5")}}});
  run_ttl();
  EXPECT_EQ(contents(name).size(), 6u);
  EXPECT_EQ(fetch(name, {{"pk", "due"}}), std::nullopt);
}

TEST_P(StoreContract, TtlLooksAtItemsFromBeforeItWasEnabled) {
  NORN_NEEDS_CLOCK();
  const std::string name = make_table("pk:S");
  for (int i = 0; i < 50; ++i) {
    must(db().put(put(name, {{"pk", std::to_string(i)}, {"expires", num(now_s() - 1 - i)}})));
  }
  must(db().put(put(name, {{"pk", "stays"}, {"expires", num(now_s() + 100)}})));
  must(db().update_ttl(ttl(name, "expires")));
  settle();
  run_ttl();
  EXPECT_EQ(contents(name).size(), 1u);
}

TEST_P(StoreContract, TtlFollowsTheAttribute) {
  NORN_NEEDS_CLOCK();
  const std::string name = make_table("pk:S");
  must(db().update_ttl(ttl(name, "expires")));
  const int64_t now = now_s();
  put_all(name, {{{"pk", "prolonged"}, {"expires", num(now + 10)}},
                 {{"pk", "removed"}, {"expires", num(now + 10)}},
                 {{"pk", "replaced"}, {"expires", num(now + 10)}},
                 {{"pk", "shortened"}, {"expires", num(now + 10'000)}},
                 {{"pk", "written again"}, {"expires", num(now + 10)}}});
  must(db().update(
      update(name, {{"pk", "prolonged"}}, "SET expires = :t", values({{":t", num(now + 500)}}))));
  must(db().update(update(name, {{"pk", "removed"}}, "REMOVE expires")));
  must(db().put(put(name, {{"pk", "replaced"}})));
  must(db().update(
      update(name, {{"pk", "shortened"}}, "SET expires = :t", values({{":t", num(now + 20)}}))));
  must(db().remove(remove(name, {{"pk", "written again"}})));
  must(db().put(put(name, {{"pk", "written again"}, {"expires", num(now + 700)}})));
  clock()->advance_ms(100'000);
  run_ttl();
  EXPECT_EQ(sorted(column(must(db().scan(scan(name))).items, "pk")),
            (Keys{"prolonged", "removed", "replaced", "written again"}));
  clock()->advance_ms(500'000);
  run_ttl();
  EXPECT_EQ(sorted(column(must(db().scan(scan(name))).items, "pk")),
            (Keys{"removed", "replaced", "written again"}));
}

TEST_P(StoreContract, TtlDoesNothingWhenDisabled) {
  NORN_NEEDS_CLOCK();
  const std::string name = make_table("pk:S");
  must(db().update_ttl(ttl(name, "expires")));
  must(db().put(put(name, {{"pk", "a"}, {"expires", num(now_s() + 10)}})));
  must(db().update_ttl(ttl(name, "expires", false)));
  clock()->advance_ms(100'000);
  run_ttl();
  EXPECT_EQ(contents(name).size(), 1u);
}

TEST_P(StoreContract, TtlIsNotExactSoExpiredItemsCanStillBeUsed) {
  NORN_NEEDS_CLOCK();
  const std::string name = make_table("pk:S");
  must(db().update_ttl(ttl(name, "expires")));
  must(db().put(put(name, {{"pk", "a"}, {"expires", num(now_s() - 10)}})));
  EXPECT_TRUE(fetch(name, {{"pk", "a"}}).has_value());
  must(db().update(update(name, {{"pk", "a"}}, "REMOVE expires")));
  run_ttl();
  EXPECT_TRUE(fetch(name, {{"pk", "a"}}).has_value());
}

TEST_P(StoreContract, TtlShowsInStreamsAndIndexes) {
  NORN_NEEDS_CLOCK();
  CreateTableRequest create = table("", "pk:S");
  create.stream = StreamView::kOldImage;
  add_global_index(create, "by_g", "g:S");
  const std::string name = make_table(create);
  must(db().update_ttl(ttl(name, "expires")));
  const Map due = {{"pk", "a"}, {"g", "x"}, {"expires", num(now_s() - 10)}};
  put_all(name, {due, {{"pk", "b"}, {"g", "x"}}});
  must(db().remove(remove(name, {{"pk", "b"}})));
  run_ttl();
  settle();
  EXPECT_EQ(must(db().scan(scan(name, "by_g"))).count, 0);
  EXPECT_EQ(must(db().describe_table(name)).item_count, 0u);
  size_t by_ttl = 0;
  for (const StreamRecord& record : records_of(stream_of(name))) {
    if (!record.by_ttl) continue;
    ++by_ttl;
    EXPECT_EQ(record.event, StreamEvent::kRemove);
    EXPECT_EQ(record.old_image, item(due));
  }
  EXPECT_EQ(by_ttl, 1u);
}

}  // namespace norn::testing
