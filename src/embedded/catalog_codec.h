#pragma once

#include <string_view>

#include "base/error.h"
#include "embedded/catalog.h"

// Catalog records are items (store/item.h) with plain attribute names: readable in a dump, and open
// to new fields. encode() is declared in catalog.h.
namespace norn::embedded {

Result<Table> decode_table(std::string_view bytes);
Result<Stream> decode_stream(std::string_view bytes);

}  // namespace norn::embedded
