#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time_text.h"
#include "store/item.h"

// What bookings are made of, and how each is an item of the table. Events and slots are the
// design's, attribute for attribute, with more attributes where people need them.
namespace norn::bookings {

// A transaction has room for 100 actions: the event, and 99 nights.
constexpr int64_t kMaxNights = 99;

enum class Role : uint8_t {
  kViewer,
  kMember,
  kAdministrator
};  // Each may do what those before may.
std::string_view to_text(Role role);  // "viewer", "member", "administrator"
std::optional<Role> role_from(std::string_view text);

// Nights that have a price of their own. `from` and `to` are its first and its last night: of one
// year ("2026-07-01"), or of every year ("07-01"); then it may go over the end of the year.
struct Season {
  std::string name;
  std::string from;
  std::string to;
  int64_t price_per_night = 0;                       // In the smallest unit of the currency.
  std::optional<int64_t> min_nights = std::nullopt;  // Of stays that begin in it.
  friend bool operator==(const Season&, const Season&) = default;
};

// What people choose about a place.
struct PlaceSettings {
  std::string name;                                       // 1 to 100 characters.
  std::string color;                                      // "#3B82F6"
  std::optional<std::string> description = std::nullopt;  // At most 1,000 characters.
  std::optional<std::string> house_rules = std::nullopt;  // At most 5,000 characters.
  int64_t max_nights = 30;                                // 1 to kMaxNights.
  int64_t min_nights = 1;                                 // 1 to max_nights.
  std::string check_in = "16:00";
  std::string check_out = "10:00";
  std::string tzid = "UTC";          // Where it is: it says which day is today.
  std::string currency = "EUR";      // ISO 4217
  int64_t price_per_night = 0;       // Of nights in no season. 0: it costs nothing.
  std::vector<Season> seasons = {};  // At most 50. The first that a night is in counts.
  bool allows_past = false;          // Whether nights that are over can be booked and given back.
  bool shows_names = true;           // Whether everybody sees who comes, or only administrators do.
  friend bool operator==(const PlaceSettings&, const PlaceSettings&) = default;
};

struct Place {
  std::string id;  // A UUID, or "default".
  PlaceSettings settings;
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

enum class EventKind : uint8_t { kBooking, kBlocked };  // Blocked: maintenance.
std::string_view to_text(EventKind kind);               // "booking", "blocked"

struct Event {
  std::string id;  // A UUID.
  std::string place_id;
  std::string title;  // Whose it is.
  Stay stay;
  int64_t version = 1;
  // Beyond the design.
  EventKind kind = EventKind::kBooking;
  std::optional<std::string> user_id = std::nullopt;  // Nullopt: a guest without an account.
  std::optional<std::string> note = std::nullopt;
  int64_t total = 0;  // What it costs, as it was said when it was booked.
  std::string currency = "EUR";
  std::string created_by;
  std::string created_at;
  std::string updated_at;
  std::string digest = {};  // Of the request that made it, when it had an Idempotency-Key.
  friend bool operator==(const Event&, const Event&) = default;
};

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
// As its place has it, and as its person has it.
store::Item to_member_item(const Membership& membership);
store::Item to_person_item(const Membership& membership);
store::Item to_item(const Event& event);
store::Item to_item(const Wish& wish);
// The slot of a night: the design's item, which also says whose it is.
store::Item slot_item(std::string_view place_id, Date night, std::string_view event_id);

// Of items that are known to be of that kind; kCorruption when they are not what to_item writes.
Result<Place> place_from(store::ItemView item);
Result<Membership> membership_from(store::ItemView item);
Result<Event> event_from(store::ItemView item);
Result<Wish> wish_from(store::ItemView item);

// "v3"
std::string etag_of(const Place& place);
std::string etag_of(const Membership& membership);  // A tag of its state.
std::string etag_of(const Event& event);

// A UUID or "default": no other text may be part of a key.
bool is_place_id(std::string_view text);

}  // namespace norn::bookings
