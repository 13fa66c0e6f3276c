#include <utility>

#include "apps/bookings/application.h"
#include "apps/bookings/routes.h"

namespace norn::bookings {

Application::Application(Context context, std::string public_origin)
    : context_(std::move(context)),
      public_origin_(std::move(public_origin)),
      places_(context_),
      members_(context_),
      events_(context_),
      wishes_(context_),
      feed_links_(context_),
      feed_(context_) {}

void Application::add_hooks(accounts::Users& users) {
  users.add_hook(members_);
  users.add_hook(feed_links_);
}

void Application::add_routes(rest::Api& api) {
  bookings::add_routes(
      api, {context_, places_, members_, events_, wishes_, feed_links_, public_origin_});
}

}  // namespace norn::bookings
