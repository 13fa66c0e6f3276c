#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

// The keys of the table `norn-files`. No other file makes or reads them.
namespace norn::files::keys {

// PK of a file: its head, and its parts, which are numbered from 1.
inline std::string file(std::string_view file_id) {
  return std::string("FILE#").append(file_id);
}
inline constexpr std::string_view kHead = "HEAD";
inline std::string part(int64_t number) {
  return fmt::format("{:05}", number);
}

// The unfinished uploads of a person: PK = USER#<id>, SK = UPLOAD#<file>.
inline constexpr std::string_view kUploadPrefix = "UPLOAD#";
inline std::string person(std::string_view user_id) {
  return std::string("USER#").append(user_id);
}
inline std::string upload(std::string_view file_id) {
  return std::string(kUploadPrefix).append(file_id);
}

}  // namespace norn::files::keys
