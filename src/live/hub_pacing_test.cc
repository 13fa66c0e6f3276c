#include "live/hub_loop.h"

#include "live/test_hub.h"

// A hub whose store allows few calls, and other processes that read the same streams.
namespace norn::live {
namespace {

using std::chrono::milliseconds;

class HubPacingTest : public ::testing::Test {
 protected:
  HubPacingTest() {
    store::CreateTableRequest request = norn::testing::table("things", "pk:S");
    request.stream = store::StreamView::kNewAndOldImages;
    must(store_.create_table(request));
  }

  void write(const std::string& key) {
    must(store_.put(norn::testing::put("things", {{"pk", key}, {"users", "ada"}})));
  }
  // A loop that is due again after this long times the number of processes.
  HubLoop loop(int64_t poll_ms, std::vector<Feed*> feeds) {
    HubOptions options;
    options.poll_ms = poll_ms;
    options.readers = [this] { return processes_; };
    return HubLoop(store_, std::move(feeds), options);
  }
  std::shared_ptr<Page> join(HubLoop& loop) {
    auto page = std::make_shared<Page>();
    loop.round({Subscriber{"ada", page, "", nullptr}});
    return page;
  }

  static constexpr int64_t kLongPollMs = 100'000;

  ManualClock clock_{1'700'000'000'000};
  norn::testing::ModelStore store_{clock_};
  ItemFeed things_{"things"};
  ItemFeed same_things_{"things"};
  size_t processes_ = 1;
};

TEST_F(HubPacingTest, EachProcessPausesAsOftenAsThereAreProcesses) {
  for (const size_t processes : {1, 2, 3}) {
    processes_ = processes;
    HubLoop paced = loop(kLongPollMs, {&things_});
    join(paced);
    const milliseconds whole(kLongPollMs * static_cast<int64_t>(processes));
    EXPECT_LE(paced.pause(), whole);
    EXPECT_GT(paced.pause(), whole - milliseconds(kLongPollMs / 2));
  }
}

TEST_F(HubPacingTest, APollReadsOnceAlsoIfThereAreChanges) {
  HubLoop paced = loop(0, {&things_});
  const auto page = join(paced);
  for (const size_t events : {2, 3, 4}) {
    const int reads = things_.rounds();
    write(std::to_string(events));
    paced.round({});
    EXPECT_EQ(things_.rounds(), reads + 1);
    EXPECT_EQ(page->events(events).size(), events);
  }
}

TEST_F(HubPacingTest, FeedsOfOneTableShareItsStream) {
  HubLoop paced = loop(0, {&things_, &same_things_});
  const auto page = join(paced);
  write("a");
  paced.round({});
  const auto events = page->events(3);  // Hello, and what each of the feeds makes of the change.
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(events[1].data, events[2].data);
  // One position in one stream. A page that got only the first of them gets both again.
  for (const Heard& event : events) EXPECT_EQ(event.id.find(','), std::string::npos) << event.id;
  EXPECT_EQ(events[1].id, events[0].id);
  EXPECT_NE(events[2].id, events[0].id);
}

TEST_F(HubPacingTest, PagesThatArriveCauseNoCallsBeforeTheNextPoll) {
  HubLoop paced = loop(kLongPollMs, {&things_});
  EXPECT_EQ(join(paced)->events(1).size(), 1u);
  const int reads = things_.rounds();
  for (int pages = 0; pages < 10; ++pages) join(paced);
  EXPECT_EQ(things_.rounds(), reads);
  EXPECT_FALSE(paced.is_idle());
}

}  // namespace
}  // namespace norn::live
