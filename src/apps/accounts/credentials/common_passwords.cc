#include "apps/accounts/credentials/common_passwords.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "base/ascii.h"
#include "base/text.h"

// The list of the npm package @zxcvbn-ts/language-common, as web/common_passwords.mjs writes it: in
// lower case, sorted, a line each. The assembler copies it in (as in cli/web_pack.cc).
asm(R"(
  .pushsection .rodata
norn_common_passwords_begin:
  .incbin ")" NORN_COMMON_PASSWORDS R"("
norn_common_passwords_end:
  .popsection
)");

namespace norn::accounts {
namespace {

extern "C" {
[[gnu::visibility("hidden")]] extern const char kListBegin[] asm("norn_common_passwords_begin");
[[gnu::visibility("hidden")]] extern const char kListEnd[] asm("norn_common_passwords_end");
}

constexpr size_t kMaxAddedCharacters = 4;

// Common ones that the list lacks. Sorted.
constexpr std::array<std::string_view, 14> kMore = {
    "0123456789",  "0987654321",   "9876543210",   "abcabcabcabc", "abcdefghij",
    "abcdefghijk", "asdf1234asdf", "asdfasdfasdf", "changeme",     "iloveyousomuch",
    "p@ssword",    "qwe123qwe123", "testtesttest", "welcome1",
};
static_assert(std::ranges::is_sorted(kMore));

// A binary search over lines, so that the list needs no index.
bool is_line_of(std::string_view list, std::string_view wanted) {
  while (!list.empty()) {
    const size_t before = list.rfind('\n', list.size() / 2);
    const size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const size_t end = std::min(list.find('\n', begin), list.size());
    const int order = wanted.compare(list.substr(begin, end - begin));
    if (order == 0) return true;
    list = order < 0 ? list.substr(0, begin) : list.substr(std::min(end + 1, list.size()));
  }
  return false;
}

bool is_listed(std::string_view password) {
  static const std::string_view list(kListBegin, static_cast<size_t>(kListEnd - kListBegin));
  return std::ranges::binary_search(kMore, password) || is_line_of(list, password);
}

bool is_digit_or_sign(char c) {
  return c > ' ' && c <= '~' && !is_ascii_letter(c);
}

}  // namespace

bool is_common_password(std::string_view password) {
  const std::string folded = to_folded_nfkc(password);
  std::string_view rest = folded;
  if (is_listed(rest)) return true;
  if (rest.size() % 2 == 0 && rest.starts_with(rest.substr(rest.size() / 2)) &&
      is_listed(rest.substr(rest.size() / 2))) {
    return true;
  }
  for (size_t i = 0; i < kMaxAddedCharacters; ++i) {
    if (rest.empty() || !is_digit_or_sign(rest.back())) return false;
    rest.remove_suffix(1);
    if (is_listed(rest)) return true;
  }
  return false;
}

}  // namespace norn::accounts
