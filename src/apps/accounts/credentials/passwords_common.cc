#include "apps/accounts/credentials/passwords_common.h"

#include <algorithm>
#include <array>

namespace norn::accounts {

namespace {

// Sorted, to be found by halves.
constexpr std::array<std::string_view, 120> kCommon = {
    "0000000000",   "0123456789",    "0987654321",       "1029384756",     "1111111111",
    "11111111111",  "1122334455",    "1212121212",       "1231231231",     "1234554321",
    "1234567890",   "12345678900",   "123456789012",     "1234567891",     "12345678910",
    "123456789a",   "123456789q",    "123456789z",       "1234qwerasdf",   "1234qwerty",
    "123qweasdzxc", "147258369a",    "1password1",       "1q2w3e4r5t",     "1q2w3e4r5t6y",
    "1qaz2wsx3edc", "1qazxsw23edc",  "9876543210",       "aaaaaaaaaa",     "abc1234567",
    "abc123456789", "abcabcabcabc",  "abcd123456",       "abcdefghij",     "abcdefghijk",
    "admin12345",   "admin123456",   "administrator",    "administrator1", "asdf1234asdf",
    "asdfasdfasdf", "asdfghjkl1",    "asdfghjkl123",     "baseball123",    "basketball",
    "basketball1",  "california",    "changeme123",      "changeme1234",   "charlie123",
    "chocolate1",   "christopher",   "computer123",      "dragon1234",     "football123",
    "iloveyou12",   "iloveyou123",   "iloveyou1234",     "iloveyousomuch", "internet123",
    "jennifer123",  "jessica123",    "letmein123",       "letmein1234",    "liverpool1",
    "liverpool123", "manchester",    "manchester1",      "master1234",     "michael123",
    "monkey1234",   "mypassword",    "mypassword1",      "p@ssw0rd12",     "p@ssw0rd123",
    "p@ssword123",  "passw0rd12",    "passw0rd123",      "password!1",     "password01",
    "password1!",   "password11",    "password12",       "password123",    "password123!",
    "password1234", "password12345", "password123456",   "password99",     "passwordpassword",
    "princess123",  "q1w2e3r4t5",    "q1w2e3r4t5y6",     "qazwsx123456",   "qazwsxedcrfv",
    "qwe123qwe123", "qwerty1234",    "qwerty12345",      "qwerty123456",   "qwerty123456789",
    "qwertyqwerty", "qwertyuiop",    "qwertyuiop123",    "secret1234",     "secret12345",
    "starwars123",  "sunshine123",   "superman123",      "temp123456",     "test123456",
    "testtest123",  "testtesttest",  "trustno1trustno1", "welcome123",     "welcome1234",
    "welcome2024",  "welcome2025",   "welcome2026",      "zaq12wsxcde3",   "zxcvbnm123",
};
static_assert(std::ranges::is_sorted(kCommon));

}  // namespace

bool is_common_password(std::string_view lowered) {
  return std::ranges::binary_search(kCommon, lowered);
}

}  // namespace norn::accounts
