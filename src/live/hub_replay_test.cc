#include "live/test_hub.h"

// What pages hear that come back.
namespace norn::live {
namespace {

TEST_F(HubTest, PageThatComesBackHearsWhatItMissed) {
  const auto first = listen("ada");
  write("a", "ada");
  const std::string id = first->events(2)[1].id;
  first->close();
  ASSERT_TRUE(eventually([&] { return hub_->subscribers() == 0; }));
  write("b", "ada");
  write("c", "bob");
  write("d", "ada", "others");
  const auto second = subscribe("ada", id);
  write("e", "ada");
  const auto events = second->events(4);
  ASSERT_EQ(events.size(), 4u);
  // "e" may be part of what was missed, or come when all that has been heard.
  Texts heard = data_of(events);
  const auto hello = std::ranges::find(heard, kResumed);
  ASSERT_NE(hello, heard.end());
  EXPECT_GE(hello - heard.begin(), 2);
  heard.erase(hello);
  std::ranges::sort(heard);
  EXPECT_EQ(heard, (Texts{"\"b\"", "\"d\"", "\"e\""}));
}

TEST_F(HubTest, PageThatComesBackToAnotherProcessHearsWhatItMissed) {
  const std::string id = listen("ada")->last_id();
  hub_->close();
  write("a", "ada");
  open();
  EXPECT_EQ(data_of(subscribe("ada", id)->events(2)), (Texts{"\"a\"", kResumed}));
}

TEST_F(HubTest, PageThatHasMissedNothingIsToldSo) {
  const auto other = listen("bob");
  const std::string id = listen("ada")->last_id();
  EXPECT_EQ(data_of(subscribe("ada", id)->events(1)), (Texts{kResumed}));
}

TEST_F(HubTest, PageWithAnUnknownIdHasToLoadEverythingAndGoesOn) {
  for (const std::string id : {"-", "nonsense", "00000000.000000000000000000001"}) {
    const auto page = subscribe("ada", id);
    ASSERT_EQ(page->events(1).size(), 1u);
    EXPECT_EQ(page->events(1)[0].name, "reset");
    write("after " + id, "ada");
    EXPECT_EQ(page->events(2)[1].data, "\"after " + id + "\"");
  }
}

TEST_F(HubTest, PageThatHasMissedTooMuchHasToLoadEverything) {
  options_.max_replayed = 300;
  open();
  const std::string id = listen("ada")->last_id();
  hub_->close();
  for (int i = 0; i < 301; ++i) write(std::to_string(i), "bob");
  open();
  const auto page = subscribe("ada", id);
  ASSERT_EQ(page->events(1).size(), 1u);
  EXPECT_EQ(page->events(1)[0].name, "reset");
}

TEST_F(HubTest, NothingIsLostOrDoubledHoweverOftenAPageComesBack) {
  constexpr size_t kWritten = 400;
  const auto other = listen("bob");  // Keeps the hub at work.
  std::string id = listen("ada")->last_id();
  std::thread writer([&] {
    for (size_t i = 0; i < kWritten; ++i) write(std::to_string(i), "ada bob");
  });
  Texts heard;
  Texts expected;
  for (size_t i = 0; i < kWritten; ++i) expected.push_back("\"" + std::to_string(i) + "\"");
  while (heard.size() < kWritten) {
    const auto page = subscribe("ada", id);
    page->events(3);
    page->close();
    const auto events = page->events(0);
    for (const Heard& event : events) {
      if (event.name == "thing") heard.push_back(event.data);
      EXPECT_NE(event.name, "reset");
    }
    id = page->last_id();
    if (events.empty() || ::testing::Test::HasFailure()) break;
  }
  writer.join();
  EXPECT_EQ(heard, expected);
  EXPECT_EQ(other->events(kWritten + 1).size(), kWritten + 1);
}

TEST_F(HubTest, IdThatNoPageWasGivenMeansLoadingEverything) {
  write("a", "ada");
  std::string id = listen("ada")->last_id();
  // From the beginning of both streams, which nobody was at.
  for (size_t dot = id.find('.'); dot != std::string::npos; dot = id.find('.', dot + 1)) {
    id.replace(dot + 1, std::min(id.find(',', dot), id.size()) - dot - 1, "0");
  }
  EXPECT_EQ(subscribe("ada", id)->events(1).at(0).name, "reset") << id;
}

TEST_F(HubTest, WhatWasMissedIsToldAsItIsByNow) {
  const std::string id = listen("ada")->last_id();
  write("a", "ada");
  const auto page = subscribe("ada", id);
  EXPECT_EQ(data_of(page->events(2)), (Texts{"\"a\"", kResumed}));
  EXPECT_EQ(things_.caught_up(), 1u);
  write("b", "ada");
  EXPECT_EQ(page->events(3).size(), 3u);
  EXPECT_EQ(things_.caught_up(), 1u) << "what happens is told as it happens";
}

// A page that takes what was sent only when it is told to, and is cut off when too much waits.
class SlowPage final : public http::EventStream {
 public:
  bool send(std::string_view text) override {
    const std::lock_guard lock(mutex_);
    open_ = open_ && waiting_.size() + text.size() <= kMaxBytes;
    if (open_) waiting_.append(text);
    return open_;
  }
  void close() override {
    const std::lock_guard lock(mutex_);
    open_ = false;
  }
  bool is_open() const override {
    const std::lock_guard lock(mutex_);
    return open_;
  }
  bool has_room() const override {
    const std::lock_guard lock(mutex_);
    return waiting_.size() < kMaxBytes / 4;
  }

  bool has_caught_up() const {
    const std::lock_guard lock(mutex_);
    return waiting_.contains("event: hello");
  }
  std::string take(size_t bytes) {
    const std::lock_guard lock(mutex_);
    std::string taken = waiting_.substr(0, bytes);
    waiting_.erase(0, taken.size());
    return taken;
  }

 private:
  static constexpr size_t kMaxBytes = 256 * 1024;

  mutable std::mutex mutex_;
  std::string waiting_;
  bool open_ = true;
};

TEST_F(HubTest, PageThatIsSlowerThanTheHubHearsEverythingThatItMissed) {
  constexpr size_t kMissed = 3'000;
  constexpr size_t kBytesAtOnce = 32 * 1024;
  const std::string id = listen("ada")->last_id();
  const std::string padding(2'000, '.');
  for (size_t i = 0; i < kMissed; ++i) write(std::to_string(i) + padding, "ada");
  const auto page = std::make_shared<SlowPage>();
  ASSERT_TRUE(hub_->subscribe({"ada", page, id, nullptr}));
  std::string heard;
  while (!page->has_caught_up()) {
    ASSERT_TRUE(eventually([&] { return !page->has_room() || page->has_caught_up(); }));
    ASSERT_TRUE(page->is_open()) << "cut off after " << heard.size() << " bytes";
    heard += page->take(kBytesAtOnce);
  }
  heard += page->take(std::string::npos);
  size_t place = 0;
  for (size_t i = 0; i < kMissed; ++i) {
    place = heard.find("data: \"" + std::to_string(i) + ".", place);
    ASSERT_NE(place, std::string::npos) << i;
  }
  EXPECT_EQ(heard.find("event: reset"), std::string::npos);
}

TEST_F(HubTest, NothingMoreIsReadForAPageThatGoesWhileItCatchesUp) {
  constexpr size_t kMissed = 3'000;
  constexpr size_t kHeard = 1'000;
  options_.sweep_ms = 3'600'000;
  const std::string id = listen("ada")->last_id();
  hub_->close();
  for (size_t i = 0; i < kMissed; ++i) write(std::to_string(i), "bob");
  const auto page = std::make_shared<Page>();
  things_.on_caught_up = [&] {
    if (things_.caught_up() == kHeard) page->close();
  };
  open();
  ASSERT_TRUE(hub_->subscribe({"ada", page, id, nullptr}));
  EXPECT_TRUE(eventually([&] { return hub_->subscribers() == 0; }));
  EXPECT_GE(things_.caught_up(), kHeard);
  EXPECT_LT(things_.caught_up(), kMissed / 2);
}

TEST_F(HubTest, PageThatGoesWhileItHasNoRoomIsDropped) {
  const auto other = listen("bob");
  const auto page = std::make_shared<Page>();
  page->set_full(true);
  ASSERT_TRUE(hub_->subscribe({"ada", page, other->last_id(), nullptr}));
  page->close();
  EXPECT_TRUE(eventually([&] { return hub_->subscribers() == 1; }));
}

TEST_F(HubTest, FewPagesOfAPersonCatchUpAtTheSameTime) {
  const std::string id = listen("ada")->last_id();
  write("a", "ada bob");
  std::vector<std::shared_ptr<Page>> full;
  for (int i = 0; i < 2; ++i) {
    full.push_back(std::make_shared<Page>());
    full.back()->set_full(true);
    ASSERT_TRUE(hub_->subscribe({"ada", full.back(), id, nullptr}));
  }
  const auto third = subscribe("ada", id);
  const auto bob = subscribe("bob", id);
  EXPECT_EQ(data_of(bob->events(2)), (Texts{"\"a\"", kResumed}));
  EXPECT_TRUE(third->events(0).empty());
  full[1]->set_full(false);
  EXPECT_EQ(data_of(full[1]->events(2)), (Texts{"\"a\"", kResumed}));
  EXPECT_EQ(data_of(third->events(2)), (Texts{"\"a\"", kResumed}));
  EXPECT_TRUE(full[0]->events(0).empty());
}

}  // namespace
}  // namespace norn::live
