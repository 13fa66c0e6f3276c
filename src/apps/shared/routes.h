#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/shared/idempotency.h"
#include "apps/shared/quota_kinds.h"
#include "base/error.h"
#include "base/sentence.h"
#include "rest/call.h"
#include "rest/json_input.h"

// What the routes of all apps have in common.
namespace norn::apps {

// A handler with the parts of the app that it works with. They are copied into each handler.
template <typename Parts, typename Done>
std::function<Result<Done>(rest::Call&)> handled_by(const Parts& parts,
                                                    Result<Done> (*handler)(const Parts&,
                                                                            rest::Call&)) {
  return [parts, handler](rest::Call& call) { return handler(parts, call); };
}

// The creation that the caller asks for, with the request's Idempotency-Key. To be called after the
// body was read. Returns kInvalid if the key is malformed.
Result<Creation> creation_of(const rest::Call& call, std::string operation);

// A part of the path that is an id of any form, as items of other programs have. Returns kNotFound
// with `missing` for a text that cannot be one.
Result<std::string> id_of(const rest::Call& call, std::string_view name, const Sentence<>& missing);

// Reads {"events": 100, "series": null}: kinds that are absent stay as they are, null is no longer
// set.
Result<QuotaChange> quota_change_in(rest::JsonInput& input);
std::string quota_change_schema();

// Replaces each placeholder of a schema by its value: {"$MAX_TITLE", "500"}. No placeholder may be
// a prefix of another one.
using Placeholders = std::vector<std::pair<std::string_view, std::string>>;
std::string filled_in(std::string schema, const Placeholders& placeholders);

}  // namespace norn::apps
