#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "embedded/write_group.h"

// Client request tokens: a transaction that is sent again with its token within ten minutes happens
// once.
namespace norn::embedded {

// Whether the transaction with this token was done already. A token that stands for another
// transaction is an error.
Result<bool> was_done(WriteGroup& group, const std::string& token, std::string_view fingerprint);
void remember(WriteGroup& group, const std::string& token, std::string_view fingerprint);

// Forgets tokens that are over, a bounded number at a time. Returns whether there may be more.
Result<bool> forget_old_tokens(WriteGroup& group);

}  // namespace norn::embedded
