#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "store/item.h"

// NextToken: where the next page of a SELECT starts, bound to the statement that it continues.
namespace norn::dynamodb::partiql {

struct PageStart {
  size_t read = 0;                   // Which of the plan's reads.
  std::optional<store::Item> after;  // The last key of that read's previous page.
};

// The same for the same statement with the same parameters.
uint64_t fingerprint(std::string_view statement, std::span<const store::Value> parameters);

std::string write_token(const PageStart& start, uint64_t fingerprint);
Result<PageStart> read_token(std::string_view token, uint64_t fingerprint);

}  // namespace norn::dynamodb::partiql
