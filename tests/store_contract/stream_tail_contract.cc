#include "store/stream_tail.h"
#include "store_contract/store_contract.h"

// What store/stream_tail.h promises, on every store.
namespace norn::testing {

using namespace store;

namespace {

constexpr int64_t kMany = 1'000;
constexpr int64_t kTailHourMs = 60LL * 60 * 1000;

CreateTableRequest streamed() {
  CreateTableRequest request = table("", "pk:S");
  request.stream = StreamView::kNewAndOldImages;
  return request;
}

// Everything that is new, as the keys of the items.
std::vector<std::string> read_all(StreamTail& tail, int64_t limit = kMany) {
  std::vector<std::string> keys;
  while (true) {
    const auto records = must(tail.read(limit));
    if (records.empty()) return keys;
    for (const StreamRecord& record : records) {
      keys.push_back(record.keys.value("pk")->as<std::string>());
    }
  }
}

using Keys = std::vector<std::string>;

}  // namespace

TEST_P(StoreContract, TailReadsWhatIsWrittenAfterItsStart) {
  const std::string name = make_table(streamed());
  put_all(name, {{{"pk", "before"}}});
  StreamTail tail(db(), name);
  must(tail.start_at_latest());
  EXPECT_EQ(read_all(tail), Keys());
  put_all(name, {{{"pk", "a"}}, {{"pk", "b"}}, {{"pk", "c"}}});
  EXPECT_EQ(read_all(tail, 2), (Keys{"a", "b", "c"}));
  EXPECT_EQ(read_all(tail), Keys());
  put_all(name, {{{"pk", "d"}}});
  EXPECT_EQ(read_all(tail), (Keys{"d"}));
}

TEST_P(StoreContract, TailGoesOnAfterEveryPosition) {
  const std::string name = make_table(streamed());
  StreamTail tail(db(), name);
  must(tail.start_at_latest());
  put_all(name, {{{"pk", "a"}}, {{"pk", "b"}}, {{"pk", "c"}}});
  const auto records = must(tail.read(kMany));
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(tail.position_after(records[2]), tail.position());

  const std::vector<Keys> left = {{"b", "c"}, {"c"}, {}};
  for (size_t i = 0; i < records.size(); ++i) {
    StreamTail other(db(), name);
    ASSERT_TRUE(must(other.start_after(tail.position_after(records[i]))));
    EXPECT_EQ(read_all(other), left[i]);
    EXPECT_EQ(other.position(), tail.position());
  }
}

TEST_P(StoreContract, TailPositionsAreSafeInAHeader) {
  const std::string name = make_table(streamed());
  StreamTail tail(db(), name);
  must(tail.start_at_latest());
  put_all(name, {{{"pk", "a"}}});
  read_all(tail);
  const std::string position = tail.position();
  EXPECT_LE(position.size(), 60u);
  EXPECT_EQ(position.find_first_not_of("0123456789abcdef.,-"), std::string::npos) << position;
}

TEST_P(StoreContract, TailDoesNotKnowPositionsThatAreNotOfItsStream) {
  const std::string name = make_table(streamed());
  const std::string other_name = make_table(streamed());
  StreamTail other(db(), other_name);
  must(other.start_at_latest());
  put_all(other_name, {{{"pk", "a"}}});
  read_all(other);
  StreamTail tail(db(), name);
  for (const std::string& position :
       {std::string(), std::string("-"), std::string("nonsense"), std::string("01234567.1"),
        std::string(",,,"), other.position()}) {
    EXPECT_FALSE(must(tail.start_after(position))) << position;
  }
}

TEST_P(StoreContract, TailFindsItsPartOfAPosition) {
  const std::string name = make_table(streamed());
  StreamTail tail(db(), name);
  must(tail.start_at_latest());
  put_all(name, {{{"pk", "a"}}});
  read_all(tail);
  StreamTail other(db(), name);
  EXPECT_TRUE(must(other.start_after("01234567.000000000000000000007," + tail.position())));
}

TEST_P(StoreContract, TailStopsWhereAnotherOneIs) {
  const std::string name = make_table(streamed());
  StreamTail ahead(db(), name);
  must(ahead.start_at_latest());
  put_all(name, {{{"pk", "a"}}});
  read_all(ahead);
  const std::string begin = ahead.position();
  put_all(name, {{{"pk", "b"}}});
  read_all(ahead);
  put_all(name, {{{"pk", "c"}}});

  StreamTail behind(db(), name);
  ASSERT_TRUE(must(behind.start_after(begin)));
  behind.stop_at(ahead);
  EXPECT_EQ(read_all(behind), (Keys{"b"}));
  EXPECT_EQ(read_all(ahead), (Keys{"c"}));
  behind.stop_at(ahead);
  EXPECT_EQ(read_all(behind), (Keys{"c"}));
}

TEST_P(StoreContract, TailDoesNotKnowWhatIsNotKeptAnyMore) {
  NORN_NEEDS_CLOCK();
  const std::string name = make_table(streamed());
  StreamTail tail(db(), name);
  must(tail.start_at_latest());
  put_all(name, {{{"pk", "a"}}, {{"pk", "b"}}});
  const auto records = must(tail.read(kMany));
  ASSERT_EQ(records.size(), 2u);
  const std::string after_first = tail.position_after(records[0]);
  clock()->advance_ms(25 * kTailHourMs);
  run_ttl();
  put_all(name, {{{"pk", "c"}}});
  StreamTail other(db(), name);
  EXPECT_FALSE(must(other.start_after(after_first)));
  EXPECT_TRUE(must(other.start_after(tail.position())));
  EXPECT_EQ(read_all(other), (Keys{"c"}));
}

TEST_P(StoreContract, TailOfAStreamThatIsTurnedOffStartsAnew) {
  const std::string name = make_table(streamed());
  StreamTail tail(db(), name);
  must(tail.start_at_latest());
  put_all(name, {{{"pk", "a"}}});
  update_table(change_stream(name, std::nullopt));
  EXPECT_EQ(must(tail.read(kMany)).size(), 1u);
  Result<std::vector<StreamRecord>> ended = std::vector<StreamRecord>();
  for (int tries = 0; tries < 3 && ended; ++tries) ended = tail.read(kMany);
  ASSERT_FALSE(ended.has_value());
  EXPECT_EQ(ended.error().code, ErrorCode::kTrimmedDataAccess);

  const auto off = tail.start_at_latest();
  ASSERT_FALSE(off.has_value());
  EXPECT_EQ(off.error().code, ErrorCode::kResourceNotFound);
  update_table(change_stream(name, StreamView::kNewAndOldImages));
  must(tail.start_at_latest());
  put_all(name, {{{"pk", "b"}}});
  EXPECT_EQ(read_all(tail), (Keys{"b"}));
}

}  // namespace norn::testing
