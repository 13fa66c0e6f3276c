#include "rrule/libical_engine.h"

#include <libical/ical.h>

#include "base/check.h"

namespace norn::bench {
namespace {

class LibicalEngine final : public Engine {
 public:
  explicit LibicalEngine(const Question& question)
      : question_(question), rule_(icalrecurrencetype_from_string(question.rrule.c_str())) {
    NORN_CHECK(rule_.freq != ICAL_NO_RECURRENCE, "libical reads the rule");
    start_ = icaltime_from_string(question.dtstart.c_str());
    zone_ = icaltimezone_get_utc_timezone();
    if (!question.tzid.empty()) {
      zone_ = icaltimezone_get_builtin_timezone(question.tzid.c_str());
      NORN_CHECK(zone_ != nullptr, "libical knows the zone");
      // It takes UNTIL and DTSTART to UTC only when the start knows its zone.
      start_.zone = zone_;
    }
    if (!question.from.empty()) from_ = icaltime_from_string(question.from.c_str());
    if (!question.to.empty()) to_ = icaltime_from_string(question.to.c_str());
  }

  Found ask() override {
    if (question_.read_each_time) rule_ = icalrecurrencetype_from_string(question_.rrule.c_str());
    Found found;
    icalrecur_iterator* const iterator = icalrecur_iterator_new(rule_, start_);
    if (!question_.from.empty()) icalrecur_iterator_set_start(iterator, from_);
    while (true) {
      const icaltimetype time = icalrecur_iterator_next(iterator);
      if (icaltime_is_null_time(time) != 0) break;
      if (!question_.to.empty() && icaltime_compare(time, to_) >= 0) break;
      // With COUNT it does not go to the start of the window.
      if (!question_.from.empty() && icaltime_compare(time, from_) < 0) continue;
      ++found.count;
      found.sum_of_utc_s += icaltime_as_timet_with_zone(time, zone_);
    }
    icalrecur_iterator_free(iterator);
    return found;
  }

 private:
  Question question_;
  icalrecurrencetype rule_;
  icaltimetype start_{};
  icaltimetype from_{};
  icaltimetype to_{};
  icaltimezone* zone_ = nullptr;
};

}  // namespace

std::unique_ptr<Engine> make_libical_engine(const Question& question) {
  return std::make_unique<LibicalEngine>(question);
}

}  // namespace norn::bench
