#pragma once

#include <string>
#include <vector>

#include "apps/calendars/access.h"
#include "live/feed.h"

namespace norn::calendars {

// Turns changes of a person's subscriptions into live events for that person alone:
//   subscription  {"subscriptionId","subscription":{...} or null if it was deleted}
// A refresh writes the subscription after its events, so that one event stands for all of them. A
// refresh that found nothing new makes none.
class SubscriptionChanges final : public live::Feed {
 public:
  explicit SubscriptionChanges(const Context& context) : context_(context) {}

  std::string table() const override { return context_.tables.norn(); }
  Result<live::Events> events_of(const store::StreamRecord& record) override;
  Result<std::vector<live::Events>> catch_up(
      const std::vector<store::StreamRecord>& records) override;

 private:
  Context context_;
};

}  // namespace norn::calendars
