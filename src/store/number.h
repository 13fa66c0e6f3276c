#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"

namespace norn::store {

// A DynamoDB number: an exact decimal of up to 38 significant digits, with a magnitude between
// 1E-130 and 9.99...E+125, or zero. There is one representation per value, so equality is plain.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html
class Number {
 public:
  static constexpr int kMaxDigits = 38;
  static constexpr int kMaxExponent = 125;   // Of the leading digit.
  static constexpr int kMinExponent = -130;  // Of the leading digit.

  // An integer below 10^38; never negative.
  __extension__ using Coefficient = unsigned __int128;

  Number() = default;  // Zero.
  explicit Number(int64_t value);

  // Reads "12", "-0.5", "1e3", "+1.50E-7". Errors carry DynamoDB's wording: not a number, more
  // than 38 significant digits, overflow, underflow.
  static Result<Number> parse(std::string_view text);

  // Plain digits without exponent ("1000", "-0.05"): what DynamoDB sends back.
  std::string to_string() const;
  void append_to(std::string& out) const;

  // The exact sum or difference, or the error DynamoDB gives when it does not fit.
  Result<Number> plus(const Number& other) const;
  Result<Number> minus(const Number& other) const;
  Number negated() const;

  bool is_zero() const { return coefficient_ == 0; }
  bool is_negative() const { return negative_; }
  // The power of ten of the leading digit: 3 for 1234, -1 for 0.5. Zero has none.
  int leading_exponent() const { return exponent_ + digit_count() - 1; }
  int digit_count() const;
  // value = +-coefficient * 10^exponent, the coefficient without trailing zeros.
  Coefficient coefficient() const { return coefficient_; }
  int exponent() const { return exponent_; }

  // The whole seconds, counts and the like that callers use as machine integers: truncates
  // towards zero, and nullopt-like failure is reported as false.
  bool to_int64(int64_t& out) const;

  // Bytes that this number takes in an item, by DynamoDB's accounting.
  size_t size_bytes() const;
  // Whether its point stands between two digits of a pair, for which it takes one byte of them.
  bool splits_pair() const;

  friend bool operator==(const Number&, const Number&) = default;
  friend std::strong_ordering operator<=>(const Number& left, const Number& right);

 private:
  Number(bool negative, Coefficient coefficient, int exponent);  // Normalises.

  Coefficient coefficient_ = 0;
  int16_t exponent_ = 0;
  bool negative_ = false;
};

}  // namespace norn::store
