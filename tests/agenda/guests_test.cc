#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "agenda/agenda_world.h"
#include "apps/agenda/preferences.h"
#include "apps/calendars/events/calendar_events.h"
#include "apps/events/exchange/export.h"
#include "apps/events/exchange/import.h"
#include "apps/events/keys.h"
#include "apps/events/limits.h"
#include "apps/planner/live_feed.h"
#include "base/time_text.h"
#include "store/stream_tail.h"
#include "support/replies.h"

// Guests of events and what they see, over planners, calendars and accounts.
namespace norn::agenda {
namespace {

using accounts::fails;
using events::Answer;
using events::EventId;
using events::GuestKey;
using events::NewGuest;
using events::Owner;
using events::Thing;
using testing::must;

using Texts = std::vector<std::string>;

std::string id_in(const Thing& thing) {
  if (const auto* const event = std::get_if<events::Event>(&thing)) return event->id;
  if (const auto* const master = std::get_if<events::Master>(&thing)) return master->id;
  return std::get<events::SeriesOccurrence>(thing).instance.id();
}

EventId parsed(const std::string& id) {
  return events::parse_event_id(id).value();
}

class GuestsTest : public ::testing::Test {
 protected:
  GuestsTest() {
    ada = world.person("ada");
    bob = world.person("bob");
    eve = world.person("eve");
    const calendars::CalendarInput input = {
        .name = "Family", .color = "#3B82F6", .description = {}};
    calendar = must(world.calendars.create(ada, input, {})).calendar.id;
    must(world.calendar_members.invite(ada, calendar, "eve@example.com", "reader"));
  }

  static events::EventChange dinner(const std::string& rrule = "") {
    events::EventChange input;
    input.details.title = "Dinner";
    input.details.location = "Kitchen";
    input.details.description = "Bring bread";
    input.details.tags = Texts{"secret"};
    input.when.start_local_s = parse_timestamp_ms("2024-02-07T18:00:00Z").value() / 1000;
    input.when.end_local_s = *input.when.start_local_s + 7'200;
    if (!rrule.empty()) input.repeats.rrule = rrule;
    return input;
  }
  std::string create(const Owner& owner, const std::string& rrule = "") {
    return id_in(must(world.events.create(owner, dinner(rrule), {})));
  }
  events::Owner family(const std::string& user, calendars::Role role = calendars::Role::kWriter) {
    return must(calendars::owner_of_events(world.context, user, calendar, role));
  }
  std::string invite(const Owner& owner, const std::string& id, const std::string& email) {
    return must(world.guests.invite(owner, parsed(id), {.email = email}, {})).guest.id;
  }
  events::GuestLists::IsMember members() {
    return [this](const Owner& owner, const std::string& user) {
      return calendars::is_member(world.context, owner, user);
    };
  }
  // "bob@example.com yes"
  Texts listed(const Owner& owner, const std::string& id) {
    Texts texts;
    for (const auto& one : must(world.guests.list(owner, parsed(id)))) {
      texts.push_back((one.guest.email.empty() ? one.name : one.guest.email) + " " +
                      std::string(to_text(one.guest.answer)));
    }
    return texts;
  }
  // "Dinner waiting"
  Texts invited(const std::string& user) {
    Texts texts;
    for (const auto& one : must(world.invitations.list(user))) {
      const auto* const event = std::get_if<events::Event>(&one.event);
      texts.push_back((event != nullptr ? event->details.title
                                        : std::get<events::Master>(one.event).details.title) +
                      " " + std::string(to_text(one.guest.answer)));
    }
    return texts;
  }
  // "2024-02-07T18:00:00 yes"
  Texts agenda_of(const std::string& user) {
    const AgendaRequest request = {.from = parse_date("2024-02-01").value(),
                                   .to = parse_date("2024-02-29").value(),
                                   .tzid = "UTC"};
    Texts texts;
    for (const Item& item :
         must(world.agenda.list(user, request, std::vector<bool>(5, true))).items) {
      std::string text = timestamp_s(item.times.start_s * 1000);
      text.resize(19);
      if (item.kind == Kind::kEvent) texts.push_back(text + " " + item.answer);
    }
    return texts;
  }
  // The sort keys of the GUEST items of a person.
  Texts guest_items(const std::string& user) {
    Texts keys;
    for (const store::Item& item :
         must(testing::drain(world.store, testing::scan(world.tables.planner()))).items) {
      if (apps::text_of(item, "PK") != events::keys::user(user)) continue;
      if (apps::text_of(item, "entityType") == "GUEST") keys.push_back(apps::text_of(item, "SK"));
    }
    return keys;
  }
  std::string etag(const std::string& owner, const std::string& id) {
    return events::etag_of(must(world.events.get(owner, parsed(id))));
  }

  AgendaWorld world;
  std::string ada;
  std::string bob;
  std::string eve;
  std::string calendar;
};

TEST_F(GuestsTest, AnAddressLooksTheSameWithAndWithoutAnAccount) {
  const std::string id = create(ada);
  invite(ada, id, "Bob@Example.com ");
  invite(ada, id, "nobody@example.com");
  EXPECT_EQ(listed(ada, id), (Texts{"bob@example.com waiting", "nobody@example.com waiting"}));
  // Once each, however often.
  const auto guests = must(world.guests.list(ada, parsed(id)));
  EXPECT_EQ(invite(ada, id, "bob@example.com"), guests[0].guest.id);
  EXPECT_EQ(invite(ada, id, "nobody@example.com"), guests[1].guest.id);
  EXPECT_EQ(guest_items(bob), Texts{"GUEST#" + ada + "#" + id});
  // Somebody who comes later gets nothing by themselves, and is invited like anybody else.
  const std::string nobody = world.person("nobody");
  EXPECT_EQ(invited(nobody), Texts());
  invite(ada, id, "nobody@example.com");
  EXPECT_EQ(invited(nobody), Texts{"Dinner waiting"});
  EXPECT_EQ(listed(ada, id), (Texts{"bob@example.com waiting", "nobody@example.com waiting"}));
}

TEST_F(GuestsTest, SeeTheEventAndAnswerIt) {
  const std::string id = create(ada, "FREQ=WEEKLY;COUNT=3");
  invite(ada, id, "bob@example.com");
  EXPECT_EQ(agenda_of(bob), (Texts{"2024-02-07T18:00:00 waiting", "2024-02-14T18:00:00 waiting",
                                   "2024-02-21T18:00:00 waiting"}));
  const GuestKey key{ada, id};
  const std::string version = etag(ada, id);
  const auto seen = must(world.invitations.answer(bob, key, Answer::kMaybe));
  EXPECT_EQ(seen.organizer, "ada");
  const auto& master = std::get<events::Master>(seen.event);
  EXPECT_EQ(master.details.description, "Bring bread");
  EXPECT_EQ(master.details.tags, Texts());
  EXPECT_EQ(master.guests.list.size(), 0U);
  EXPECT_EQ(listed(ada, id), Texts{"bob@example.com maybe"});
  // An answer is no change of the event: whoever has it open can save it.
  EXPECT_EQ(etag(ada, id), version);
  events::EventChange change;
  change.when.start_local_s = parse_timestamp_ms("2024-02-15T19:00:00Z").value() / 1000;
  must(world.events.change(ada, parsed("inst_20240214_" + id.substr(4)), change,
                           events::Scope::kThis, version + ".0"));
  EXPECT_EQ(agenda_of(bob), (Texts{"2024-02-07T18:00:00 maybe", "2024-02-15T19:00:00 maybe",
                                   "2024-02-21T18:00:00 maybe"}));
  must(world.invitations.answer(bob, key, Answer::kNo));
  Preferences hidden;
  hidden.declined_hidden = true;
  Item declined;
  declined.answer = "no";
  EXPECT_TRUE(hidden.hides(declined));
  EXPECT_EQ(agenda_of(bob).size(), 3U);
}

TEST_F(GuestsTest, OnlyThoseWhoAreInvitedSeeAnything) {
  const std::string id = create(ada);
  const std::string guest = invite(ada, id, "bob@example.com");
  const GuestKey key{ada, id};
  EXPECT_TRUE(fails(world.invitations.get(eve, key), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(world.invitations.answer(eve, key, Answer::kYes), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(world.guests.list(bob, parsed(id)), ErrorCode::kNotFound));
  // An item that another program wrote leads nowhere.
  store::PutRequest put;
  put.table = world.tables.planner();
  put.item = store::Item::from_map({{"PK", "USER#" + eve}, {"SK", "GUEST#" + ada + "#" + id}});
  must(world.store.put(put));
  put.item = store::Item::from_map(
      {{"PK", "USER#" + eve}, {"SK", "GUEST#"}, {"entityType", store::Value::number(1)}});
  must(world.store.put(put));
  EXPECT_TRUE(fails(world.invitations.get(eve, key), ErrorCode::kNotFound));
  EXPECT_EQ(agenda_of(eve), Texts());
  must(world.guests.remove(ada, parsed(id), guest));
  EXPECT_TRUE(fails(world.invitations.get(bob, key), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(world.guests.remove(ada, parsed(id), guest), ErrorCode::kNotFound));
  EXPECT_EQ(guest_items(bob), Texts());
  EXPECT_EQ(agenda_of(bob), Texts());
}

TEST_F(GuestsTest, OfACalendarAreInvitedByWriters) {
  const std::string id = create(family(ada));
  const Owner reader = family(eve, calendars::Role::kReader);
  EXPECT_TRUE(fails(world.guests.invite(reader, parsed(id), {.email = "bob@example.com"}, {}),
                    ErrorCode::kForbidden));
  EXPECT_EQ(listed(reader, id), Texts());
  must(world.guests.invite(family(ada), parsed(id), {.user_id = eve}, members()));
  EXPECT_TRUE(fails(world.guests.invite(family(ada), parsed(id), {.user_id = bob}, members()),
                    ErrorCode::kInvalid, "userId"));
  EXPECT_TRUE(fails(world.guests.invite(family(ada), parsed(id), {}, members()),
                    ErrorCode::kInvalid, "email"));
  const std::string guest = invite(family(ada), id, "bob@example.com");
  EXPECT_EQ(listed(reader, id), (Texts{"eve waiting", "bob@example.com waiting"}));
  EXPECT_TRUE(fails(world.guests.remove(reader, parsed(id), guest), ErrorCode::kForbidden));
  EXPECT_EQ(agenda_of(bob), Texts{"2024-02-07T18:00:00 waiting"});
  const GuestKey key{"cal_" + calendar, id};
  must(world.invitations.answer(bob, key, Answer::kYes));
  EXPECT_EQ(listed(reader, id), (Texts{"eve waiting", "bob@example.com yes"}));
  // In the bin it is nobody's, and it comes back with its guests.
  must(world.calendars.remove(ada, calendar));
  EXPECT_EQ(agenda_of(bob), Texts());
  EXPECT_TRUE(fails(world.invitations.answer(bob, key, Answer::kNo), ErrorCode::kNotFound));
  must(world.calendars.restore(ada, calendar));
  EXPECT_EQ(agenda_of(bob), Texts{"2024-02-07T18:00:00 yes"});
  while (must(calendars::sweep_events(world.context, calendar))) {
  }
  EXPECT_EQ(guest_items(bob), Texts());
  EXPECT_EQ(guest_items(eve), Texts());
}

TEST_F(GuestsTest, AreThePeopleWhomAnEventOfACalendarConcernsInTheAgendasOfItsMembers) {
  const std::string id = create(family(ada), "FREQ=WEEKLY;COUNT=3");
  const auto people_for = [&](const std::string& user) {
    const AgendaRequest request = {.from = parse_date("2024-02-14").value(),
                                   .to = parse_date("2024-02-14").value(),
                                   .tzid = "UTC"};
    const auto page = must(world.agenda.list(user, request, std::vector<bool>(5, true)));
    Texts people = {"nothing"};
    for (const Item& item : page.items) {
      if (item.app == "calendars") people = item.people;
    }
    return people;
  };
  EXPECT_EQ(people_for(eve), Texts{ada}) << "who made it";
  must(world.guests.invite(family(ada), parsed(id), {.user_id = eve}, members()));
  invite(family(ada), id, "bob@example.com");
  EXPECT_EQ(people_for(ada), Texts{eve}) << "an address tells nothing";
  must(world.calendar_members.invite(ada, calendar, "bob@example.com", "reader"));
  EXPECT_EQ(people_for(ada), Texts{eve});
  EXPECT_EQ(people_for(bob), (Texts{eve, bob})) << "who knows of their own account";
  must(world.invitations.answer(eve, {"cal_" + calendar, id}, Answer::kNo));
  EXPECT_EQ(people_for(eve), Texts{ada});
  EXPECT_EQ(people_for(bob), Texts{bob});
}

TEST_F(GuestsTest, TheirAgendasAreKeptUntilWhatTheyAreInvitedToChanges) {
  const std::string id = create(family(ada));
  must(world.guests.invite(family(ada), parsed(id), {.user_id = eve}, members()));
  invite(family(ada), id, "bob@example.com");
  const auto reply = [&](const std::string& user) {
    const AgendaRequest request = {.from = parse_date("2024-02-07").value(),
                                   .to = parse_date("2024-02-07").value(),
                                   .tzid = "UTC"};
    return must(world.replies.get(user, request, std::vector<bool>(5, true)));
  };
  const auto invited_by = [&](const std::string& user) {
    const std::string_view text = reply(user)->body.text();
    const size_t at = text.find(R"("kind":"person")");
    return at == std::string_view::npos ? ""
                                        : std::string(text.substr(at, text.find('}', at) - at));
  };
  for (const std::string& user : {bob, eve}) {
    EXPECT_EQ(reply(user), reply(user));
    EXPECT_TRUE(invited_by(user).contains(R"("name":"ada")")) << invited_by(user);
  }
  must(world.users.rename(ada, "Ada the Great"));
  for (const std::string& user : {bob, eve}) {
    EXPECT_TRUE(invited_by(user).contains(R"("name":"Ada the Great")")) << invited_by(user);
  }
  // A member is a guest as long as they are one.
  must(world.calendar_members.remove(ada, calendar, eve));
  EXPECT_EQ(invited_by(eve), "");
  EXPECT_NE(invited_by(bob), "");
  must(world.calendars.remove(ada, calendar));
  EXPECT_EQ(invited_by(bob), "");
  must(world.calendars.restore(ada, calendar));
  EXPECT_NE(invited_by(bob), "");
}

TEST_F(GuestsTest, GoWhereverTheEventGoes) {
  std::string id = create(ada);
  invite(ada, id, "bob@example.com");
  must(world.invitations.answer(bob, {ada, id}, Answer::kYes));
  const std::string partition = "cal_" + calendar;
  must(world.events.move(ada, family(ada), parsed(id), etag(ada, id)));
  EXPECT_EQ(guest_items(bob), Texts{"GUEST#" + partition + "#" + id});
  EXPECT_EQ(listed(family(ada), id), Texts{"bob@example.com yes"});
  must(world.events.move(family(ada), ada, parsed(id), etag(partition, id)));
  EXPECT_EQ(guest_items(bob), Texts{"GUEST#" + ada + "#" + id});
  // It becomes a series, and that two.
  events::EventChange change;
  change.repeats.rrule = "FREQ=WEEKLY;COUNT=3";
  id =
      id_in(must(world.events.change(ada, parsed(id), change, events::Scope::kAll, etag(ada, id))));
  EXPECT_EQ(guest_items(bob), Texts{"GUEST#" + ada + "#" + id});
  events::EventChange rename;
  rename.details.title = "Late dinner";
  const std::string tail =
      id_in(must(world.events.change(ada, parsed("inst_20240214_" + id.substr(4)), rename,
                                     events::Scope::kFollowing, etag(ada, id) + ".0")));
  EXPECT_NE(tail, id);
  EXPECT_EQ(guest_items(bob).size(), 2U);
  EXPECT_EQ(listed(ada, tail), Texts{"bob@example.com yes"});
  events::EventChange once;
  once.repeats.rrule = std::optional<std::string>();
  const std::string single = id_in(
      must(world.events.change(ada, parsed(tail), once, events::Scope::kAll, etag(ada, tail))));
  EXPECT_EQ(listed(ada, single), Texts{"bob@example.com yes"});
  // Into the bin and back.
  must(world.events.remove(ada, parsed(id), events::Scope::kAll, etag(ada, id)));
  EXPECT_EQ(guest_items(bob), Texts{"GUEST#" + ada + "#" + single});
  must(world.events.restore_deleted(ada, id));
  EXPECT_EQ(guest_items(bob).size(), 2U);
  EXPECT_EQ(listed(ada, id), Texts{"bob@example.com yes"});
}

TEST_F(GuestsTest, DeletedAccountsAreNoGuestsAndHaveNone) {
  const std::string id = create(ada);
  const std::string binned = create(ada);
  const std::string shared = create(family(ada));
  const std::string own = create(bob);
  for (const std::string& one : {id, binned}) invite(ada, one, "bob@example.com");
  must(world.guests.invite(family(ada), parsed(shared), {.user_id = eve}, members()));
  invite(bob, own, "ada@example.com");
  EXPECT_EQ(guest_items(ada), Texts{"GUEST#" + bob + "#" + own});
  must(world.events.remove(ada, parsed(binned), events::Scope::kAll, etag(ada, binned)));
  for (const std::string& user : {bob, eve}) {
    must(world.users.remove(must(world.users.find(user)).value(), {}));
    for (accounts::UserHook* const hook : world.users.hooks()) {
      while (must(hook->forget(user))) {
      }
    }
    EXPECT_EQ(guest_items(user), Texts());
  }
  EXPECT_EQ(guest_items(ada), Texts());
  // The address was ada's to write, and stays. A member without an account is nobody.
  EXPECT_EQ(listed(ada, id), Texts{"bob@example.com waiting"});
  EXPECT_EQ(listed(family(ada), shared), Texts());
  must(world.events.restore_deleted(ada, binned));
  EXPECT_EQ(listed(ada, binned), Texts{"bob@example.com waiting"});
  EXPECT_EQ(guest_items(bob), Texts());
}

TEST_F(GuestsTest, AreLimited) {
  const std::string id = create(ada);
  EXPECT_TRUE(fails(world.guests.invite(ada, parsed(id), {.email = "ada@example.com"}, {}),
                    ErrorCode::kInvalid, "email"));
  EXPECT_TRUE(fails(world.guests.invite(ada, parsed(id), {.email = "nonsense"}, {}),
                    ErrorCode::kInvalid, "email"));
  for (size_t i = 0; i < events::kMaxGuests; ++i) {
    world.person("guest" + std::to_string(i));
    invite(ada, id, "guest" + std::to_string(i) + "@example.com");
  }
  EXPECT_TRUE(fails(world.guests.invite(ada, parsed(id), {.email = "bob@example.com"}, {}),
                    ErrorCode::kConflict));
  // All of them fit into the transaction that moves it.
  events::EventChange change;
  change.details.links = std::vector<events::Link>();
  for (int i = 0; i < 10; ++i) change.details.links->push_back({.target = std::to_string(i)});
  must(world.events.change(ada, parsed(id), change, events::Scope::kAll, etag(ada, id)));
  must(world.events.move(ada, family(ada), parsed(id), etag(ada, id)));
  EXPECT_EQ(listed(family(ada), id).size(), events::kMaxGuests);
  const std::string other = create(ada);
  const auto again = [&] {
    return world.guests.invite(ada, parsed(other), {.email = "bob@example.com"}, {});
  };
  for (int64_t i = 0; i < events::kMaxGuestsPerHour && again(); ++i) {
  }
  EXPECT_TRUE(fails(again(), ErrorCode::kTooManyRequests));
}

TEST_F(GuestsTest, AnAnswerAndAChangeDoNotOverwriteEachOther) {
  const std::string id = create(ada);
  invite(ada, id, "bob@example.com");
  const auto before = must(world.events.get(ada, parsed(id)));
  must(world.invitations.answer(bob, {ada, id}, Answer::kYes));
  // Decided by what was there before the answer.
  events::EventChange change;
  change.details.title = "Supper";
  must(world.events.change(ada, parsed(id), change, events::Scope::kAll, events::etag_of(before)));
  EXPECT_EQ(listed(ada, id), Texts{"bob@example.com yes"});
  EXPECT_EQ(invited(bob), Texts{"Supper yes"});
}

TEST_F(GuestsTest, AreInFilesAndStayWhatTheyAreInImports) {
  const std::string id = create(ada);
  invite(ada, id, "bob@example.com");
  const std::string outside = invite(ada, id, "zoe@example.org");
  must(world.invitations.answer(bob, {ada, id}, Answer::kYes));
  const auto exported = [&](events::ExportedGuests with) {
    auto file = must(
        events::CalendarExport::begin(world.events_context, {.owners = {ada}, .guests = with}));
    std::string text;
    while (must(file.append_next(text))) {
    }
    return text;
  };
  EXPECT_EQ(exported(events::ExportedGuests::kWithout).find("ATTENDEE"), std::string::npos);
  const std::string file = exported(events::ExportedGuests::kWith);
  EXPECT_NE(file.find("ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED:mailto:bob@example.com"),
            std::string::npos)
      << file;
  const auto report = must(events::import_calendar(world.events_context, ada, file, false));
  EXPECT_EQ(report.unchanged, 1);
  EXPECT_EQ(listed(ada, id), (Texts{"bob@example.com yes", "zoe@example.org waiting"}));
  // A newer version brings a further attendee of another program, and invites nobody.
  std::string newer = file;
  newer.insert(newer.find("END:VEVENT"),
               "SEQUENCE:9\r\n"
               "ATTENDEE;PARTSTAT=DECLINED:MAILTO:Bob@example.com\r\n"
               "ATTENDEE;CN=Eve:mailto:eve@example.com\r\n");
  EXPECT_EQ(must(events::import_calendar(world.events_context, ada, newer, false)).updated, 1);
  EXPECT_EQ(listed(ada, id), (Texts{"bob@example.com yes", "zoe@example.org waiting"}));
  EXPECT_EQ(invited(eve), Texts());
  EXPECT_EQ(invited(bob), Texts{"Dinner yes"});
  const std::string again = exported(events::ExportedGuests::kWith);
  EXPECT_NE(again.find("ATTENDEE;CN=Eve:mailto:eve@example.com"), std::string::npos) << again;
  EXPECT_EQ(again.find("MAILTO:Bob"), std::string::npos) << again;

  const std::string sent = must(world.guests.invitation_file(ada, parsed(id), outside));
  EXPECT_NE(sent.find("METHOD:REQUEST"), std::string::npos) << sent;
  EXPECT_NE(sent.find("ORGANIZER;CN=ada:mailto:ada@example.com"), std::string::npos) << sent;
  EXPECT_NE(sent.find("PARTSTAT=NEEDS-ACTION:mailto:zoe@example.org"), std::string::npos) << sent;
  for (const char* const hidden : {"bob@", "eve@", "secret", "VALARM"}) {
    EXPECT_EQ(sent.find(hidden), std::string::npos) << sent;
  }
}

TEST_F(GuestsTest, HearOfChangesLive) {
  planner::PlannerChanges feed(world.tables);
  store::StreamTail tail(world.store, world.tables.planner());
  must(tail.start_at_latest());
  const auto told = [&](const std::string& user) {
    Texts texts;
    for (const store::StreamRecord& record : must(tail.read(1'000))) {
      for (const live::Event& event : must(feed.events_of(record))) {
        const bool is_theirs = std::ranges::find(event.users, user) != event.users.end();
        if (is_theirs && event.name == "planner-invitation") texts.push_back(event.data);
      }
    }
    return texts;
  };
  const std::string id = create(family(ada));
  const std::string named = "{\"ownerId\":\"cal_" + calendar + "\",\"eventId\":\"" + id + "\"";
  EXPECT_EQ(told(bob), Texts());
  const std::string guest = invite(family(ada), id, "bob@example.com");
  EXPECT_FALSE(told(bob).empty());
  events::EventChange change;
  change.details.title = "Supper";
  must(world.events.change(family(ada), parsed(id), change, events::Scope::kAll,
                           etag("cal_" + calendar, id)));
  EXPECT_EQ(told(bob), Texts{named + "}"});
  must(world.guests.remove(family(ada), parsed(id), guest));
  EXPECT_EQ(told(bob), Texts{named + ",\"gone\":true}"});
}

}  // namespace
}  // namespace norn::agenda
