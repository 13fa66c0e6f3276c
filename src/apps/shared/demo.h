#pragma once

#include <array>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/ids.h"
#include "base/time_text.h"
#include "store/store.h"

// The demo: a family and a small team with a life in all apps, for a person who wants to see Norn
// before using it. Every app adds its part by its own services (App::demo), around today. It goes
// into an empty store only, and a mark in the table `norn` tells whether it is complete.
namespace norn::apps {

struct DemoPerson {
  std::string name;
  std::string email;
  std::string role;      // Who it is, for the person who tries Norn: "the mother".
  std::string password;  // Random, and printed once.
  std::string id = {};   // Of the account, which the accounts make first.
};

// What the apps make their parts of.
struct Demo {
  Date today;        // In `zone`.
  std::string zone;  // IANA's name: where these people live.

  // The family.
  DemoPerson clara;
  DemoPerson daniel;
  DemoPerson lily;
  DemoPerson ben;
  DemoPerson margaret;
  DemoPerson thomas;
  // The team, with Clara.
  DemoPerson priya;
  DemoPerson jonas;
  DemoPerson mei;

  // The administrator first.
  std::array<DemoPerson*, 9> people() {
    return {&clara, &daniel, &lily, &ben, &margaret, &thomas, &priya, &jonas, &mei};
  }
  std::array<DemoPerson*, 6> family() { return {&clara, &daniel, &lily, &ben, &margaret, &thomas}; }

  Date in_days(int days) const { return today + std::chrono::days(days); }
  // A day of this week, which begins on Monday, or of a week before or after it.
  Date on(std::chrono::weekday day, int weeks = 0) const;
  // The same day, so many years ago; the 28th of February if that year has no 29th.
  static Date years_before(Date day, int years);
};

// The people, with new passwords and without accounts.
Demo new_demo(Ids& ids, Date today, std::string zone);

// Lines with addresses, passwords and names, for the terminal and nothing else.
std::string people_text(Demo& demo);

// Marks that a demo begins. Returns kConflict, with what to do, if the demo is there or was begun,
// or if one of `tables` other than `norn`, which has the state of the server, has an item.
Result<void> begin_demo(store::Store& store, const TableNames& names, const Clock& clock,
                        const std::vector<Table>& tables);
// Marks that it is complete.
Result<void> finish_demo(store::Store& store, const TableNames& names, const Clock& clock);

}  // namespace norn::apps
