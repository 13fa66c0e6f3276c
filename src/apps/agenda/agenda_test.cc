#include "apps/agenda/agenda.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>

#include "apps/agenda/render.h"
#include "apps/agenda/sentences.h"
#include "apps/agenda/test_source.h"
#include "base/faults.h"

namespace norn::agenda {
namespace {

class AgendaTest : public ::testing::Test {
 protected:
  // "planner:A calendars:B"
  static std::string text_of(const std::vector<Item>& items) {
    std::string text;
    for (const Item& item : items) {
      text += (text.empty() ? "" : " ") + item.app + ":" + item.title;
    }
    return text;
  }
  static AgendaRequest week(std::string tzid = "UTC") {
    return {.from = date("2026-11-16"), .to = date("2026-11-22"), .tzid = std::move(tzid)};
  }
  AgendaPage list(const AgendaRequest& request, std::vector<bool> allowed = {true, true}) {
    auto page = agenda.list("ada", request, allowed);
    EXPECT_TRUE(page) << (page ? "" : page.error().message);
    return page ? *std::move(page) : AgendaPage();
  }

  ManualClock clock{1'795'000'000'000};  // 2026-11-18T10:26:40Z
  TestSource first{"calendars", Kinds::of({Kind::kEntry, Kind::kTask})};
  TestSource second{"planner", Kinds::of({Kind::kEvent})};
  Agenda agenda{clock, {&first, &second}, 0};
};

TEST_F(AgendaTest, MergesWhatAppsHaveByStartKindAndId) {
  first.things = {thing(Kind::kTask, "d", "2026-11-17"), thing(Kind::kEntry, "a", "2026-11-18"),
                  thing(Kind::kEntry, "b", "2026-11-17T09:00:00"),
                  thing(Kind::kEntry, "z", "2026-11-17T00:00:00")};
  second.things = {thing(Kind::kEvent, "c", "2026-11-17T09:00:00"),
                   thing(Kind::kEvent, "e", "2026-11-17")};
  EXPECT_EQ(text_of(list(week()).items),
            "planner:e calendars:d calendars:z calendars:b planner:c calendars:a");
}

TEST_F(AgendaTest, AsksOnlyAppsThatHaveTheKindsAndWhoseScopeTheCallerHas) {
  first.things = {thing(Kind::kTask, "t", "2026-11-17"), thing(Kind::kEntry, "n", "2026-11-18")};
  second.things = {thing(Kind::kEvent, "e", "2026-11-17")};
  AgendaRequest request = week();
  request.kinds = Kinds::of({Kind::kTask});
  EXPECT_EQ(text_of(list(request).items), "calendars:t");
  EXPECT_EQ(second.asked, 0);
  EXPECT_EQ(text_of(list(week(), {false, true}).items), "planner:e");
  EXPECT_EQ(first.asked, 1);
}

TEST_F(AgendaTest, AnAppThatFailsIsNamedAndTheRestIsThere) {
  first.things = {thing(Kind::kEntry, "n", "2026-11-18")};
  second.error = fail(ErrorCode::kInternal, "the disk is broken");
  AgendaPage page = list(week());
  EXPECT_EQ(text_of(page.items), "calendars:n");
  ASSERT_EQ(page.failed.size(), 1U);
  EXPECT_EQ(page.failed.front().said.code(), kPartFailed.code) << "not the words of the store";
  EXPECT_FALSE(page.can_be_kept);
  second.error = invalid("to", kKindUnknown("x"));
  std::string json;
  append_json(json, list(week()));
  EXPECT_NE(json.find(R"("failed":[{"app":"planner","code":"agendaKindUnknown","params":)"),
            std::string::npos)
      << json;
}

TEST_F(AgendaTest, ACalendarThatFailsIsNamedAndTheRestOfItsAppIsThere) {
  first.things = {thing(Kind::kEntry, "n", "2026-11-18")};
  first.failed = {{.owner = {.kind = "calendar", .id = "1", .name = "Loud"},
                   .error = invalid("to", kKindUnknown("x")).error()}};
  const AgendaPage page = list(week());
  EXPECT_EQ(text_of(page.items), "calendars:n");
  EXPECT_FALSE(page.can_be_kept);
  std::string json;
  append_json(json, page);
  EXPECT_NE(json.find(R"("failed":[{"app":"calendars","owner":{"kind":"calendar","id":"1",)"
                      R"("name":"Loud"},"code":"agendaKindUnknown","params":)"),
            std::string::npos)
      << json;
}

TEST_F(AgendaTest, DaysAreThoseOfThePersonUnlessAZoneIsNamed) {
  second.zone = "Pacific/Kiritimati";  // It is the 19th there.
  const AgendaPage own = list(week(""));
  EXPECT_EQ(own.query.tzid, "Pacific/Kiritimati");
  EXPECT_EQ(date_text(own.query.today), "2026-11-19");
  ASSERT_FALSE(own.dependencies.empty());
  EXPECT_EQ(own.dependencies.front().owners, std::vector<std::string>{"zone of ada"});
  EXPECT_EQ(date_text(list(week("America/New_York")).query.today), "2026-11-18");
  second.zone.clear();
  EXPECT_EQ(list(week("")).query.tzid, "UTC") << "no app knows one";
  second.zone = "Mars/Base";
  EXPECT_EQ(date_text(list(week("")).query.today), "2026-11-18") << "a stored name, read as UTC";
  second.zone_error = fail(ErrorCode::kInternal, "the disk is broken");
  const AgendaPage failed = list(week(""));
  ASSERT_EQ(failed.failed.size(), 1U);
  EXPECT_EQ(failed.failed.front().app, "planner");
}

TEST_F(AgendaTest, RefusesDaysZonesAndCursorsThatMakeNoSense) {
  const auto field = [&](const AgendaRequest& request) {
    const auto page = agenda.list("ada", request, {true, true});
    const Fault* const fault = page ? nullptr : fault_of(page.error());
    return fault != nullptr ? fault->field : "none";
  };
  AgendaRequest request = week();
  EXPECT_EQ(field(request), "none");
  request.to = request.from - std::chrono::days(1);
  EXPECT_EQ(field(request), "to");
  request.to = request.from + std::chrono::days(kMaxAgendaDays - 1);
  EXPECT_EQ(field(request), "none");
  request.to += std::chrono::days(1);
  EXPECT_EQ(field(request), "to");
  EXPECT_EQ(field(week("Mars/Base")), "zone");
  for (const char* cursor : {"x", "####", "MSMwI2V2ZW50IzAjYSNv", "MSMyI2V2ZW50IzAjYSNvI2k"}) {
    request = week();
    request.cursor = cursor;
    EXPECT_EQ(field(request), "cursor") << cursor;
  }
}

TEST_F(AgendaTest, TasksWithoutATimeAreListedUpToALimit) {
  first.without_time = {thing(Kind::kTask, "a", "2026-11-17"),
                        thing(Kind::kTask, "b", "2026-11-17")};
  second.error = fail(ErrorCode::kInternal, "the disk is broken");
  const UnscheduledTasks tasks = agenda.unscheduled("ada", {true, true});
  EXPECT_EQ(text_of(tasks.items), "calendars:a calendars:b");
  EXPECT_EQ(tasks.failed.size(), 1U);
  first.without_time.assign(kMaxUnscheduled + 5, thing(Kind::kTask, "a", "2026-11-17"));
  EXPECT_EQ(agenda.unscheduled("ada", {true, true}).items.size(), kMaxUnscheduled);
}

// Things with few different starts, kinds and ids, so that many of them are alike.
std::vector<Item> random_things(Kinds kinds, const std::string& app) {
  std::vector<Item> things;
  const auto count = *rc::gen::inRange<size_t>(0, 700);
  for (size_t i = 0; i < count; ++i) {
    const auto kind = static_cast<Kind>(*rc::gen::inRange<size_t>(0, kKindCount));
    if (!kinds.has(kind)) continue;
    Item item;
    item.kind = kind;
    item.app = app;
    item.id = std::to_string(*rc::gen::inRange(0, 9));
    item.owner.id = std::to_string(i);
    item.title = item.id + "/" + item.owner.id;
    item.times.all_day = *rc::gen::arbitrary<bool>();
    item.times.start_s = *rc::gen::inRange<int64_t>(0, 3) * 86'400;
    if (kind == Kind::kTask) {
      item.task = TaskState{.as = static_cast<TaskAs>(*rc::gen::inRange(0, 3))};
    }
    things.push_back(std::move(item));
  }
  return things;
}

TEST(AgendaProperty, PagesHaveEverythingOnceAndInOrder) {
  EXPECT_TRUE(rc::check([] {
    const ManualClock clock{0};
    TestSource first{"calendars", Kinds::of({Kind::kEntry, Kind::kTask})};
    TestSource second{"planner", Kinds::of({Kind::kEvent})};
    TestSource third{"projects", Kinds::all()};
    Agenda agenda(clock, {&first, &second, &third}, *rc::gen::element(size_t{0}, size_t{3}));
    std::vector<Item> expected;
    for (TestSource* const source : {&first, &second, &third}) {
      source->things = random_things(source->kinds(), source->app());
      std::ranges::copy(source->things, std::back_inserter(expected));
    }
    std::ranges::sort(expected, {}, [](const Item& item) { return ItemOrder::of(item); });
    std::vector<Item> found;
    AgendaRequest request{.from = date("1970-01-01"), .to = date("1970-01-03"), .tzid = "UTC"};
    while (true) {
      auto page = agenda.list("ada", request, {true, true, true});
      RC_ASSERT(page.has_value());
      std::ranges::move(page->items, std::back_inserter(found));
      if (!page->next) break;
      RC_ASSERT(page->items.size() == kPageItems);
      request.cursor = *page->next;
    }
    RC_ASSERT(found == expected);
  }));
}

TEST(AgendaThreads, PartsAreAskedAtTheSameTimeAndManyRequestsShareTheThreads) {
  const ManualClock clock{0};
  std::atomic<int> waiting = 0;
  TestSource first{"calendars", Kinds::all()};
  TestSource second{"planner", Kinds::all()};
  first.things = second.things = {thing(Kind::kEvent, "e", "1970-01-01")};
  Agenda agenda(clock, {&first, &second}, 2);
  const AgendaRequest request{.from = date("1970-01-01"), .to = date("1970-01-03"), .tzid = "UTC"};
  // Each waits for the other: one after another they would wait for ever.
  first.on_asked = second.on_asked = [&] {
    ++waiting;
    while (waiting < 2) std::this_thread::yield();
  };
  ASSERT_TRUE(agenda.list("ada", request, {true, true}));
  first.on_asked = second.on_asked = nullptr;
  std::vector<std::thread> threads;
  std::atomic<size_t> items = 0;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 50; ++j) {
        const auto page = agenda.list("ada", request, {true, true});
        if (page) items += page->items.size();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(items, 800U);
}

}  // namespace
}  // namespace norn::agenda
