#pragma once

#include <simdjson.h>

#include "base/error.h"
#include "store/item.h"
#include "store/value.h"

// The readers of store/wire/wire.h for JSON that has been parsed already, as a part of a request.
namespace norn::store {

Result<Value> value_from_dom(simdjson::dom::element json);
Result<Map> map_from_dom(simdjson::dom::element json);
Result<Item> item_from_dom(simdjson::dom::element json);

}  // namespace norn::store
