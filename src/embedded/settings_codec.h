#pragma once

#include "base/error.h"
#include "store/table_settings.h"
#include "store/value.h"

// The settings of a table as a field of its catalog record.
namespace norn::embedded {

store::Map encode_settings(const store::TableSettings& settings);
Result<store::TableSettings> decode_settings(const store::Value& value);

}  // namespace norn::embedded
