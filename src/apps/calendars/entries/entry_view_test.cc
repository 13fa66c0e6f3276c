#include "apps/calendars/entries/entry_view.h"

#include <gtest/gtest.h>

#include "apps/calendars/render.h"
#include "support/builders.h"

namespace norn::calendars {
namespace {

using testing::item;
using testing::map;
using testing::null;
using testing::num;

Entry example() {
  return {.id = "e",
          .calendar_id = "c",
          .title = "Standup",
          .description = "Every day",
          .location = std::nullopt,
          .date = *parse_date("2024-01-15"),
          .color = "#3B82F6",
          .kind = Timed{"09:00:00", "09:30:00"},
          .created_at = "2024-01-15T08:00:00Z",
          .updated_at = "2024-01-16T08:00:00Z",
          .created_by = "ada",
          .updated_by = "bob"};
}

std::string json_of(store::ItemView item) {
  std::string json;
  append_json(json, EntryView::of(item).value());
  return json;
}

std::string json_of(const Entry& entry) {
  std::string json;
  append_json(json, entry);
  return json;
}

TEST(EntryView, IsTheEntryOfItsItem) {
  Entry quoted = example();
  quoted.title = "\"Tea\" \\ café\n\x01";
  quoted.description = std::nullopt;
  quoted.location = "line\tone";
  Entry empty = example();
  empty.title = "";
  empty.description = "";
  Entry long_one = example();
  long_one.kind = MultiDay{*parse_date("2024-01-15"), *parse_date("2024-01-18")};
  Entry task = example();
  task.kind = Task{true};
  Entry whole_day = example();
  whole_day.kind = AllDay{};
  whole_day.created_by = whole_day.updated_by = std::nullopt;
  for (const Entry& entry : {example(), quoted, empty, long_one, task, whole_day}) {
    const store::Item item = to_item(entry);
    const EntryView view = EntryView::of(item).value();
    EXPECT_EQ(view.decode(), entry);
    EXPECT_EQ(view.id(), entry.id);
    EXPECT_EQ(view.json_of_id(), "\"" + entry.id + "\"");
    EXPECT_EQ(view.calendar_id(), entry.calendar_id);
    EXPECT_EQ(view.title(), entry.title);
    EXPECT_EQ(view.date(), entry.date);
    EXPECT_EQ(view.last_day(), entry.last_day());
    EXPECT_EQ(view.has_several_days(), std::holds_alternative<MultiDay>(entry.kind));
    const std::string json = json_of(item);
    EXPECT_EQ(json, json_of(entry));
    const std::string authors = entry.created_by ? R"("createdBy":"ada","updatedBy":"bob"})"
                                                 : R"("createdBy":null,"updatedBy":null})";
    EXPECT_TRUE(json.ends_with("\"etag\":\"" + etag_of(entry) + "\"," + authors)) << json;
    EXPECT_LE(json.size(), view.json_bytes() + etag_of(entry).size() + 12);
  }
}

TEST(EntryView, KeepsItsTitleWhenItIsMoved) {
  Entry entry = example();
  entry.title = "\"A\"";
  const store::Item item = to_item(entry);
  EntryView view = EntryView::of(item).value();
  const EntryView moved = std::move(view);
  EXPECT_EQ(moved.title(), "\"A\"");
  EXPECT_EQ(moved.sort_key().title, moved.title());
}

// Attributes that other programs left out or added make no difference: an entry has one JSON, and
// so one tag.
TEST(EntryView, IsTheSameTextHoweverItsItemWasWritten) {
  const Entry entry = example();
  store::Map attributes = to_item(entry).to_map();
  attributes.erase("location");
  attributes.erase("entityType");
  attributes.insert_or_assign("kind", map({{"type", "Timed"},
                                           {"start", "09:00:00"},
                                           {"end", "09:30:00"},
                                           {"zone", "Europe/Berlin"}}));
  for (const char* const name : {"AAA", "colour", "dates", "identity", "zzz"}) {
    attributes.emplace(name, num(1));
  }
  EXPECT_EQ(json_of(item(attributes)), json_of(entry));
}

TEST(EntryView, HasNoAuthorsWhereOtherProgramsWroteSomethingElse) {
  Entry nobody = example();
  nobody.created_by = nobody.updated_by = std::nullopt;
  for (const store::Value& value : {store::Value(num(1)), null(), store::Value("a\"b"),
                                    store::Value(""), store::Value("USER#1"), map({})}) {
    store::Map attributes = to_item(example()).to_map();
    attributes.insert_or_assign("createdBy", value);
    attributes.insert_or_assign("updatedBy", value);
    const store::Item written = item(attributes);
    EXPECT_EQ(EntryView::of(written).value().decode(), nobody);
    EXPECT_EQ(json_of(written), json_of(nobody));
  }
  EXPECT_EQ(etag_of(nobody), etag_of(example()));
}

TEST(EntryView, IsOfSoundItemsOnly) {
  const store::Map sound = to_item(example()).to_map();
  const std::pair<const char*, store::Value> rows[] = {
      {"calendarId", num(1)},  {"calendarId", "a\"b"}, {"color", null()},
      {"createdAt", num(1)},   {"date", "2024-02-30"}, {"date", ""},
      {"description", num(1)}, {"id", null()},         {"id", "a\nb"},
      {"kind", "Timed"},       {"kind", map({})},      {"location", testing::yes()},
      {"title", null()},       {"title", num(1)},      {"updatedAt", map({})},
  };
  for (const auto& [name, value] : rows) {
    store::Map broken = sound;
    broken.insert_or_assign(name, value);
    const auto view = EntryView::of(item(broken));
    ASSERT_FALSE(view) << name;
    EXPECT_EQ(view.error().code, ErrorCode::kUnreadable);
  }
  EXPECT_FALSE(EntryView::of(store::ItemView()));
}

}  // namespace
}  // namespace norn::calendars
