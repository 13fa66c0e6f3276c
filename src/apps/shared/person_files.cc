#include "apps/shared/person_files.h"

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/text.h"

namespace norn::apps {
namespace {

constexpr size_t kMaxFileNameBytes = 100;
// What systems do not allow in names, or take for something else.
constexpr std::string_view kNotInNames = "/\\:*?\"<>|";

}  // namespace

std::string PersonFiles::file_name(std::string_view title) {
  std::string name;
  for (const char c : title) {
    const bool fits = !is_ascii_control(c) && kNotInNames.find(c) == std::string_view::npos;
    name.push_back(fits ? c : ' ');
  }
  if (name.size() > kMaxFileNameBytes) {
    size_t size = kMaxFileNameBytes;
    while (size > 0 && continues_character(name[size])) --size;
    name.resize(size);
  }
  // A name that begins with a point is hidden, and one that ends with a point or a space is none
  // on some systems.
  while (name.starts_with('.') || name.starts_with(' ')) name.erase(0, 1);
  while (name.ends_with('.') || name.ends_with(' ')) name.pop_back();
  return name.empty() ? "unnamed" : name;
}

Result<void> PersonFiles::begin(std::string_view folder, std::string_view title,
                                std::string_view ending, std::string_view about) {
  const std::string name = file_name(title);
  std::string path = fmt::format("{}/{}.{}", folder, name, ending);
  for (int number = 2; !paths_.insert(ascii_lower(path)).second; ++number) {
    path = fmt::format("{}/{} {}.{}", folder, name, number, ending);
  }
  return begin_path(std::move(path), about);
}

Result<void> PersonFiles::add_file(std::string_view folder, std::string_view title,
                                   std::string_view ending, std::string_view about,
                                   std::string_view bytes) {
  NORN_TRY(begin(folder, title, ending, about));
  return add(bytes);
}

}  // namespace norn::apps
