#include "rrule/norn_engine.h"

#include <optional>

#include "base/check.h"
#include "ical/recurrence.h"

namespace norn::bench {
namespace {

class NornEngine final : public Engine {
 public:
  explicit NornEngine(const Question& question) : question_(question) {
    start_ = ical::parse_date_time(question.dtstart).value();
    if (!question.tzid.empty()) zone_ = ical::TimeZone::find(question.tzid).value();
    recurrence_ = read();
    const auto instant = [this](const std::string& text) {
      return recurrence_->instant_of(ical::parse_date_time(text).value());
    };
    if (!question.from.empty()) window_.from_s = instant(question.from);
    if (!question.to.empty()) window_.to_s = instant(question.to);
  }

  Found ask() override {
    if (question_.read_each_time) recurrence_ = read();
    Found found;
    ical::Expansion expansion(*recurrence_, window_);
    ical::Occurrence occurrence;
    while (expansion.next(occurrence)) {
      ++found.count;
      found.sum_of_utc_s += occurrence.utc_s;
    }
    return found;
  }

 private:
  ical::Recurrence read() const {
    const ical::Series series{
        .start = start_, .zone = zone_, .rule = ical::parse_rule(question_.rrule).value()};
    return ical::Recurrence::create(series).value();
  }

  Question question_;
  ical::DateTime start_;
  std::optional<ical::TimeZone> zone_;
  std::optional<ical::Recurrence> recurrence_;
  ical::Window window_;
};

}  // namespace

std::unique_ptr<Engine> make_norn_engine(const Question& question) {
  return std::make_unique<NornEngine>(question);
}

}  // namespace norn::bench
