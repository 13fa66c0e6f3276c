#include "rest/body_pump.h"

#include <exception>
#include <utility>

#include "base/log.h"
#include "base/log_context.h"
#include "base/work_budget.h"

namespace norn::rest {
namespace {

// Then the others that wait for a thread have their turn.
constexpr int kPartsPerTurn = 16;

}  // namespace

void BodyPump::start(const std::string& first_part) {
  if (stream_->write(first_part)) run();
}

void BodyPump::run() {
  const WorkBudget budget({.turns = &turns_});
  for (int part = 0; part < kPartsPerTurn; ++part) {
    if (!stream_->has_room()) {
      return stream_->when_room([self = shared_from_this()] { self->continue_later(); });
    }
    if (!send_part()) return;
    WorkBudget::give_way();
  }
  continue_later();
}

bool BodyPump::send_part() {
  std::string part;
  Result<bool> more = false;
  try {
    more = source_(part);
  } catch (const std::exception& error) {
    more = fail(ErrorCode::kInternal, error.what());
  }
  if (!more) {
    log::error("{} failed after its reply had begun: {}", logged_.operation, more.error().message);
    end();
    stream_->abort();
    return false;
  }
  if (!*more) end();
  if (!stream_->write(part)) return false;
  if (!*more) stream_->finish();
  return *more;
}

void BodyPump::end() {
  if (const auto on_end = std::exchange(logged_.on_end, nullptr)) on_end();
}

void BodyPump::continue_later() {
  const auto job = [self = shared_from_this()] {
    const log::RequestScope scope(self->logged_.request_id);
    self->run();
  };
  if (pool_.post(job)) return;
  log::warn("{} was broken off: there are too many requests.", logged_.operation);
  stream_->abort();
}

}  // namespace norn::rest
