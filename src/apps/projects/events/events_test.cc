#include "apps/projects/events/events.h"

#include "apps/projects/test_world.h"

namespace norn::projects {
namespace {

class EventService : public ProjectsTest {
 protected:
  static EventDays days(std::string_view from, std::string_view to, const char* zone = "UTC") {
    return {parse_date(from).value(), parse_date(to).value(), must(ical::TimeZone::find(zone))};
  }
  std::string starts(const std::vector<Event>& events) {
    std::string text;
    for (const Event& event : events) text += event.start_date + " ";
    return text;
  }
  Event named(const std::string& id) { return must(scene.events.get(ada, id)); }
};

TEST_F(EventService, CreatingWritesTheEventItsRelationsAndItsActivity) {
  const Event event = scene.event(cyd, garden, "2024-01-20T09:00:00Z", "2024-01-20T10:00:00Z");
  const std::string key = keys::event(event.id);
  EXPECT_EQ(scene.json(key, key), testing::item({{"PK", key},
                                                 {"SK", key},
                                                 {"GSI1PK", key},
                                                 {"GSI1SK", key},
                                                 {"GSI2PK", "EVENT#"},
                                                 {"GSI2SK", "2024-01-20T09:00:00Z"},
                                                 {"title", "Meeting"},
                                                 {"description", testing::null()},
                                                 {"startDate", "2024-01-20T09:00:00Z"},
                                                 {"endDate", "2024-01-20T10:00:00Z"},
                                                 {"allDay", testing::no()},
                                                 {"color", "#FF9900"},
                                                 {"projectId", garden},
                                                 {"projectIds", testing::list({garden})},
                                                 {"entityType", "EVENT"},
                                                 {"createdAt", "2024-01-15T10:30:00Z"},
                                                 {"updatedAt", "2024-01-15T10:30:00Z"},
                                                 {"createdBy", cyd}})
                                      .json());
  EXPECT_EQ(scene.json(keys::project(garden), key),
            project_event(garden, event.id, "2024-01-15T10:30:00Z").json());
  EXPECT_EQ(scene.log_of(must(scene.activities.of_project(eve, garden, {.limit = 1}))),
            "CREATE EVENT");
  const auto refused = [&](const char* start, const char* end, const char* field) {
    EventInput input;
    input.title = "x";
    input.start_date = start;
    input.end_date = end;
    EXPECT_TRUE(fails(scene.events.create(cyd, garden, input, {}), ErrorCode::kInvalid, field));
  };
  refused("2024-01-20", "2024-01-20T10:00:00Z", "startDate");
  refused("2024-01-20T09:00:00Z", "soon", "endDate");
  refused("2024-01-20T09:00:00Z", "2024-01-20T08:00:00Z", "endDate");
  refused("2024-01-20T09:00:00Z", "2044-01-20T08:00:00Z", "endDate");
}

TEST_F(EventService, ARangeHasEverythingThatOverlapsIt) {
  scene.event(cyd, garden, "2023-12-01T00:00:00Z", "2024-02-01T00:00:00Z");
  scene.event(cyd, garden, "2024-01-09T22:00:00Z", "2024-01-10T02:00:00Z");
  scene.event(cyd, garden, "2024-01-10T00:00:00Z", "2024-01-10T00:00:00Z");
  scene.event(cyd, garden, "2024-01-11T12:00:00Z", "2024-01-11T12:00:00Z", true);
  scene.event(cyd, garden, "2024-01-09T22:00:00Z", "2024-01-10T00:00:00Z");
  scene.event(cyd, garden, "2024-01-12T00:00:00Z", "2024-01-12T01:00:00Z");
  EXPECT_EQ(starts(must(scene.events.in_project(eve, garden, days("2024-01-10", "2024-01-11")))),
            "2023-12-01T00:00:00Z 2024-01-09T22:00:00Z 2024-01-10T00:00:00Z "
            "2024-01-11T00:00:00Z ");
  // All-day events are on their days, wherever the reader is; others are when they are there.
  EXPECT_EQ(starts(must(scene.events.in_project(
                eve, garden, days("2024-01-11", "2024-01-11", "America/Los_Angeles")))),
            "2023-12-01T00:00:00Z 2024-01-11T00:00:00Z 2024-01-12T00:00:00Z ");
  EXPECT_TRUE(fails(scene.events.in_project(eve, garden, days("2024-01-11", "2024-01-10")),
                    ErrorCode::kInvalid, "to"));
  EXPECT_TRUE(fails(scene.events.in_project(eve, garden, days("2024-01-01", "2026-01-10")),
                    ErrorCode::kInvalid, "to"));
  EXPECT_EQ(must(scene.events.of_project(eve, garden)).size(), 6);
}

TEST_F(EventService, AChangeMovesItInTheRanges) {
  Event event = scene.event(cyd, garden, "2024-01-20T09:00:00Z", "2024-01-20T10:00:00Z");
  event =
      must(scene.events.change(bob, event.id, {.start_date = "2024-03-20T09:00:00Z"}, event.etag));
  EXPECT_EQ(event.end_date, "2024-03-20T10:00:00Z") << "it is as long as it was";
  EXPECT_TRUE(must(scene.events.in_project(eve, garden, days("2024-01-01", "2024-01-31"))).empty());
  event =
      must(scene.events.change(bob, event.id, {.end_date = "2024-05-20T09:00:00Z"}, event.etag));
  EXPECT_EQ(must(scene.events.in_project(eve, garden, days("2024-05-01", "2024-05-02"))).size(), 1);
  const auto page = must(scene.activities.of_project(eve, garden, {.limit = 1}));
  EXPECT_EQ(
      page.activities[0].changes,
      (std::vector<FieldChange>{{"endDate", "2024-03-20T10:00:00Z", "2024-05-20T09:00:00Z"}}));
  EXPECT_TRUE(fails(scene.events.change(bob, event.id, {.title = "x"}, "old"), ErrorCode::kStale));
  must(scene.events.remove(bob, event.id, event.etag));
  EXPECT_TRUE(must(scene.events.of_project(eve, garden)).empty());
  EXPECT_FALSE(scene.all_keys().contains(event.id));
}

TEST_F(EventService, AnEventCanBeInSeveralProjects) {
  const std::string shed = scene.project(cyd, "Shed");
  scene.join(shed, cyd, "zoe", Role::kMember);
  Event event = scene.event(cyd, garden, "2024-01-20T09:00:00Z", "2024-01-20T10:00:00Z");
  EXPECT_TRUE(fails(scene.events.get(zoe, event.id), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.events.add_to(zoe, event.id, shed), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.events.add_to(eve, event.id, shed), ErrorCode::kNotFound));
  event = must(scene.events.add_to(cyd, event.id, shed));
  EXPECT_EQ(must(scene.events.in_project(zoe, shed, days("2024-01-20", "2024-01-20"))).size(), 1);
  EXPECT_EQ(must(scene.events.in_all(cyd, days("2024-01-20", "2024-01-20"))).size(), 1);
  EXPECT_EQ(must(scene.events.in_all(eve, days("2024-01-20", "2024-01-20"))).size(), 1);
  // Those who see it there do not change it.
  EXPECT_TRUE(
      fails(scene.events.change(zoe, event.id, {.title = "x"}, event.etag), ErrorCode::kNotFound));
  event =
      must(scene.events.change(cyd, event.id, {.start_date = "2024-02-20T09:00:00Z"}, event.etag));
  EXPECT_EQ(must(scene.events.in_project(zoe, shed, days("2024-02-20", "2024-02-20"))).size(), 1);
  EXPECT_TRUE(fails(scene.events.remove_from(cyd, event.id, garden), ErrorCode::kConflict));
  event = must(scene.events.change(cyd, event.id, {.project_id = shed}, event.etag));
  event = must(scene.events.remove_from(cyd, event.id, garden));
  EXPECT_TRUE(must(scene.events.of_project(eve, garden)).empty());
  EXPECT_EQ(event.project_ids, std::vector<std::string>{shed});
  EXPECT_FALSE(scene.json(keys::project(shed), keys::event(event.id)).empty());
}

TEST_F(EventService, AnEventOutlivesAProjectThatItIsOnlyShownInOrMovesToAnother) {
  const std::string shed = scene.project(ada, "Shed");
  Event event = scene.event(ada, garden, "2024-01-20T09:00:00Z", "2024-01-20T10:00:00Z");
  must(scene.events.add_to(ada, event.id, shed));
  must(scene.projects.remove(ada, garden));
  scene.delete_for_good(ada);
  event = named(event.id);
  EXPECT_EQ(event.project_id, shed);
  EXPECT_EQ(event.project_ids, std::vector<std::string>{shed});
  must(scene.projects.remove(ada, shed));
  scene.delete_for_good(ada);
  EXPECT_FALSE(scene.all_keys().contains(event.id));
}

// Another program wrote an event and a relation, and nothing else; later it moves the event.
TEST_F(EventService, EventsOfOtherProgramsShowUpInRanges) {
  store::Map item = {{"PK", "EVENT#evt_1"},
                     {"SK", "EVENT#evt_1"},
                     {"GSI1PK", "EVENT#evt_1"},
                     {"GSI1SK", "EVENT#evt_1"},
                     {"title", "會議"},
                     {"startDate", "2024-01-20T09:00:00.000Z"},
                     {"endDate", "2024-01-25T10:00:00.000Z"}};
  scene.put(item);
  scene.put(project_event(garden, "evt_1", "2024-01-01T00:00:00Z").to_map());
  EXPECT_EQ(must(scene.events.of_project(eve, garden)).size(), 1);
  EXPECT_EQ(must(scene.events.get(eve, "evt_1")).title, "會議");
  must(keep_dated(scene.context, "evt_1", std::nullopt));
  EXPECT_EQ(must(scene.events.in_project(eve, garden, days("2024-01-24", "2024-01-24"))).size(), 1);
  item["startDate"] = "2024-02-20T09:00:00Z";
  item["endDate"] = "2024-02-20T10:00:00Z";
  scene.put(item);
  EXPECT_TRUE(must(scene.events.in_project(eve, garden, days("2024-01-20", "2024-01-24"))).empty());
  must(keep_dated(scene.context, "evt_1", "2024-01-20T09:00:00Z"));
  EXPECT_EQ(must(scene.events.in_project(eve, garden, days("2024-02-20", "2024-02-20"))).size(), 1);
  EXPECT_FALSE(scene.all_keys().contains("DATED#2024-01-20"));
  // It is changed and deleted like one of Norn's own.
  Event event = must(scene.events.get(cyd, "evt_1"));
  event = must(scene.events.change(cyd, "evt_1", {.title = "Party"}, event.etag));
  EXPECT_EQ(event.project_id, garden);
  must(scene.events.remove(cyd, "evt_1", event.etag));
  EXPECT_FALSE(scene.all_keys().contains("evt_1"));
}

TEST_F(EventService, TheFirstAndTheLastDaysCanBeAskedFor) {
  scene.event(cyd, garden, "9999-12-31T09:00:00Z", "9999-12-31T23:59:59Z");
  scene.event(cyd, garden, "0001-01-01T00:00:00Z", "0001-01-01T01:00:00Z");
  EXPECT_EQ(must(scene.events.in_all(eve, days("9999-12-30", "9999-12-31"))).size(), 1);
  EXPECT_EQ(must(scene.events.in_project(eve, garden, days("0001-01-01", "0001-01-02"))).size(), 1);
}

// Another program wrote something else than an integer.
TEST_F(EventService, AnyLongestEventCanBeThere) {
  const std::string key = keys::project(garden);
  const store::Item project = must(find_item(scene.context, project_key(garden))).value();
  for (const store::Value& longest :
       {store::Value("long"), store::Value(store::Null{}),
        store::Value(must(store::Number::parse("1E30"))),
        store::Value(must(store::Number::parse("10.5"))), store::Value::number(-1),
        store::Value::number(int64_t{1} << 62)}) {
    store::Map item = project.to_map();
    item["longestEventMinutes"] = longest;
    scene.put(item);
    const Event event = scene.event(cyd, garden, "2024-01-20T09:00:00Z", "2024-01-21T10:00:00Z");
    EXPECT_EQ(must(scene.events.in_project(eve, garden, days("2024-01-21", "2024-01-21"))).size(),
              1);
    must(scene.events.remove(cyd, event.id, event.etag));
  }
}

TEST_F(EventService, AnEventOfAnotherProgramIsInEveryProjectThatHasARelationToIt) {
  const std::string shed = scene.project(zoe, "Shed");
  scene.put({{"PK", "EVENT#e"},
             {"SK", "EVENT#e"},
             {"title", "Party"},
             {"projectId", garden},
             {"startDate", "2024-03-01T09:00:00Z"}});
  for (const std::string& project : {garden, shed}) {
    scene.put(project_event(project, "e", "2024-01-01T00:00:00Z").to_map());
  }
  EXPECT_EQ(must(scene.events.of_project(zoe, shed)).size(), 1);
  const Event event = must(scene.events.get(zoe, "e"));
  EXPECT_EQ(event.project_id, garden);
  EXPECT_EQ(event.project_ids, (std::vector<std::string>{garden, shed}));
}

TEST_F(EventService, NothingComesIntoAProjectThatIsArchivedMeanwhile) {
  meanwhile([&] {
    must(scene.projects.change(ada, garden, {.status = ProjectStatus::kArchived},
                               must(scene.projects.get(ada, garden)).project.etag));
  });
  EventInput input;
  input.title = "Long";
  input.start_date = "2024-01-20T09:00:00Z";
  input.end_date = "2024-02-20T09:00:00Z";
  EXPECT_TRUE(fails(scene.events.create(cyd, garden, input, {}), ErrorCode::kConflict));
  EXPECT_TRUE(must(scene.events.of_project(eve, garden)).empty());
}

}  // namespace
}  // namespace norn::projects
