#include "store/number.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace norn::store {
namespace {

Number number(std::string_view text) {
  const Result<Number> parsed = Number::parse(text);
  EXPECT_TRUE(parsed.has_value()) << text;
  return parsed.value_or(Number());
}

std::string error_of_number(std::string_view text) {
  const Result<Number> parsed = Number::parse(text);
  EXPECT_FALSE(parsed.has_value()) << text;
  if (parsed) {
    return "";
  }
  EXPECT_EQ(parsed.error().code, ErrorCode::kValidation);
  return parsed.error().message;
}

const std::string kTooManyDigits =
    "Attempting to store more than 38 significant digits in a Number";
const std::string kOverflow =
    "Number overflow. Attempting to store a number with magnitude larger than supported range";
const std::string kUnderflow =
    "Number underflow. Attempting to store a number with magnitude smaller than supported range";
const std::string kNines(38, '9');

TEST(Number, ReadsEverySpellingAndWritesPlainDigits) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"0", "0"},
      {"-0", "0"},
      {"0.000e99", "0"},
      {"0e99999999999999999999", "0"},
      {"7", "7"},
      {"+7", "7"},
      {"-7", "-7"},
      {"007", "7"},
      {"100", "100"},
      {"1.50", "1.5"},
      {".5", "0.5"},
      {"5.", "5"},
      {"-0.05", "-0.05"},
      {"1e3", "1000"},
      {"1E+3", "1000"},
      {"12.5e-4", "0.00125"},
      {"123.456", "123.456"},
      {"18446744073709551616", "18446744073709551616"},
      {"100000000000000000000000000001", "100000000000000000000000000001"},
      {kNines, kNines},
      {"0." + kNines, "0." + kNines},
      {kNines + "e88", kNines + std::string(88, '0')},
      {"1e125", "1" + std::string(125, '0')},
      {"1e-130", "0." + std::string(129, '0') + "1"},
      {"1" + std::string(125, '0') + "." + std::string(1000, '0'), "1" + std::string(125, '0')},
      {std::string(1000, '0') + "12" + std::string(100, '0'), "12" + std::string(100, '0')},
      {"0." + std::string(1000, '0') + "1e1001", "1"},
  };
  for (const auto& [text, plain] : rows) {
    EXPECT_EQ(number(text).to_string(), plain) << text;
  }
}

TEST(Number, RefusesWhatIsNoNumber) {
  const std::string message = "The parameter cannot be converted to a numeric value";
  EXPECT_EQ(error_of_number(""), message);
  for (const std::string text :
       {" ",  "-",   "+",     ".",   "-.",   "e5",  ".e5",      "1e",    "1e+",   "1 ",
        " 1", "1,5", "1.2.3", "--1", "0x10", "NaN", "Infinity", "1e5.5", "1_000", "\xd9\xa1"}) {
    EXPECT_EQ(error_of_number(text), message + ": " + text);
  }
  EXPECT_EQ(error_of_number(std::string_view("1\0", 2)), message + ": " + std::string("1\0", 2));
}

TEST(Number, RefusesWhatIsOutOfRange) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"1e126", kOverflow},
      {"-1e126", kOverflow},
      {std::string(127, '1'), kOverflow},
      {"1e99999999999999999999", kOverflow},
      {"1e-131", kUnderflow},
      {"-0.1e-130", kUnderflow},
      {"1e-99999999999999999999", kUnderflow},
      {kNines + "1", kTooManyDigits},
      {"1." + std::string(37, '0') + "1", kTooManyDigits},
      {"0." + std::string(1000, '9'), kTooManyDigits},
  };
  for (const auto& [text, message] : rows) {
    EXPECT_EQ(error_of_number(text), message) << text;
  }
}

TEST(Number, OneRepresentationPerValue) {
  EXPECT_EQ(number("1.0"), number("1"));
  EXPECT_EQ(number("1000"), number("1e3"));
  EXPECT_EQ(number("-0.0"), Number());
  EXPECT_FALSE(number("-0").is_negative());
  EXPECT_EQ(number("0e5").exponent(), 0);
  EXPECT_EQ(Number(0), Number());
  EXPECT_EQ(Number(-1200), number("-1.2e3"));
  EXPECT_EQ(Number(std::numeric_limits<int64_t>::min()), number("-9223372036854775808"));
  EXPECT_EQ(Number(std::numeric_limits<int64_t>::max()), number("9223372036854775807"));
}

TEST(Number, OrdersByValue) {
  const std::vector<std::string> ascending = {
      "-1e125",  "-" + kNines, "-100",   "-99.9", "-10",  "-1.5", "-1",   "-0.5",
      "-1e-130", "0",          "1e-130", "0.05",  "0.5",  "1",    "1.5",  "1.5001",
      "9.99",    "10",         "99",     "100",   kNines, "1e38", "1e125"};
  for (size_t i = 0; i < ascending.size(); ++i) {
    for (size_t j = 0; j < ascending.size(); ++j) {
      EXPECT_EQ(number(ascending[i]) <=> number(ascending[j]), i <=> j)
          << ascending[i] << " against " << ascending[j];
    }
  }
}

TEST(Number, AddsAndSubtractsExactly) {
  struct Row {
    std::string left, right, sum;
  };
  const std::vector<Row> rows = {
      {"0", "0", "0"},
      {"1", "-1", "0"},
      {"0.1", "0.2", "0.3"},
      {"99", "1", "100"},
      {"1e20", "1", "100000000000000000001"},
      {"-5", "3", "-2"},
      {"3", "-5", "-2"},
      {"1e125", "0", "1" + std::string(125, '0')},
      {kNines, "1", "1" + std::string(38, '0')},
      {"1e38", "-1", kNines},
      {"-1e38", "1", "-" + kNines},
      {"1e37", "1", "1" + std::string(36, '0') + "1"},
      {"5e37", "5e37", "1" + std::string(38, '0')},
  };
  for (const Row& row : rows) {
    const Result<Number> sum = number(row.left).plus(number(row.right));
    ASSERT_TRUE(sum.has_value()) << row.left << " + " << row.right;
    EXPECT_EQ(sum->to_string(), row.sum);
    const Result<Number> back = sum->minus(number(row.right));
    ASSERT_TRUE(back.has_value());
    EXPECT_EQ(*back, number(row.left));
  }
}

TEST(Number, RefusesSumsThatDoNotFit) {
  struct Row {
    std::string left, right, message;
  };
  const std::vector<Row> rows = {
      {"1e38", "1", kOverflow},
      {"2e38", "-1", kOverflow},
      {"9e38", "-1", kOverflow},
      {"1e125", "1e-130", kOverflow},
      {"1e125", "-1e-130", kOverflow},
      {kNines, "0.1", kOverflow},
      {"9e125", "9e125", kOverflow},
      {"-9e125", "-1e125", kOverflow},
      {"1.1e-130", "-1e-130", kUnderflow},
  };
  for (const Row& row : rows) {
    for (const auto& sum : {number(row.left).plus(number(row.right)),
                            number(row.right).minus(number(row.left).negated())}) {
      ASSERT_FALSE(sum.has_value()) << row.left << " + " << row.right;
      EXPECT_EQ(sum.error().message, row.message) << row.left << " + " << row.right;
    }
  }
}

TEST(Number, BecomesAMachineIntegerByTruncation) {
  const std::vector<std::pair<std::string, int64_t>> rows = {
      {"0", 0},        {"0.9", 0},
      {"-0.9", 0},     {"1.9", 1},
      {"-1.9", -1},    {"1e18", 1'000'000'000'000'000'000},
      {"1e-130", 0},   {"9223372036854775807", std::numeric_limits<int64_t>::max()},
      {"1.000001", 1}, {"-9223372036854775808.5", std::numeric_limits<int64_t>::min()},
  };
  for (const auto& [text, expected] : rows) {
    int64_t out = 12345;
    EXPECT_TRUE(number(text).to_int64(out)) << text;
    EXPECT_EQ(out, expected) << text;
  }
  for (const std::string text : {"9223372036854775808", "-9223372036854775809", "1e19", "1e125"}) {
    int64_t out = 0;
    EXPECT_FALSE(number(text).to_int64(out)) << text;
  }
}

TEST(Number, TellsItsDigitsAndSize) {
  struct Row {
    std::string text;
    int digits;
    int leading_exponent;
    size_t size;
  };
  const std::vector<Row> rows = {
      {"5", 1, 0, 2},       {"-5", 1, 0, 3},        {"1234", 4, 3, 3},
      {"12345", 5, 4, 4},   {"0.5", 1, -1, 2},      {"1e125", 1, 125, 2},
      {kNines, 38, 37, 20}, {"1e-130", 1, -130, 2}, {"-" + kNines, 38, 37, 21},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(number(row.text).digit_count(), row.digits) << row.text;
    EXPECT_EQ(number(row.text).leading_exponent(), row.leading_exponent) << row.text;
    EXPECT_EQ(number(row.text).size_bytes(), row.size) << row.text;
  }
  EXPECT_EQ(Number().size_bytes(), 1U);
}

// As measured at AWS's limit of 400 KB:
// https://github.com/paritysuite/dynamodb-conformance, src/item-size.ts
TEST(Number, TakesAsManyBytesAsInDynamoDb) {
  const std::vector<std::pair<std::string, size_t>> rows = {
      {"0", 1},      {"1", 2},
      {"12", 2},     {"123", 3},
      {"1234", 3},   {"0042", 2},
      {"100", 2},    {"1010", 3},
      {"1E125", 2},  {"1E-100", 2},
      {"1.5", 3},    {"15", 2},
      {"1.2", 3},    {"1.200", 3},
      {"1.234", 4},  {"3.14159", 5},
      {"123456", 4}, {"100.5", 4},
      {"0.15", 2},   {"-42", 3},
      {"-0", 1},     {"0.0000001", 2},
      {"-1.5", 4},   {"12.34", 3},
      {"12.3", 3},   {"12345678901234567890123456789012345678", 20},
  };
  for (const auto& [text, bytes] : rows) EXPECT_EQ(number(text).size_bytes(), bytes) << text;
}

}  // namespace
}  // namespace norn::store
