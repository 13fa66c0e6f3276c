#include "store/number.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <limits>

#include "base/ascii.h"
#include "store/errors.h"

namespace norn::store {

namespace {

using Coefficient = Number::Coefficient;

constexpr auto kPowersOfTen = [] {
  std::array<Coefficient, Number::kMaxDigits + 1> powers{};
  powers[0] = 1;
  for (size_t i = 1; i < powers.size(); ++i) {
    powers[i] = powers[i - 1] * 10;
  }
  return powers;
}();

// The first integer that has too many digits.
constexpr Coefficient kCoefficientEnd = kPowersOfTen[Number::kMaxDigits];

// An exponent beyond this is out of range whatever the digits are, so that reading one may stop
// counting there and cannot overflow.
constexpr int64_t kExponentBound = 1'000'000'000'000'000;

int count_digits(Coefficient value) {
  if (value == 0) {
    return 0;
  }
  const auto high = static_cast<uint64_t>(value >> 64);
  const auto bits = static_cast<int>(high != 0 ? 64 + std::bit_width(high)
                                               : std::bit_width(static_cast<uint64_t>(value)));
  const int lower_bound = (bits * 1233) >> 12;  // 1233 / 4096 is just below log10(2).
  return lower_bound + (value >= kPowersOfTen[static_cast<size_t>(lower_bound)] ? 1 : 0);
}

std::unexpected<Error> not_a_number(std::string_view text) {
  std::string message = "The parameter cannot be converted to a numeric value";
  if (!text.empty()) {
    message.append(": ").append(text);
  }
  return validation(std::move(message));
}

std::unexpected<Error> overflow() {
  return validation(
      "Number overflow. Attempting to store a number with magnitude larger than supported range");
}

// The limits of a number with its leading digit at `leading_exponent`.
Result<void> check_range(int64_t leading_exponent, bool fits_digits) {
  if (leading_exponent > Number::kMaxExponent) {
    return overflow();
  }
  if (leading_exponent < Number::kMinExponent) {
    return validation(
        "Number underflow. Attempting to store a number with magnitude smaller than supported "
        "range");
  }
  if (!fits_digits) {
    return validation("Attempting to store more than 38 significant digits in a Number");
  }
  return {};
}

// The significant digits of a text, gathered one digit at a time in constant space. Zeros wait in
// `pending_zeros_` until a later digit shows that they are significant.
class DigitGatherer {
 public:
  void add(int digit) {
    ++seen_;
    if (digit == 0) {
      pending_zeros_ += count_ > 0 ? 1 : 0;
      return;
    }
    if (count_ == 0) {
      first_ = seen_;
    }
    const int64_t grown = count_ + pending_zeros_ + 1;
    if (grown <= Number::kMaxDigits) {
      coefficient_ = coefficient_ * kPowersOfTen[static_cast<size_t>(pending_zeros_ + 1)] +
                     static_cast<unsigned>(digit);
    }
    count_ = grown;
    pending_zeros_ = 0;
  }

  int64_t seen() const { return seen_; }
  int64_t first() const { return first_; }  // Counted from 1.
  int64_t count() const { return count_; }
  bool fits() const { return count_ <= Number::kMaxDigits; }
  Coefficient coefficient() const { return coefficient_; }

 private:
  Coefficient coefficient_ = 0;
  int64_t seen_ = 0;
  int64_t first_ = 0;
  int64_t count_ = 0;
  int64_t pending_zeros_ = 0;
};

// Takes a sign off the front of `text`; true for minus.
bool take_sign(std::string_view& text) {
  if (text.empty() || (text.front() != '-' && text.front() != '+')) {
    return false;
  }
  const bool negative = text.front() == '-';
  text.remove_prefix(1);
  return negative;
}

void take_digits(std::string_view& text, DigitGatherer& digits) {
  while (!text.empty() && is_digit(text.front())) {
    digits.add(text.front() - '0');
    text.remove_prefix(1);
  }
}

// Takes "e+12" off the front of `text`. False when an exponent starts and has no digits.
bool take_exponent(std::string_view& text, int64_t& exponent) {
  if (text.empty() || (text.front() != 'e' && text.front() != 'E')) {
    return true;
  }
  text.remove_prefix(1);
  const bool negative = take_sign(text);
  if (text.empty() || !is_digit(text.front())) {
    return false;
  }
  while (!text.empty() && is_digit(text.front())) {
    exponent = std::min(exponent * 10 + (text.front() - '0'), kExponentBound);
    text.remove_prefix(1);
  }
  exponent = negative ? -exponent : exponent;
  return true;
}

}  // namespace

Number::Number(int64_t value)
    : Number(value < 0, value < 0 ? -Coefficient(value) : Coefficient(value), 0) {}

Number::Number(bool negative, Coefficient coefficient, int exponent) {
  if (coefficient == 0) {
    return;
  }
  while (coefficient % 10 == 0) {
    coefficient /= 10;
    ++exponent;
  }
  coefficient_ = coefficient;
  exponent_ = static_cast<int16_t>(exponent);
  negative_ = negative;
}

Result<Number> Number::parse(std::string_view text) {
  std::string_view rest = text;
  const bool negative = take_sign(rest);
  DigitGatherer digits;
  take_digits(rest, digits);
  const int64_t integer_digits = digits.seen();
  if (!rest.empty() && rest.front() == '.') {
    rest.remove_prefix(1);
    take_digits(rest, digits);
  }
  int64_t exponent = 0;
  if (digits.seen() == 0 || !take_exponent(rest, exponent) || !rest.empty()) {
    return not_a_number(text);
  }
  if (digits.count() == 0) {
    return Number();
  }
  const int64_t leading_exponent = integer_digits - digits.first() + exponent;
  NORN_TRY(check_range(leading_exponent, digits.fits()));
  Number number;
  number.coefficient_ = digits.coefficient();
  number.exponent_ = static_cast<int16_t>(leading_exponent - digits.count() + 1);
  number.negative_ = negative;
  return number;
}

std::string Number::to_string() const {
  std::string out;
  append_to(out);
  return out;
}

void Number::append_to(std::string& out) const {
  if (negative_) {
    out.push_back('-');
  }
  // Two halves of at most 19 digits each, because machine words print fast.
  constexpr uint64_t kHalf = 10'000'000'000'000'000'000U;
  std::array<char, kMaxDigits + 2> buffer;
  char* end = buffer.data();
  auto low = static_cast<uint64_t>(coefficient_);
  if (coefficient_ >= kHalf) {
    const auto high = static_cast<uint64_t>(coefficient_ / kHalf);
    low = static_cast<uint64_t>(coefficient_ % kHalf);
    end = std::to_chars(end, buffer.data() + buffer.size(), high).ptr;
    const int padding = 19 - count_digits(low);
    end = std::fill_n(end, padding, '0');
  }
  if (low != 0 || coefficient_ == 0) {
    end = std::to_chars(end, buffer.data() + buffer.size(), low).ptr;
  }
  const auto count = static_cast<size_t>(end - buffer.data());
  if (exponent_ >= 0) {
    out.append(buffer.data(), count).append(static_cast<size_t>(exponent_), '0');
    return;
  }
  const auto fraction = static_cast<size_t>(-exponent_);
  if (fraction >= count) {
    out.append("0.").append(fraction - count, '0').append(buffer.data(), count);
    return;
  }
  out.append(buffer.data(), count - fraction).append(1, '.');
  out.append(buffer.data() + (count - fraction), fraction);
}

Result<Number> Number::plus(const Number& other) const {
  if (is_zero() || other.is_zero()) {
    return is_zero() ? other : *this;
  }
  const Number& high = exponent_ >= other.exponent_ ? *this : other;
  const Number& low = exponent_ >= other.exponent_ ? other : *this;
  const int shift = high.exponent_ - low.exponent_;
  const bool same_sign = high.negative_ == low.negative_;

  // With a shift, the last digit of the result is the last digit of `low`, which is not zero: so
  // the result has as many digits as its magnitude at `low`'s exponent, and when that magnitude
  // cannot be below 10^38 the sum does not fit. DynamoDB calls that an overflow, too.
  Coefficient scaled = high.coefficient_;
  if (shift > kMaxDigits ||
      __builtin_mul_overflow(high.coefficient_, kPowersOfTen[static_cast<size_t>(shift)],
                             &scaled)) {
    return overflow();
  }
  if (same_sign && scaled >= kCoefficientEnd) {
    return overflow();
  }
  Number sum;
  if (same_sign) {
    sum = Number(high.negative_, scaled + low.coefficient_, low.exponent_);
  } else if (scaled >= low.coefficient_) {
    sum = Number(high.negative_, scaled - low.coefficient_, low.exponent_);
  } else {
    sum = Number(low.negative_, low.coefficient_ - scaled, low.exponent_);
  }
  if (!sum.is_zero()) {
    NORN_TRY(check_range(sum.leading_exponent(), true));
  }
  if (sum.coefficient_ >= kCoefficientEnd) {
    return overflow();
  }
  return sum;
}

Result<Number> Number::minus(const Number& other) const {
  return plus(other.negated());
}

Number Number::negated() const {
  Number result = *this;
  result.negative_ = !is_zero() && !negative_;
  return result;
}

int Number::digit_count() const {
  return count_digits(coefficient_);
}

bool Number::to_int64(int64_t& out) const {
  constexpr int kMaxInt64Exponent = 18;
  if (is_zero() || leading_exponent() < 0) {
    out = 0;
    return true;
  }
  if (leading_exponent() > kMaxInt64Exponent) {
    return false;
  }
  const Coefficient magnitude = exponent_ >= 0
                                    ? coefficient_ * kPowersOfTen[static_cast<size_t>(exponent_)]
                                    : coefficient_ / kPowersOfTen[static_cast<size_t>(-exponent_)];
  const Coefficient limit = Coefficient(std::numeric_limits<int64_t>::max()) + (negative_ ? 1 : 0);
  if (magnitude > limit) {
    return false;
  }
  const auto bits = static_cast<uint64_t>(magnitude);
  out = static_cast<int64_t>(negative_ ? 0 - bits : bits);
  return true;
}

// "Approximately (1 byte per two significant digits) + (1 byte)"; negative numbers take one more.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
// What DynamoDB counts, seen at the limit of an item's size: the digits before and behind the point
// are paired apart, so 3.14159 takes a byte more than 314159.
size_t Number::size_bytes() const {
  return static_cast<size_t>(digit_count() + 1) / 2 + 1 + (negative_ ? 1 : 0) +
         (splits_pair() ? 1 : 0);
}

bool Number::splits_pair() const {
  const int whole_digits = digit_count() + exponent_;
  return exponent_ < 0 && whole_digits > 0 && whole_digits % 2 != 0 && exponent_ % 2 != 0;
}

std::strong_ordering operator<=>(const Number& left, const Number& right) {
  const int left_sign = left.is_zero() ? 0 : left.negative_ ? -1 : 1;
  const int right_sign = right.is_zero() ? 0 : right.negative_ ? -1 : 1;
  if (left_sign != right_sign || left_sign == 0) {
    return left_sign <=> right_sign;
  }
  const Number& smaller_if_less = left_sign > 0 ? left : right;
  const Number& other = left_sign > 0 ? right : left;
  const int digits = smaller_if_less.digit_count();
  const int other_digits = other.digit_count();
  if (const auto order = smaller_if_less.exponent_ + digits <=> other.exponent_ + other_digits;
      order != 0) {
    return order;
  }
  // The leading digits stand at the same place: make both integers equally long.
  const int longest = std::max(digits, other_digits);
  return smaller_if_less.coefficient_ * kPowersOfTen[static_cast<size_t>(longest - digits)] <=>
         other.coefficient_ * kPowersOfTen[static_cast<size_t>(longest - other_digits)];
}

}  // namespace norn::store
