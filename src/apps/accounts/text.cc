#include "apps/accounts/text.h"

#include <utf8proc.h>

#include <cstdlib>
#include <memory>

#include "base/check.h"

namespace norn::accounts {

std::string nfc(std::string_view text) {
  utf8proc_uint8_t* out = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &out,
                   static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owned(out, &std::free);
  NORN_CHECK(size >= 0, "only valid UTF-8 is normalised");
  return {reinterpret_cast<const char*>(out), static_cast<size_t>(size)};
}

bool is_unprintable(int32_t code_point) {
  switch (utf8proc_category(code_point)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
      return true;
    default:
      return false;
  }
}

int32_t lower(int32_t code_point) {
  return utf8proc_tolower(code_point);
}

}  // namespace norn::accounts
