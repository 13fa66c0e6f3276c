#include "apps/sharing/invitation_check.h"

#include <utility>

namespace norn::sharing {

Result<apps::Findings> InvitationCheck::look(store::ItemView item) {
  const apps::ItemKey key = apps::key_in(table(), item);
  apps::Findings findings;
  if (key.pk.starts_with(items_.invitee_prefix) && key.sk.starts_with(items_.thing_prefix)) {
    const std::string address = key.pk.substr(items_.invitee_prefix.size());
    NORN_TRY(apps::find_twin(store_, table(), item,
                             {table(), key.sk, items_.invited_prefix + address},
                             "An invitation is not found by what it is to.", findings));
  } else if (key.pk.starts_with(items_.thing_prefix) && key.sk.starts_with(items_.invited_prefix)) {
    const std::string address = key.sk.substr(items_.invited_prefix.size());
    NORN_TRY(apps::find_twin(store_, table(), item,
                             {table(), items_.invitee_prefix + address, key.pk},
                             "An invitation is not found by its address.", findings));
  }
  return findings;
}

}  // namespace norn::sharing
