#include "apps/bookings/demo.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace norn::bookings {
namespace {

using apps::Demo;
using apps::DemoPerson;

struct DemoGuest {
  const DemoPerson& person;
  Role role;
};

struct DemoStay {
  const DemoPerson& by;  // Books for themselves, unless it is blocked or for a guest.
  Stay nights;
  EventKind kind = EventKind::kBooking;
  std::optional<std::string> title = {};
  std::optional<std::string> note = {};
  bool is_for_guest = false;  // Without an account.
};

struct DemoPlace {
  PlaceSettings settings;
  const DemoPerson& owner;
  std::vector<DemoGuest> members;
  std::vector<DemoStay> stays;
};

Stay nights(const Demo& demo, int first, int last) {
  return {demo.in_days(first), demo.in_days(last)};
}

// The cottage nights that two want.
constexpr int kWantedFirst = 19;
constexpr int kWantedLast = 22;

DemoPlace cottage(const Demo& demo) {
  const DemoPerson& margaret = demo.margaret;
  return {
      .settings =
          {.name = "Cottage by the sea",
           .color = "#0EA5E9",
           .description = "Three bedrooms, a stove, and ten minutes to the beach.",
           .house_rules = "Leave it as you found it.\n\n- Empty the fridge.\n- Close the "
                          "shutters.\n- The key goes to Mrs. Pryce next door.",
           .max_nights = 21,
           .min_nights = 2,
           .tzid = demo.zone,
           .price_per_night = 45'00,
           .seasons =
               {{.name = "Summer", .from = "06-15", .to = "09-10", .price_per_night = 70'00},
                {.name = "Christmas", .from = "12-20", .to = "01-03", .price_per_night = 60'00}},
           .allows_past = true},
      .owner = margaret,
      .members = {{demo.clara, Role::kAdministrator},
                  {demo.daniel, Role::kMember},
                  {demo.thomas, Role::kMember},
                  {demo.priya, Role::kMember},
                  {demo.lily, Role::kViewer}},
      .stays = {
          {demo.clara, nights(demo, -33, -29), EventKind::kBooking, {}, "The four of us."},
          {margaret, nights(demo, -16, -14), EventKind::kBooking, "The Andersons", {}, true},
          {demo.thomas, nights(demo, -2, 3), EventKind::kBooking, {}, "Painting the fence."},
          {margaret, nights(demo, 6, 9), EventKind::kBlocked, "Chimney sweep and new stove"},
          {demo.clara, nights(demo, 11, 16), EventKind::kBooking, {}, "With the grandparents."},
          {demo.priya, nights(demo, kWantedFirst, kWantedLast)},
          {margaret, nights(demo, 47, 54), EventKind::kBooking, {}, "Spring cleaning"},
      }};
}

DemoPlace boat(const Demo& demo) {
  return {.settings = {.name = "Canal boat",
                       .color = "#F97316",
                       .description = "Four berths, at the Riverside moorings.",
                       .max_nights = 14,
                       .tzid = demo.zone,
                       .allows_past = true},
          .owner = demo.thomas,
          .members = {{demo.clara, Role::kMember},
                      {demo.daniel, Role::kMember},
                      {demo.jonas, Role::kMember}},
          .stays = {
              {demo.daniel, nights(demo, -9, -7)},
              {demo.jonas, nights(demo, 4, 6)},
              {demo.daniel, nights(demo, 25, 28), EventKind::kBooking, {}, "With Ben and Lily."}}};
}

Result<std::string> add_place(Places& places, sharing::Members& members, Events& events,
                              const DemoPlace& demo) {
  const std::string& owner = demo.owner.id;
  NORN_ASSIGN(const Access made, places.create(owner, demo.settings, {}));
  const std::string& id = made.place.id;
  for (const DemoGuest& member : demo.members) {
    NORN_TRY(members.invite(owner, id, member.person.email, std::string(to_text(member.role))));
  }
  for (const DemoStay& stay : demo.stays) {
    EventInput input{
        .stay = stay.nights, .kind = stay.kind, .title = stay.title, .note = stay.note};
    if (stay.is_for_guest) input.user_id = std::optional<std::string>();
    NORN_TRY(events.create(stay.by.id, id, input, {}));
  }
  // Only the demo has booked what is past.
  const auto close_past = [](PlaceSettings& settings) { settings.allows_past = false; };
  NORN_TRY(places.change(owner, id, close_past, etag_of(made.place)));
  return id;
}

}  // namespace

Result<void> add_demo(Places& places, sharing::Members& members, Events& events, Wishes& wishes,
                      const Demo& demo) {
  NORN_ASSIGN(const std::string cottage_id, add_place(places, members, events, cottage(demo)));
  NORN_TRY(wishes.create(demo.daniel.id, cottage_id, nights(demo, kWantedFirst, kWantedLast),
                         "Only if Priya does not need it."));
  NORN_TRY(add_place(places, members, events, boat(demo)));
  return {};
}

}  // namespace norn::bookings
