#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/bookings/limits.h"
#include "base/error.h"
#include "base/time_text.h"
#include "store/item.h"

// The types of bookings, and their items in the table. Events and slots have the attributes of the
// design, and more where people need them.
namespace norn::bookings {

// The time of items of other programs that have none.
constexpr std::string_view kUnknownTime = "1970-01-01T00:00:00Z";

// Each role may do everything that the roles before it may.
enum class Role : uint8_t { kViewer, kMember, kAdministrator };
std::string_view to_text(Role role);  // "viewer", "member", "administrator"
std::optional<Role> role_from(std::string_view text);

// Nights with a price of their own. `from` and `to` are the first and the last night: of one year
// ("2026-07-01"), or of every year ("07-01"); a season of every year may span the end of the year.
struct Season {
  std::string name;
  std::string from;
  std::string to;
  int64_t price_per_night = 0;                       // In the smallest unit of the currency.
  std::optional<int64_t> min_nights = std::nullopt;  // Of stays that begin in the season.
  friend bool operator==(const Season&, const Season&) = default;
};

// The settings of a place. `checked` of places.h holds them to the limits.
struct PlaceSettings {
  std::string name;
  std::string color;  // "#3B82F6"
  std::optional<std::string> description = std::nullopt;
  std::optional<std::string> house_rules = std::nullopt;
  int64_t max_nights = kMaxNights;  // 1 to kMaxNights.
  int64_t min_nights = 1;           // 1 to max_nights.
  std::string check_in = "16:00";
  std::string check_out = "10:00";
  std::string tzid = "UTC";          // The zone of the place, which decides which day is today.
  std::string currency = "EUR";      // ISO 4217
  int64_t price_per_night = 0;       // Of nights in no season. 0: free of charge.
  std::vector<Season> seasons = {};  // The first season that contains a night counts.
  bool allows_past = false;          // Whether past nights can be booked and given back.
  bool shows_names = true;           // Whether all members see who comes, or administrators only.
  friend bool operator==(const PlaceSettings&, const PlaceSettings&) = default;
};

struct Place {
  std::string id;  // A UUID, or "default".
  PlaceSettings settings;
  // Whether a wish was ever made for this place. Bookings of other places need not look for wishes.
  bool has_wishes = false;
  int64_t version = 1;
  std::string created_at;  // "2024-01-15T10:30:00Z"
  std::string updated_at;
  friend bool operator==(const Place&, const Place&) = default;
};

struct Membership {
  std::string place_id;
  std::string user_id;
  Role role = Role::kViewer;
  std::string created_at;
  std::string updated_at;
  friend bool operator==(const Membership&, const Membership&) = default;
};

// The nights [start, end).
struct Stay {
  Date start;
  Date end;

  int64_t nights() const { return (end - start).count(); }
  bool has(Date night) const { return start <= night && night < end; }
  bool overlaps(const Stay& other) const { return start < other.end && other.start < end; }
  friend bool operator==(const Stay&, const Stay&) = default;
};
// The nights of `left` that are not nights of `right`.
std::vector<Date> nights_only_in(const Stay& left, const Stay& right);

enum class EventKind : uint8_t { kBooking, kBlocked };  // Blocked: maintenance.
std::string_view to_text(EventKind kind);               // "booking", "blocked"

struct Event {
  std::string id;  // A UUID; those of other programs have any form (apps::is_id).
  std::string place_id;
  std::string title;  // The name of the person who comes, unless they chose another title.
  Stay stay;
  int64_t version = 1;
  // Beyond the design.
  EventKind kind = EventKind::kBooking;
  std::optional<std::string> user_id = std::nullopt;  // Nullopt: a guest without an account.
  std::optional<std::string> note = std::nullopt;
  int64_t total = 0;  // The price at the time of booking.
  std::string currency = "EUR";
  // The ids of the people who created and last changed it. Empty in items of other programs, and
  // for deleted accounts.
  std::string created_by;
  std::string updated_by = {};
  std::string created_at;
  std::string updated_at;
  std::string digest = {};  // Of the request that created it with an Idempotency-Key.
  friend bool operator==(const Event&, const Event&) = default;
};

// Nights that a person would book if they became free.
struct Wish {
  std::string id;  // A UUID.
  std::string place_id;
  std::string user_id;
  Stay stay;
  std::optional<std::string> note = std::nullopt;
  std::string created_at;
  friend bool operator==(const Wish&, const Wish&) = default;
};

store::Item to_item(const Place& place);
// The two items of a membership: in the partition of the place, and in that of the person.
store::Item to_member_item(const Membership& membership);
store::Item to_person_item(const Membership& membership);
store::Item to_item(const Event& event);
store::Item to_item(const Wish& wish);
// The slot of a night: the design's item, with the id of the event that has the night.
store::Item slot_item(std::string_view place_id, Date night, std::string_view event_id);

// Read an item of that kind, which another program may have written. What may be missing has a
// default; kUnreadable says what is wrong with the rest.
Result<Place> place_from(store::ItemView item);
Result<Membership> membership_from(store::ItemView item);
Result<Event> event_from(store::ItemView item);
Result<Wish> wish_from(store::ItemView item);

// "v3"
std::string etag_of(const Place& place);
std::string etag_of(const Membership& membership);  // A digest of its state.
std::string etag_of(const Event& event);

// A day, or the day of a time with or without an offset: "2026-07-01T00:00:00Z".
std::optional<Date> parse_day(std::string_view text);
// Three capital letters.
std::optional<std::string> currency_from(std::string_view text);

// Whether it is like "16:00".
bool is_time_of_day(std::string_view text);

// Whether `text` is a UUID or "default": no other text may be part of a key.
bool is_place_id(std::string_view text);

}  // namespace norn::bookings
