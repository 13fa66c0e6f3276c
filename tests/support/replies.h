#pragma once

#include <cstdint>
#include <iosfwd>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "store/errors.h"
#include "store/store.h"

// What tests expect of a store's replies, and ways to look at them.
namespace norn::testing {

std::string to_text(const Error& error);

// The value of a result that must be a success; otherwise the test fails here.
template <typename T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error("unexpected error: " + to_text(result.error()));
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

template <typename T>
::testing::AssertionResult fails_with(const Result<T>& result, ErrorCode code,
                                      std::string_view message) {
  if (result) return ::testing::AssertionFailure() << "it succeeded";
  if (result.error().code != code || result.error().message != message) {
    return ::testing::AssertionFailure() << to_text(result.error()) << "\n  instead of "
                                         << store::error_type(code) << ": " << message;
  }
  return ::testing::AssertionSuccess();
}

template <typename T>
::testing::AssertionResult is_invalid(const Result<T>& result, std::string_view message) {
  return fails_with(result, ErrorCode::kValidation, message);
}

// For messages of which only a part is documented.
template <typename T>
::testing::AssertionResult is_invalid_saying(const Result<T>& result, std::string_view part) {
  if (result) return ::testing::AssertionFailure() << "it succeeded";
  if (result.error().code != ErrorCode::kValidation ||
      result.error().message.find(part) == std::string::npos) {
    return ::testing::AssertionFailure() << to_text(result.error()) << "\n  instead of: " << part;
  }
  return ::testing::AssertionSuccess();
}

template <typename T>
::testing::AssertionResult fails_condition(const Result<T>& result) {
  return fails_with(result, ErrorCode::kConditionalCheckFailed, "The conditional request failed");
}

// The items of a page, each as JSON.
std::vector<std::string> texts(const store::ItemList& items);
std::string text(const store::Map& attributes);
// One attribute of every item, as strings without type ("a", "12").
std::vector<std::string> column(const store::ItemList& items, std::string_view attribute);
std::string plain(const store::Value& value);

// All pages of a query or scan, one after another.
struct Drained {
  std::vector<store::Item> items;
  int64_t count = 0;
  int64_t scanned_count = 0;
  std::vector<store::PageResult> pages;
};
Result<Drained> drain(store::Store& store, store::QueryRequest request);
Result<Drained> drain(store::Store& store, store::ScanRequest request);
std::vector<std::string> column(const std::vector<store::Item>& items, std::string_view attribute);
std::vector<std::string> sorted(std::vector<std::string> texts);

}  // namespace norn::testing

namespace norn::store {

// How gtest shows them.
void PrintTo(const Item& item, std::ostream* out);
void PrintTo(const ItemView& item, std::ostream* out);
void PrintTo(const Value& value, std::ostream* out);

}  // namespace norn::store
