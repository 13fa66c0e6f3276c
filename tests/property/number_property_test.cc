#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>

#include "store/number.h"

// Number against a second, simple implementation: decimals as strings of digits, added by hand.
namespace norn::store {
namespace {

// +-digits * 10^exponent, without zeros at either end; zero has no digits.
struct Decimal {
  bool negative = false;
  std::string digits;
  int exponent = 0;
};

Decimal normalised(Decimal decimal) {
  const size_t first = decimal.digits.find_first_not_of('0');
  if (first == std::string::npos) {
    return {};
  }
  const size_t last = decimal.digits.find_last_not_of('0');
  decimal.exponent += static_cast<int>(decimal.digits.size() - 1 - last);
  decimal.digits = decimal.digits.substr(first, last - first + 1);
  return decimal;
}

// The digits of `decimal` as an integer multiple of 10^exponent, `width` digits long.
std::string widened(const Decimal& decimal, int exponent, size_t width) {
  std::string digits =
      decimal.digits + std::string(static_cast<size_t>(decimal.exponent - exponent), '0');
  return std::string(width - digits.size(), '0') + digits;
}

std::string add_digits(const std::string& left, const std::string& right) {
  std::string sum(left.size(), '0');
  int carry = 0;
  for (size_t i = left.size(); i-- > 0;) {
    const int digit = (left[i] - '0') + (right[i] - '0') + carry;
    sum[i] = static_cast<char>('0' + digit % 10);
    carry = digit / 10;
  }
  return sum;
}

// left - right, where left is not the smaller one.
std::string subtract_digits(const std::string& left, const std::string& right) {
  std::string difference(left.size(), '0');
  int borrow = 0;
  for (size_t i = left.size(); i-- > 0;) {
    const int digit = (left[i] - '0') - (right[i] - '0') - borrow;
    difference[i] = static_cast<char>('0' + (digit + 10) % 10);
    borrow = digit < 0 ? 1 : 0;
  }
  return difference;
}

struct Aligned {
  std::string left, right;
  int exponent;
};

Aligned align(const Decimal& left, const Decimal& right) {
  const int exponent = std::min(left.exponent, right.exponent);
  const auto length = [&](const Decimal& decimal) {
    return decimal.digits.size() + static_cast<size_t>(decimal.exponent - exponent);
  };
  const size_t width = std::max(length(left), length(right)) + 1;
  return {widened(left, exponent, width), widened(right, exponent, width), exponent};
}

Decimal sum_of(const Decimal& left, const Decimal& right) {
  const Aligned aligned = align(left, right);
  if (left.negative == right.negative) {
    return normalised({left.negative, add_digits(aligned.left, aligned.right), aligned.exponent});
  }
  if (aligned.left >= aligned.right) {
    return normalised(
        {left.negative, subtract_digits(aligned.left, aligned.right), aligned.exponent});
  }
  return normalised(
      {right.negative, subtract_digits(aligned.right, aligned.left), aligned.exponent});
}

int order_of(const Decimal& left, const Decimal& right) {
  const Aligned aligned = align(left, right);
  const auto signed_order = [](const Decimal& decimal, int magnitude_order) {
    return decimal.negative ? -magnitude_order : magnitude_order;
  };
  if (left.negative != right.negative && !(left.digits.empty() && right.digits.empty())) {
    return left.negative ? -1 : 1;
  }
  return signed_order(left, aligned.left.compare(aligned.right));
}

std::string plain(const Decimal& decimal) {
  if (decimal.digits.empty()) {
    return "0";
  }
  std::string text = decimal.digits;
  if (decimal.exponent >= 0) {
    text.append(static_cast<size_t>(decimal.exponent), '0');
  } else {
    const auto fraction = static_cast<size_t>(-decimal.exponent);
    if (text.size() <= fraction) {
      text.insert(0, fraction + 1 - text.size(), '0');
    }
    text.insert(text.size() - fraction, ".");
  }
  return (decimal.negative ? "-" : "") + text;
}

// What DynamoDB must say to it; empty when it fits.
std::string fault_of(const Decimal& decimal) {
  if (decimal.digits.empty()) {
    return "";
  }
  const int leading = decimal.exponent + static_cast<int>(decimal.digits.size()) - 1;
  if (leading > 125) {
    return "overflow";
  }
  if (leading < -130) {
    return "underflow";
  }
  return decimal.digits.size() > 38 ? "38 significant digits" : "";
}

// Digits with long runs of zeros and nines, where carries and trailing zeros are.
rc::Gen<std::string> digits(int max_length) {
  return rc::gen::mapcat(rc::gen::inRange(1, max_length + 1), [](int length) {
    return rc::gen::container<std::string>(
        static_cast<size_t>(length),
        rc::gen::weightedOneOf<char>({{2, rc::gen::just('0')},
                                      {2, rc::gen::just('9')},
                                      {1, rc::gen::inRange<char>('0', '9' + 1)}}));
  });
}

rc::Gen<Decimal> decimals(int max_length, int min_exponent, int max_exponent) {
  return rc::gen::map(
      rc::gen::tuple(rc::gen::arbitrary<bool>(), digits(max_length),
                     rc::gen::inRange(min_exponent, max_exponent + 1)),
      [](const auto& parts) {
        return normalised({std::get<0>(parts), std::get<1>(parts), std::get<2>(parts)});
      });
}

// Exponents far apart, and close together where sums fit.
rc::Gen<Decimal> fitting() {
  return rc::gen::suchThat(
      rc::gen::oneOf(decimals(38, -130, 90), decimals(38, -20, 20), decimals(38, 85, 90)),
      [](const Decimal& decimal) { return fault_of(decimal).empty(); });
}

Number number(const Decimal& decimal) {
  const Result<Number> parsed = Number::parse(plain(decimal));
  RC_ASSERT(parsed.has_value());
  return *parsed;
}

RC_GTEST_PROP(NumberProperty, ReadsWhatFitsAndSaysWhyOtherwise, ()) {
  const Decimal decimal = *decimals(45, -200, 200);
  const std::string spelling = (decimal.negative ? "-" : "") +
                               (decimal.digits.empty() ? "0" : decimal.digits) + "e" +
                               std::to_string(decimal.exponent);
  for (const std::string& text : {spelling, plain(decimal)}) {
    const Result<Number> parsed = Number::parse(text);
    const std::string fault = fault_of(decimal);
    RC_ASSERT(parsed.has_value() == fault.empty());
    if (parsed) {
      RC_ASSERT(parsed->to_string() == plain(decimal));
      RC_ASSERT(parsed->digit_count() == static_cast<int>(decimal.digits.size()));
    } else {
      RC_ASSERT(parsed.error().message.find(fault) != std::string::npos);
    }
  }
}

RC_GTEST_PROP(NumberProperty, OrdersAsTheDigitsDo, ()) {
  const Decimal left = *fitting();
  const Decimal right = *rc::gen::oneOf(fitting(), rc::gen::just(left));
  RC_ASSERT((number(left) <=> number(right)) == (order_of(left, right) <=> 0));
  RC_ASSERT((number(left) == number(right)) == (plain(left) == plain(right)));
}

RC_GTEST_PROP(NumberProperty, AddsAsTheDigitsDo, ()) {
  const Decimal left = *fitting();
  const Decimal right = *fitting();
  const Decimal exact = sum_of(left, right);
  std::string fault = fault_of(exact);
  if (fault == "38 significant digits") {
    fault = "overflow";  // What DynamoDB calls it when the digits are those of a sum.
  }
  const Result<Number> sum = number(left).plus(number(right));
  RC_CLASSIFY(fault.empty(), "fits");
  RC_ASSERT(sum.has_value() == fault.empty());
  if (sum) {
    RC_ASSERT(sum->to_string() == plain(exact));
  } else {
    RC_ASSERT(sum.error().message.find(fault) != std::string::npos);
  }
  Decimal opposite = right;
  opposite.negative = !right.digits.empty() && !right.negative;
  RC_ASSERT(number(left).minus(number(opposite)).has_value() == fault.empty());
}

}  // namespace
}  // namespace norn::store
