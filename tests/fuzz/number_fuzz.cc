#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "store/number.h"

// The input is two numbers as text, separated by a space. Whatever it is, reading is safe; what is
// a number keeps the laws of numbers.
namespace {

using norn::Result;
using norn::store::Number;

void check_text(const Number& number) {
  const std::string text = number.to_string();
  const Result<Number> again = Number::parse(text);
  NORN_CHECK(again.has_value(), "what was written can be read");
  NORN_CHECK(*again == number, "reading gives the number that was written");
  NORN_CHECK(again->to_string() == text, "there is one text per number");
  NORN_CHECK(number.coefficient() % 10 != 0 || number.is_zero(), "numbers are normalised");
  // 38 digits, an odd number of them before the point, are 20 bytes; exponent and sign, one each.
  NORN_CHECK(number.size_bytes() <= 22, "no number is larger");
  int64_t integer = 0;
  if (number.to_int64(integer)) {
    const Number truncated(integer);
    NORN_CHECK(number.is_negative() ? truncated >= number : truncated <= number,
               "truncation goes towards zero");
  }
}

void check_order(const Number& left, const Number& right) {
  const auto order = left <=> right;
  NORN_CHECK((order == 0) == (left == right), "order and equality agree");
  NORN_CHECK((right <=> left) == (0 <=> order), "order is antisymmetric");
  NORN_CHECK((right.negated() <=> left.negated()) == order, "negation turns the order round");
  const Result<Number> difference = left.minus(right);
  if (difference) {
    NORN_CHECK((*difference <=> Number()) == order, "the sign of the difference is the order");
  }
}

void check_sum(const Number& left, const Number& right) {
  const Result<Number> sum = left.plus(right);
  const Result<Number> other_way = right.plus(left);
  NORN_CHECK(sum.has_value() == other_way.has_value(), "addition commutes");
  if (!sum) {
    return;
  }
  NORN_CHECK(*sum == *other_way, "addition commutes");
  check_text(*sum);
  const Result<Number> back = sum->minus(right);
  NORN_CHECK(back.has_value() && *back == left, "subtraction undoes addition");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const size_t space = input.find(' ');
  const Result<Number> left = Number::parse(input.substr(0, space));
  if (!left) {
    return 0;
  }
  check_text(*left);
  if (space == std::string_view::npos) {
    return 0;
  }
  const Result<Number> right = Number::parse(input.substr(space + 1));
  if (right) {
    check_order(*left, *right);
    check_sum(*left, *right);
  }
  return 0;
}
