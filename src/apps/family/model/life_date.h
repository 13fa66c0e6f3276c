#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "apps/family/kinship/kinds.h"
#include "apps/shared/item_reader.h"
#include "base/error.h"
#include "base/time_text.h"
#include "store/value.h"

namespace norn::family {

// A date of a life, as exactly as it is known: a full day, or a text in GEDCOM's words. An item has
// the day in the design's attribute (`BirthDate`), and the text beside it (`BirthDateText`).
struct LifeDate {
  std::optional<std::string> day = {};   // "1950-05-15"
  std::optional<std::string> text = {};  // "ABT 1850", never with `day`.

  bool is_known() const { return day || text; }
  // As people wrote it; empty if it is not known.
  std::string words() const { return day ? *day : text.value_or(""); }
  friend bool operator==(const LifeDate&, const LifeDate&) = default;
};

// The days between which it was; nullopt on a side that is open.
struct Bounds {
  std::optional<Date> earliest = {};
  std::optional<Date> latest = {};
};
Bounds bounds_of(const LifeDate& date);
// The same as days since 1970-01-01.
DayBounds day_bounds_of(const LifeDate& date);

// Whether one was certainly before the other.
bool is_before(const LifeDate& first, const LifeDate& second);

// Reads what people write: "1850-03-31" and GEDCOM's words, in which an exact day becomes `day`.
// Returns kInvalid of the field if it cannot be understood.
Result<LifeDate> life_date_from(std::string_view field, std::string_view words);

// Of items: `name` is the design's attribute. A text of another program there that is no day is
// kept as a text.
LifeDate life_date_in(const apps::ItemReader& reader, const std::string& name);
// Leaves out what is not known.
void put_life_date(store::Map& item, const std::string& name, const LifeDate& date);

}  // namespace norn::family
