#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "embedded/write_group.h"

// Client request tokens: a transaction that is sent again with its token within ten minutes is
// executed once.
namespace norn::embedded {

// Whether the transaction with this token was executed already. A token of another transaction is
// an error.
Result<bool> was_done(WriteGroup& group, const std::string& token, std::string_view fingerprint);
void remember(WriteGroup& group, const std::string& token, std::string_view fingerprint);

// Deletes expired tokens, a bounded number at a time. Returns whether there may be more.
Result<bool> forget_old_tokens(WriteGroup& group);

}  // namespace norn::embedded
