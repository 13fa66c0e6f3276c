#include "apps/accounts/demo.h"

#include <optional>
#include <string>

namespace norn::accounts {
namespace {

Result<SignedIn> join_demo(Accounts& accounts, const apps::Demo& demo,
                           const apps::DemoPerson& person) {
  SignUpRequest request{.email = person.email, .name = person.name, .password = person.password};
  const Visitor visitor{.address = "", .user_agent = "norn demo"};
  if (person.email == demo.clara.email) {
    NORN_ASSIGN(const auto secret, accounts.admission().new_setup_secret());
    if (!secret) {
      return fail(ErrorCode::kConflict,
                  "There are accounts already: the demo cannot be the first.");
    }
    return accounts.set_up(*secret, request, visitor);
  }
  NORN_ASSIGN(const auto invited, accounts.admission().invite(demo.clara.id, person.email));
  request.invitation = invited.secret;
  return accounts.sign_up(request, visitor);
}

}  // namespace

Result<void> add_demo(Accounts& accounts, apps::Demo& demo) {
  for (apps::DemoPerson* const person : demo.people()) {
    NORN_ASSIGN(const SignedIn joined, join_demo(accounts, demo, *person));
    NORN_TRY(accounts.sign_out(joined.user.id, joined.session.id));
    person->id = joined.user.id;
    // There is everything already.
    if (joined.account.first_steps) NORN_TRY(accounts.set_first_steps(joined.user.id, false));
  }
  return {};
}

}  // namespace norn::accounts
