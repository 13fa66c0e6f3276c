#include "live/hub.h"

#include "live/test_hub.h"

// What pages hear while they are open. What they hear when they come back is in hub_replay_test.cc.
namespace norn::live {
namespace {

TEST_F(HubTest, NewPageIsGreetedAndHearsWhatHappensFromThenOn) {
  write("before", "ada");
  const auto page = listen("ada");
  write("a", "ada");
  write("b", "ada", "others");
  const auto events = page->events(3);
  EXPECT_EQ(data_of(events), (Texts{kNew, "\"a\"", "\"b\""}));
  EXPECT_EQ(events[0].name, "hello");
  EXPECT_EQ(events[1].name, "thing");
  EXPECT_NE(events[0].id, events[1].id);
  EXPECT_NE(events[1].id, events[2].id);
}

TEST_F(HubTest, AllPagesOfThoseWhomItConcernsHearAnEventAndNobodyElse) {
  const auto ada = listen("ada");
  const auto ada_again = listen("ada");
  const auto bob = listen("bob");
  const auto eve = listen("eve");
  write("a", "ada bob nobody");
  write("b", "eve ada bob");
  for (const auto& page : {ada, ada_again, bob}) {
    EXPECT_EQ(data_of(page->events(3)), (Texts{kNew, "\"a\"", "\"b\""}));
  }
  EXPECT_EQ(data_of(eve->events(2)), (Texts{kNew, "\"b\""}));
}

TEST_F(HubTest, PageHearsOnlyOfWhatItsTokenIsFor) {
  auto page = std::make_shared<Page>();
  std::string allowed = "something:else";
  const auto may_receive = [&](std::string_view scope) { return scope == allowed; };
  ASSERT_TRUE(hub_->subscribe({"ada", page, "", nullptr, may_receive}));
  EXPECT_EQ(page->events(1).size(), 1u);
  write("a", "ada");
  hub_->publish({"reminder", "1", {"ada"}, "something:else"});
  EXPECT_EQ(data_of(page->events(2)), (Texts{kNew, "1"}));

  const auto back = std::make_shared<Page>();
  ASSERT_TRUE(hub_->subscribe({"ada", back, page->events(1)[0].id, nullptr, may_receive}));
  EXPECT_EQ(data_of(back->events(1)), Texts{kResumed});
}

TEST_F(HubTest, TellsWhatNoTableSays) {
  const auto ada = listen("ada");
  const auto bob = listen("bob");
  EXPECT_EQ(hub_->listeners(), (Texts{"ada", "bob"}));
  hub_->publish({"reminder", "1", {"ada"}});
  EXPECT_EQ(ada->events(2)[1].name, "reminder");
  write("a", "ada bob");
  EXPECT_EQ(data_of(ada->events(3)), (Texts{kNew, "1", "\"a\""}));
  EXPECT_EQ(data_of(bob->events(2)), (Texts{kNew, "\"a\""}));
}

TEST_F(HubTest, StreamThatIsLostMeansLoadingEverything) {
  const auto page = listen("ada");
  must(store_.update_table(norn::testing::change_stream("things", std::nullopt)));
  must(store_.update_table(
      norn::testing::change_stream("things", store::StreamView::kNewAndOldImages)));
  EXPECT_EQ(page->events(2)[1].name, "reset");
  write("a", "ada");
  EXPECT_EQ(page->events(3)[2].data, "\"a\"");
}

TEST_F(HubTest, FeedThatFailsMeansLoadingEverything) {
  const auto page = listen("ada");
  things_.set_failing(true);
  write("a", "ada");
  EXPECT_EQ(page->events(2)[1].name, "reset");
  things_.set_failing(false);
  write("b", "ada");
  EXPECT_EQ(page->events(3)[2].data, "\"b\"");
}

TEST_F(HubTest, WhatHappenedWhileItCouldNotBeToldIsToldAsItIsByNow) {
  const auto page = listen("ada");
  things_.on_failure = [&] {
    things_.set_failing(false);
    write("b", "ada");
  };
  things_.set_failing(true);
  write("a", "ada");
  EXPECT_EQ(data_of(page->events(3)), (Texts{kNew, "{}", "\"b\""}));
  EXPECT_EQ(things_.caught_up(), 1u);
}

TEST_F(HubTest, FeedsRememberNothingFromOneReadingToTheNext) {
  const auto page = listen("ada");
  for (size_t times = 2; times <= 4; ++times) {
    const int rounds = things_.rounds();
    write(std::to_string(times), "ada");
    ASSERT_EQ(page->events(times).size(), times);
    EXPECT_TRUE(eventually([&] { return things_.rounds() > rounds; }));
  }
}

TEST_F(HubTest, PagesThatAreGoneAreDropped) {
  const auto page = listen("ada");
  const auto other = listen("bob");
  EXPECT_EQ(hub_->subscribers(), 2u);
  page->close();
  write("a", "ada");
  EXPECT_TRUE(eventually([&] { return hub_->subscribers() == 1; }));
  other->close();  // Nothing is sent to it, and it is noticed all the same.
  EXPECT_TRUE(eventually([&] { return hub_->subscribers() == 0; }));
}

TEST_F(HubTest, PageWhoseSessionIsOverIsClosed) {
  options_.check_ms = 1;
  open();
  std::atomic<bool> is_valid = true;
  std::atomic<int> asked = 0;
  const auto page = std::make_shared<Page>();
  ASSERT_TRUE(hub_->subscribe({"ada", page, "", [&] {
                                 ++asked;
                                 return is_valid.load();
                               }}));
  ASSERT_TRUE(eventually([&] { return asked > 3; }));
  EXPECT_TRUE(page->is_open());
  is_valid = false;
  EXPECT_TRUE(page->is_closed_soon());
  EXPECT_TRUE(eventually([&] { return hub_->subscribers() == 0; }));
  hub_->close();
}

TEST_F(HubTest, IdlePageIsKeptAliveAndMovedOn) {
  options_.keep_alive_ms = 1;
  open();
  const auto page = listen("ada");
  const std::string id = page->events(1)[0].id;
  write("a", "bob");
  EXPECT_TRUE(eventually([&] { return page->kept_alive() > 2 && page->last_id() != id; }));
  EXPECT_EQ(page->events(1).size(), 1u);
}

TEST_F(HubTest, PagesAreLimited) {
  options_.max_subscribers = 3;
  options_.max_subscribers_per_user = 2;
  open();
  const auto first = listen("ada");
  const auto second = listen("ada");
  EXPECT_FALSE(hub_->has_room("ada"));
  EXPECT_FALSE(hub_->subscribe({"ada", std::make_shared<Page>(), "", nullptr}));
  EXPECT_TRUE(hub_->has_room("bob"));
  const auto third = listen("bob");
  EXPECT_FALSE(hub_->subscribe({"eve", std::make_shared<Page>(), "", nullptr}));
  first->close();
  EXPECT_TRUE(eventually([&] { return hub_->has_room("eve"); }));
}

TEST_F(HubTest, ClosingClosesAllPagesAndTakesNoMore) {
  const auto ada = listen("ada");
  const auto bob = subscribe("bob");
  hub_->close();
  hub_->close();
  EXPECT_FALSE(ada->is_open());
  EXPECT_FALSE(bob->is_open());
  EXPECT_FALSE(hub_->subscribe({"ada", std::make_shared<Page>(), "", nullptr}));
  EXPECT_EQ(hub_->subscribers(), 0u);
}

TEST_F(HubTest, WhatHappenedBeforeClosingIsHeard) {
  const auto page = listen("ada");
  for (int i = 0; i < 20; ++i) write(std::to_string(i), "ada");
  hub_->close();
  EXPECT_EQ(page->events(0).size(), 21u);
}

TEST_F(HubTest, PagesWaitForStreamsThatCannotBeRead) {
  must(store_.update_table(norn::testing::change_stream("things", std::nullopt)));
  const auto page = subscribe("ada");
  const auto gone = subscribe("bob");
  gone->close();
  EXPECT_TRUE(eventually([&] { return hub_->subscribers() == 1; }));
  EXPECT_TRUE(page->events(0).empty());
  must(store_.update_table(
      norn::testing::change_stream("things", store::StreamView::kNewAndOldImages)));
  EXPECT_EQ(data_of(page->events(1)), (Texts{kNew}));
}

}  // namespace
}  // namespace norn::live
