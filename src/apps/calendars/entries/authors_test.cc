#include "apps/calendars/entries/forget_author.h"
#include "apps/calendars/render.h"
#include "apps/calendars/test_world.h"

// Who created and changed entries, and that nothing of it is left of a deleted account.
namespace norn::calendars {
namespace {

std::optional<std::string> name_of(const std::optional<sharing::Author>& author) {
  return author ? std::optional(author->name) : std::nullopt;
}

class EntryAuthors : public CalendarsTest {
 protected:
  Entry make(const std::string& user, const std::string& calendar_id) {
    return scene.entry(user, calendar_id, "2024-01-15", Task{false});
  }
  Entry change(const std::string& user, const Entry& entry, const EntryPatch& patch) {
    return must(scene.entries.change(user, entry.id, patch, etag_of(entry)));
  }
  Entry stored(const Entry& entry) {
    return must(entry_from(*must(find_item(scene.context, entry_key(entry.id)))));
  }
  void begin_deleting(const std::string& user) {
    must(scene.users.remove(*must(scene.users.find(user)), {}));
  }
  void finish_deleting(const std::string& user) {
    while (must(scene.members.forget(user))) {
    }
    must(scene.sweeps.run());
  }
  void delete_account(const std::string& user) {
    settle();
    begin_deleting(user);
    finish_deleting(user);
  }
  // The items of both tables that have this text in them.
  size_t traces(const std::string& text) {
    size_t found = 0;
    for (const std::string& table : {scene.tables.calendars(), scene.tables.norn()}) {
      for (const store::Item& item : must(testing::drain(store(), testing::scan(table))).items) {
        found += item.json().find(text) != std::string_view::npos ? 1 : 0;
      }
    }
    return found;
  }
};
NORN_ON_BOTH_STORES(EntryAuthors);

TEST_P(EntryAuthors, AreThoseWhoCreatedAndLastChangedIt) {
  const Entry made = make(bob, calendar);
  EXPECT_EQ(made.created_by, bob);
  EXPECT_EQ(made.updated_by, bob);
  const Entry changed = change(ada, made, {.title = "Other"});
  EXPECT_EQ(changed.created_by, bob);
  EXPECT_EQ(changed.updated_by, ada);
  EXPECT_EQ(change(bob, changed, {.title = "Other"}).updated_by, ada) << "nothing was changed";
  EXPECT_EQ(must(scene.entries.complete(bob, made.id, true)).updated_by, bob);
  EXPECT_EQ(stored(made).updated_by, bob);
}

TEST_P(EntryAuthors, AreNamedToAllMembers) {
  const Entry entry = change(ada, make(bob, calendar), {.title = "Other"});
  for (const std::string& reader : {ada, bob, eve}) {
    const sharing::Authors authors = must(scene.entries.authors(reader, entry.id));
    EXPECT_EQ(authors.created_by, (sharing::Author{bob, "bob"}));
    EXPECT_EQ(authors.updated_by, (sharing::Author{ada, "ada"}));
  }
  EXPECT_TRUE(fails(scene.entries.authors(zoe, entry.id), ErrorCode::kNotFound));
  must(scene.members.remove(ada, calendar, bob));
  EXPECT_EQ(name_of(must(scene.entries.authors(eve, entry.id)).created_by), "bob")
      << "people who left are still named";
}

TEST_P(EntryAuthors, AreUnknownInEntriesOfOtherPrograms) {
  Entry entry = make(bob, calendar);
  entry.created_by = entry.updated_by = std::nullopt;
  store::PutRequest put;
  put.table = scene.tables.calendars();
  put.item = to_item(entry);
  must(store().put(put));
  const sharing::Authors authors = must(scene.entries.authors(ada, entry.id));
  EXPECT_FALSE(authors.created_by);
  EXPECT_FALSE(authors.updated_by);
  const Entry changed = change(ada, entry, {.title = "Other"});
  EXPECT_EQ(changed.created_by, std::nullopt);
  EXPECT_EQ(changed.updated_by, ada);
}

TEST_P(EntryAuthors, ADeletedAccountLeavesNoTrace) {
  std::vector<Entry> entries;
  for (int i = 0; i < 120; ++i) entries.push_back(make(bob, calendar));
  const Entry touched = change(bob, make(ada, calendar), {.title = "Other"});
  delete_account(bob);
  EXPECT_EQ(traces(bob), 0);
  EXPECT_EQ(stored(touched).created_by, ada);
  EXPECT_EQ(stored(touched).updated_by, std::nullopt);
  EXPECT_EQ(etag_of(stored(touched)), etag_of(touched)) << "whoever edits it is not disturbed";
  EXPECT_EQ(must(scene.entries.authors(ada, entries.front().id)).created_by, std::nullopt);
}

TEST_P(EntryAuthors, NorInCalendarsThatThePersonLeftBefore) {
  const std::string other = scene.calendar(ada, "Other");
  scene.join(other, ada, "bob", Role::kWriter);
  const Entry kept = make(bob, calendar);
  make(bob, other);
  must(scene.members.remove(bob, calendar, bob));
  must(scene.members.remove(ada, other, bob));
  EXPECT_EQ(stored(kept).created_by, bob);
  delete_account(bob);
  EXPECT_EQ(traces(bob), 0);
  EXPECT_EQ(stored(kept).title, kept.title);
}

TEST_P(EntryAuthors, NorInCalendarsThatAnEntryWasMovedTo) {
  const std::string hers = scene.calendar(ada, "Hers");
  const Entry moved = change(ada, make(bob, calendar), {.calendar_id = hers});
  EXPECT_EQ(moved.created_by, bob);
  EXPECT_EQ(name_of(must(scene.entries.authors(ada, moved.id)).created_by), "bob");
  delete_account(bob);
  EXPECT_EQ(traces(bob), 0);
  EXPECT_EQ(stored(moved).updated_by, ada);
}

TEST_P(EntryAuthors, NorWhenItIsMovedAtThatMoment) {
  const std::string hers = scene.calendar(ada, "Hers");
  const Entry entry = make(bob, calendar);
  settle();
  meanwhile([&] { begin_deleting(bob); });
  const Entry moved = change(ada, entry, {.calendar_id = hers});
  EXPECT_EQ(moved.created_by, std::nullopt);
  settle();
  finish_deleting(bob);
  EXPECT_EQ(traces(bob), 0);
}

TEST_P(EntryAuthors, NorWhenItIsChangedAtThatMoment) {
  const Entry entry = make(bob, calendar);
  settle();
  meanwhile([&] { delete_account(bob); });
  const Entry changed = change(ada, entry, {.title = "Other"});
  EXPECT_EQ(changed.created_by, std::nullopt);
  EXPECT_EQ(changed.title, "Other");
  EXPECT_EQ(traces(bob), 0);
}

TEST_P(EntryAuthors, ADeletedCalendarForgetsWhoWasInIt) {
  must(scene.members.remove(ada, calendar, bob));
  EXPECT_EQ(scene.count(scene.tables.norn(), "FORMER_MEMBER"), 2);
  settle();
  scene.delete_for_good(ada, calendar);
  must(scene.sweeps.run());
  EXPECT_EQ(scene.count(scene.tables.norn(), "FORMER_MEMBER"), 0);
}

// What an index shows only later is found by looking once more.
TEST(ForgetAuthor, LooksAgainWhenTheIndexHasCaughtUp) {
  ManualClock clock(accounts::kStartMs);
  testing::ModelStore primary(clock);
  testing::ModelStore replica(clock);
  testing::LaggingIndexStore lagging(primary, replica);
  Scene scene(lagging, clock, {.settle_ms = 1'000});
  const std::string ada = scene.person("ada");
  const std::string bob = scene.person("bob");
  const std::string calendar = scene.calendar(ada);
  scene.join(calendar, ada, "bob", Role::kWriter);
  lagging.catch_up();
  const Entry entry = scene.entry(bob, calendar, "2024-01-15", AllDay{});
  must(scene.users.remove(*must(scene.users.find(bob)), {}));
  while (must(scene.members.forget(bob))) {
  }
  must(scene.sweeps.run());
  EXPECT_EQ(must(scene.entries.get(ada, entry.id)).created_by, bob) << "the index does not show it";
  lagging.catch_up();
  clock.advance_ms(1'000);
  must(scene.sweeps.run());
  EXPECT_EQ(must(scene.entries.get(ada, entry.id)).created_by, std::nullopt);
  clock.advance_ms(1'000);
  must(scene.sweeps.run());
  EXPECT_EQ(scene.count("norn", "SWEEP"), 0);
}

}  // namespace
}  // namespace norn::calendars
