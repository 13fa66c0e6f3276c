#include <fmt/format.h>

#include <algorithm>

#include "apps/bookings/events/test_events.h"

// The design's transactions action by action, its access patterns as raw requests, and what other
// programs write with them.
namespace norn::bookings {
namespace {

using Texts = std::vector<std::string>;

std::string text_of(const store::Value& value) {
  if (const auto* const text = value.get_if<std::string>()) return *text;
  if (const auto* const number = value.get_if<store::Number>()) {
    int64_t integer = 0;
    EXPECT_TRUE(number->to_int64(integer));
    return std::to_string(integer);
  }
  return "null";
}

// An expression with what its placeholders stand for; longer names first, because ":start" is the
// beginning of ":started".
std::string expanded(std::string expression, const store::Placeholders& placeholders) {
  std::vector<std::pair<std::string, std::string>> words;
  for (const auto& [name, attribute] : placeholders.names) words.emplace_back(name, attribute);
  for (const auto& [name, value] : placeholders.values) words.emplace_back(name, text_of(value));
  std::ranges::sort(words, std::greater(), [](const auto& word) { return word.first.size(); });
  for (const auto& [name, meaning] : words) {
    for (size_t at = expression.find(name); at != std::string::npos;
         at = expression.find(name, at + meaning.size())) {
      expression.replace(at, name.size(), meaning);
    }
  }
  return expression;
}

std::string attributes_of(const store::Item& item) {
  std::string text;
  for (const auto& [name, value] : item.to_map()) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, text_of(value));
  }
  return text;
}

template <typename Request>
std::string condition_of(const Request& request) {
  return request.condition.empty() ? ""
                                   : " if " + expanded(request.condition, request.placeholders);
}

// All parts of an action.
struct ActionText {
  std::string operator()(const store::PutRequest& put) const {
    return fmt::format("{} Put {}{}", put.table, attributes_of(put.item), condition_of(put));
  }
  std::string operator()(const store::UpdateRequest& update) const {
    return fmt::format("{} Update {} {}{}", update.table, attributes_of(update.key),
                       expanded(update.update, update.placeholders), condition_of(update));
  }
  std::string operator()(const store::DeleteRequest& remove) const {
    return fmt::format("{} Delete {}{}", remove.table, attributes_of(remove.key),
                       condition_of(remove));
  }
  std::string operator()(const store::ConditionCheck& check) const {
    return fmt::format("{} ConditionCheck {}{}", check.table, attributes_of(check.key),
                       condition_of(check));
  }
};

Texts texts_of(const std::vector<Action>& actions) {
  Texts texts;
  for (const Action& action : actions) texts.push_back(std::visit(ActionText(), action));
  return texts;
}

class BookingsDesign : public EventsTest {
 protected:
  static Event event_at(const std::string& place_id, const Stay& nights) {
    Event event;
    event.id = "e1";
    event.place_id = place_id;
    event.title = "Ada";
    event.stay = nights;
    event.user_id = "u1";
    event.total = 300;
    event.created_by = "u2";
    event.updated_by = "u3";
    event.created_at = event.updated_at = "2024-01-15T10:30:00Z";
    return event;
  }

  // Both kinds of places: the keys of the design, and those with a place behind them.
  template <typename Check>
  void for_both_places(const Check& check) {
    check(cottage, "");
    check(boat, "#" + boat);
  }

  // An event as the design has it, with nothing beyond: how another program books.
  Result<store::TransactWriteResult> book_raw(const std::string& id, const Stay& nights,
                                              const std::string& suffix = "") {
    store::TransactWriteRequest request;
    const auto put = [&](const store::Map& item) {
      store::PutRequest one;
      one.table = tables.bookings();
      one.item = store::Item::from_map(item);
      one.condition = "attribute_not_exists(PK)";
      request.actions.emplace_back(std::move(one));
    };
    put({{"PK", "EVENT" + suffix},
         {"SK", id},
         {"startDate", date_text(nights.start)},
         {"endDate", date_text(nights.end)},
         {"title", "Somebody"},
         {"version", store::Value::number(1)}});
    for (const Date night : nights_only_in(nights, {})) {
      put({{"PK", "SLOT" + suffix}, {"SK", date_text(night)}});
    }
    return store_.transact_write(request);
  }

  Texts raw_nights(const std::string& suffix = "") {
    Texts nights;
    for (const store::Item& slot : items("SLOT" + suffix)) {
      nights.push_back(apps::text_of(slot, "SK"));
    }
    return nights;
  }
};

TEST_F(BookingsDesign, CreateEvent) {
  for_both_places([](const std::string& place_id, const std::string& suffix) {
    const Event event = event_at(place_id, stay("2026-07-01", "2026-07-03"));
    EXPECT_EQ(
        texts_of(create_actions("t", event)),
        (Texts{
            "t Put PK=EVENT" + suffix +
                " SK=e1 createdAt=2024-01-15T10:30:00Z createdBy=u2 currency=EUR "
                "endDate=2026-07-03 kind=booking note=null startDate=2026-07-01 title=Ada "
                "total=300 updatedAt=2024-01-15T10:30:00Z updatedBy=u3 userId=u1 version=1 if "
                "attribute_not_exists(PK)",
            "t Put PK=SLOT" + suffix + " SK=2026-07-01 eventId=e1 if attribute_not_exists(PK)",
            "t Put PK=SLOT" + suffix + " SK=2026-07-02 eventId=e1 if attribute_not_exists(PK)"}));
  });
}

TEST_F(BookingsDesign, UpdateEvent) {
  for_both_places([](const std::string& place_id, const std::string& suffix) {
    Event old = event_at(place_id, stay("2026-07-01", "2026-07-04"));
    old.version = 7;
    Event next = event_at(place_id, stay("2026-07-03", "2026-07-06"));
    next.title = "Bob";
    next.note = "late";
    next.updated_at = "2024-01-16T10:30:00Z";
    EXPECT_EQ(
        texts_of(update_actions("t", old, next)),
        (Texts{"t Update PK=EVENT" + suffix +
                   " SK=e1 SET startDate = 2026-07-03, endDate = 2026-07-06, title = Bob, note = "
                   "late, userId = u1, total = 300, currency = EUR, updatedAt = "
                   "2024-01-16T10:30:00Z, updatedBy = u3, version = version + 1 if version = 7",
               "t Put PK=SLOT" + suffix + " SK=2026-07-04 eventId=e1 if attribute_not_exists(PK)",
               "t Put PK=SLOT" + suffix + " SK=2026-07-05 eventId=e1 if attribute_not_exists(PK)",
               "t Delete PK=SLOT" + suffix + " SK=2026-07-01",
               "t Delete PK=SLOT" + suffix + " SK=2026-07-02"}));
  });
}

TEST_F(BookingsDesign, DeltasOfSlots) {
  struct Case {
    Stay next;
    size_t added;
    size_t removed;
  };
  const Stay old = stay("2026-07-10", "2026-07-14");
  const std::vector<Case> cases = {
      {old, 0, 0},
      {stay("2026-07-08", "2026-07-16"), 4, 0},  // Longer on both sides.
      {stay("2026-07-11", "2026-07-13"), 0, 2},  // Shorter on both sides.
      {stay("2026-07-14", "2026-07-16"), 2, 4},  // Right after.
      {stay("2026-07-06", "2026-07-10"), 4, 4},  // Right before.
      {stay("2026-07-12", "2026-07-15"), 1, 2},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(nights_only_in(one.next, old).size(), one.added) << date_text(one.next.start);
    EXPECT_EQ(nights_only_in(old, one.next).size(), one.removed) << date_text(one.next.start);
    EXPECT_EQ(update_actions("t", event_at(cottage, old), event_at(cottage, one.next)).size(),
              1 + one.added + one.removed);
  }
}

TEST_F(BookingsDesign, DeleteEvent) {
  for_both_places([](const std::string& place_id, const std::string& suffix) {
    Event event = event_at(place_id, stay("2026-07-31", "2026-08-02"));
    event.version = 3;
    EXPECT_EQ(texts_of(delete_actions("t", event)),
              (Texts{"t Delete PK=EVENT" + suffix + " SK=e1 if version = 3",
                     "t Delete PK=SLOT" + suffix + " SK=2026-07-31",
                     "t Delete PK=SLOT" + suffix + " SK=2026-08-01"}));
  });
}

// With 99 nights each of them is full.
TEST_F(BookingsDesign, NinetyNineNightsAreAHundredActions) {
  const Date start = date("2026-01-01");
  const Event event = event_at(cottage, {start, start + std::chrono::days(kMaxNights)});
  EXPECT_EQ(create_actions("t", event).size(), 100);
  EXPECT_EQ(delete_actions("t", event).size(), 100);
}

// What the services write is what the design's transactions write, and nothing else.
TEST_F(BookingsDesign, TheTableHasEventsAndSlotsAndNothingElse) {
  const auto count = [&] {
    store::ScanRequest request;
    request.table = tables.bookings();
    return must(store_.scan(request)).items.size();
  };
  const size_t before = count();
  const Event event =
      must(try_book(bob, booking("2026-07-01", "2026-07-04"), cottage, "key")).event;
  EXPECT_EQ(count(), before + 4);
  const Event next = change(bob, event, moved("2026-07-02", "2026-07-06"));
  EXPECT_EQ(count(), before + 5);
  must(try_remove(bob, next));
  EXPECT_EQ(count(), before);
}

// listEvents: startDateIndex, PK = 'EVENT', FROM < start-date < TO.
TEST_F(BookingsDesign, ListEventsAsARawQuery) {
  const Event first = book(bob, "2026-07-01", "2026-07-04");
  const Event second = book(bob, "2026-07-10", "2026-07-11");
  book(bob, "2026-08-01", "2026-08-02");
  book(bob, "2026-07-05", "2026-07-06", boat);
  store::QueryRequest request;
  request.table = tables.bookings();
  request.index = "startDateIndex";
  request.key_condition = "PK = :pk AND startDate BETWEEN :from AND :to";
  request.placeholders.values = {{":pk", "EVENT"}, {":from", "2026-07-01"}, {":to", "2026-07-31"}};
  request.consistent = true;
  const auto found = must(apps::query_all(store_, request));
  ASSERT_EQ(found.size(), 2);
  EXPECT_EQ(apps::text_of(found[0], "SK"), first.id);
  EXPECT_EQ(apps::text_of(found[1], "SK"), second.id);
  request.placeholders.values[":pk"] = "EVENT#" + boat;
  EXPECT_EQ(must(apps::query_all(store_, request)).size(), 1);
}

// The attributes that the design names are those of FullCalendar's events; a slot is its key.
TEST_F(BookingsDesign, GetsByKey) {
  const Event event = book(bob, "2026-07-01", "2026-07-03");
  const auto stored_item = item("EVENT", event.id);
  ASSERT_TRUE(stored_item);
  EXPECT_EQ(apps::text_of(*stored_item, "startDate"), "2026-07-01");
  EXPECT_EQ(apps::text_of(*stored_item, "endDate"), "2026-07-03");
  EXPECT_EQ(apps::text_of(*stored_item, "title"), "bob");
  EXPECT_EQ(apps::integer_of(*stored_item, "version"), 1);
  EXPECT_TRUE(is_uuid(event.id));
  EXPECT_TRUE(item("SLOT", "2026-07-01"));
  EXPECT_TRUE(item("SLOT", "2026-07-02"));
  EXPECT_FALSE(item("SLOT", "2026-07-03"));
}

TEST_F(BookingsDesign, OtherProgramsMeetOurNights) {
  book(bob, "2026-07-01", "2026-07-04");
  EXPECT_FALSE(book_raw("x", stay("2026-07-03", "2026-07-06")));
  EXPECT_EQ(raw_nights().size(), 3);
  must(book_raw("x", stay("2026-07-04", "2026-07-06")));
}

// An event that has nothing beyond the design is an event like any other.
TEST_F(BookingsDesign, EventsOfOtherPrograms) {
  for_both_places([&](const std::string& place_id, const std::string& suffix) {
    const std::string id = "0b5e8a3c-0000-4000-8000-0000000000aa";
    must(book_raw(id, stay("2026-07-01", "2026-07-03"), suffix));
    const auto listed = must(events.list(eve, place_id, date("2026-07-01"), date("2026-07-02")));
    ASSERT_EQ(listed.size(), 1);
    EXPECT_EQ(listed[0].event.title, "Somebody");
    const Event event = must(events.get(ada, place_id, id)).event;
    EXPECT_EQ(event.user_id, std::nullopt);
    // Its slots have no event id; the event is found by the nights.
    const auto refused = try_book(bob, booking("2026-07-02", "2026-07-04"), place_id);
    ASSERT_TRUE(breaks(refused, ErrorCode::kConflict, kOverlap));
    EXPECT_EQ(refused.error().message,
              "July 2 is taken by Somebody. Choose other nights, or wish for these.");
    EXPECT_TRUE(fails(try_change(bob, event, titled("x")), ErrorCode::kForbidden));
    const Event next = change(ada, event, moved("2026-07-02", "2026-07-05"));
    EXPECT_EQ(next.version, 2);
    EXPECT_EQ(raw_nights(suffix), (Texts{"2026-07-02", "2026-07-03", "2026-07-04"}));
    must(try_remove(ada, next));
    EXPECT_TRUE(raw_nights(suffix).empty());
  });
}

// A slot without an event is taken all the same, without a name.
TEST_F(BookingsDesign, ASlotWithoutAnEvent) {
  write(store::Item::from_map({{"PK", "SLOT"}, {"SK", "2026-07-02"}}));
  write(store::Item::from_map({{"PK", "SLOT"}, {"SK", "2026-07-03"}, {"eventId", "gone"}}));
  const auto refused = try_book(bob, booking("2026-07-01", "2026-07-06"));
  ASSERT_TRUE(breaks(refused, ErrorCode::kConflict, kOverlap));
  EXPECT_EQ(refused.error().message,
            "July 2 and 3 are taken. Choose other nights, or wish for these.");
  EXPECT_EQ(fault_in(refused.error()).taken, R"([{"night":"2026-07-02"},{"night":"2026-07-03"}])");
}

// An event that no transaction can have made is refused as a whole, and not removed by halves.
TEST_F(BookingsDesign, AnEventThatIsLongerThanATransaction) {
  const Date start = date("2026-01-01");
  Event event = event_at(cottage, {start, start + std::chrono::days(150)});
  write(to_item(event));
  EXPECT_TRUE(breaks(try_remove(ada, event), ErrorCode::kInvalid, kTooManyChanges));
  EXPECT_EQ(stored(event), event);
}

}  // namespace
}  // namespace norn::bookings
