#include "apps/projects/inspection.h"

#include "apps/projects/meter.h"
#include "apps/projects/test_world.h"

namespace norn::projects {
namespace {

class ProjectInspection : public ProjectsTest {
 protected:
  static store::Map thing(const std::string& key) { return {{"PK", key}, {"SK", key}}; }
  static store::Item with(store::Map item, const store::Map& more) {
    for (const auto& [name, value] : more) item[name] = value;
    return testing::item(item);
  }
  // "project p": whose a faulty item is; "sound" for one that can be shown.
  std::string judged(const store::Item& item) {
    const auto fault = inspector.inspect(item);
    return fault ? fault->owner.kind + " " + fault->owner.id : "sound";
  }
  std::string used(const store::Item& item) {
    const auto use = meter.use_of(item);
    return use ? use->owner + " " + std::string(use->kind) : "nothing";
  }

  ProjectInspector inspector{scene.context};
  ProjectMeter meter{scene.context};
};

TEST_F(ProjectInspection, WhatListsLeaveOutIsNamedToThoseWhoMayRepairIt) {
  EXPECT_EQ(judged(with(thing("TASK#t"), {{"title", "Dig"}})), "sound");
  EXPECT_EQ(judged(with(thing("TASK#t"), {{"projectId", "p"}})), "project p");
  EXPECT_EQ(judged(with(thing("TASK#t"), {{"projectId", "a#b"}})), " ");
  EXPECT_EQ(judged(with(thing("PROJECT#p"), {{"color", "#FF9900"}})), "project p");
  EXPECT_EQ(judged(with(thing("EVENT#e"), {{"title", "x"}, {"projectId", "p"}})), "project p");
  EXPECT_EQ(judged(with(thing("COMMENT#c"), {{"userId", "u"}})), "user u");
  EXPECT_EQ(judged(with(thing("ACTIVITY#a"), {{"entityType", "TASK"}, {"projectId", "p"}})),
            "project p");
  EXPECT_EQ(judged(with({{"PK", "PROJECT#p"}, {"SK", "MEMBER#u"}}, {{"role", "KING"}})),
            "project p");
  EXPECT_EQ(judged(with({{"PK", "PROJECT#p"}, {"SK", "TASK#t"}}, {})), "sound");
  EXPECT_EQ(judged(with(thing("SOMETHING#x"), {})), "sound");
  EXPECT_EQ(must(inspector.owned_by(ada)), (std::vector<apps::ItemOwner>{{"project", garden}}));
  EXPECT_TRUE(must(inspector.owned_by(bob)).empty());
}

TEST_F(ProjectInspection, ThingsCountForTheirProjectAndProjectsForTheirOwners) {
  EXPECT_EQ(used(with(thing("TASK#t"), {{"projectId", "p"}})), "PROJECT#p tasks");
  EXPECT_EQ(used(with(thing("EVENT#e"), {{"projectId", "p"}})), "PROJECT#p projectEvents");
  EXPECT_EQ(used(with(thing("PROJECT#p"), {})), "PROJECT#p bytes");
  EXPECT_EQ(used(with({{"PK", "PROJECT#p"}, {"SK", "MEMBER#u"}}, {{"role", "OWNER"}})),
            "USER#u projects");
  EXPECT_EQ(used(with({{"PK", "PROJECT#p"}, {"SK", "MEMBER#u"}}, {{"role", "ADMIN"}})),
            "PROJECT#p bytes");
  EXPECT_EQ(used(with(thing("COMMENT#c"), {{"userId", "u"}})), "USER#u bytes");
  EXPECT_EQ(used(with(thing("USER#u"), {})), "nothing");
  EXPECT_EQ(must(meter.owned_by(ada)), std::vector<std::string>{keys::project(garden)});
  EXPECT_EQ(must(meter.owners_of(keys::project(garden))), std::vector<std::string>{ada});
  EXPECT_TRUE(must(meter.owners_of("CAL#x")).empty());
}

TEST_F(ProjectInspection, TheReaderOfTheStreamKeepsEventsOfOthersInTheRanges) {
  EventUpkeep upkeep(scene.context);
  apps::TableReaders readers(scene.store, scene.tables, clock, scene.ids, {.lease_ms = 0});
  readers.add(upkeep);
  must(readers.run());
  scene.event(cyd, garden, "2024-01-02T09:00:00Z", "2024-01-02T10:00:00Z");
  const std::string own = scene.all_keys();
  must(readers.run());
  EXPECT_EQ(scene.all_keys(), own) << "of Norn's own events there is nothing to do";
  const auto found = [&](const char* day) {
    const Date date = parse_date(day).value();
    return must(scene.events.in_project(eve, garden, {date, date})).size();
  };
  store::Map event = {{"PK", "EVENT#e"},
                      {"SK", "EVENT#e"},
                      {"title", "會議"},
                      {"projectId", garden},
                      {"startDate", "2024-03-01T09:00:00Z"},
                      {"endDate", "2024-03-05T09:00:00Z"}};
  scene.put(event);
  scene.put(project_event(garden, "e", "2024-01-01T00:00:00Z").to_map());
  must(readers.run());
  EXPECT_EQ(found("2024-03-05"), 1);
  event["startDate"] = "2024-04-01T09:00:00Z";
  event["endDate"] = "2024-04-01T10:00:00Z";
  scene.put(event);
  must(readers.run());
  EXPECT_EQ(found("2024-03-05") + found("2024-04-01"), 1);
  EXPECT_EQ(found("2024-04-01"), 1);
  must(scene.store.remove(testing::remove(
      "calendar-app-data", {{"PK", keys::project(garden)}, {"SK", keys::event("e")}})));
  must(readers.run());
  EXPECT_EQ(found("2024-04-01"), 0);
  EXPECT_EQ(scene.all_keys().find("#e\n", scene.all_keys().find("DATED#")), std::string::npos);
  const auto longest =
      must(scene.store.get(testing::get("norn", {{"PK", std::string(keys::kLongestEvent)},
                                                 {"SK", std::string(keys::kLongestEvent)}})));
  EXPECT_EQ(apps::integer_of(*longest.item, "minutes"), 4 * 24 * 60);
}

// What needs attention can be deleted, and what belongs to it goes with it.
TEST_F(ProjectInspection, NothingIsLeftOfAFaultyProjectOrTask) {
  const std::string shed = scene.project(cyd, "Shed");
  const Task kept = scene.task(cyd, garden);
  const Task dug = scene.task(cyd, garden);
  for (const Task& task : {dug, scene.task(cyd, shed)}) {
    must(scene.comments.create(cyd, task.id, {"Hello", {}}, {}));
  }
  for (const std::string& key : {keys::task(dug.id), keys::project(shed)}) {
    std::vector<apps::Action> actions = {remove_any(scene.context, thing_key(key))};
    for (apps::Action& action : must(inspector.remove_with(testing::item(thing(key))))) {
      actions.push_back(std::move(action));
    }
    ASSERT_TRUE(must(apps::write_all(scene.store, std::move(actions))));
  }
  must(scene.sweeps.run());
  const std::string left = scene.all_keys();
  EXPECT_FALSE(left.contains("COMMENT#")) << left;
  EXPECT_FALSE(left.contains(shed)) << left;
  EXPECT_FALSE(left.contains(dug.id)) << left;
  EXPECT_TRUE(left.contains(kept.id));
  EXPECT_TRUE(must(inspector.remove_with(
                       testing::item({{"PK", keys::project(garden)}, {"SK", keys::member(cyd)}})))
                  .empty());
}

}  // namespace
}  // namespace norn::projects
