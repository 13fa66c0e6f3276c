#include "dynamodb/signing/keys_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "dynamodb/signing/sigv4_text.h"
#include "http/text.h"

namespace norn::dynamodb {
namespace {

constexpr size_t kMaxKeysFileBytes = 1024 * 1024;

struct File {
  int descriptor = -1;
  ~File() {
    if (descriptor >= 0) close(descriptor);
  }
};

std::unexpected<Error> unreadable(const std::filesystem::path& path, std::string_view why) {
  return fail(ErrorCode::kValidation,
              fmt::format("The keys file {} cannot be read: {}.", path.string(), why));
}

std::vector<std::string_view> words(std::string_view line) {
  std::vector<std::string_view> found;
  while (true) {
    line = http::trim(line);
    if (line.empty()) return found;
    const size_t end = std::min(line.find_first_of(" \t"), line.size());
    found.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

}  // namespace

Result<Keys> read_keys_file(const std::filesystem::path& path) {
  // The checks are made of the file that was opened, not of whatever has its name by then.
  // Opening a pipe does not wait for its writer, so that it can be refused.
  const File file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.descriptor < 0) return unreadable(path, std::strerror(errno));
  struct stat status{};
  if (fstat(file.descriptor, &status) != 0) return unreadable(path, std::strerror(errno));
  if (!S_ISREG(status.st_mode)) return unreadable(path, "it is not a regular file");
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return fail(ErrorCode::kValidation,
                fmt::format("The keys file {0} can be used by others than its owner (mode {1:03o})."
                            " Make it private first: chmod 600 {0}",
                            path.string(), status.st_mode & 0777));
  }
  std::string text;
  char buffer[4096];
  while (true) {
    const ssize_t count = read(file.descriptor, buffer, sizeof(buffer));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return unreadable(path, std::strerror(errno));
    if (count == 0) break;
    text.append(buffer, static_cast<size_t>(count));
    if (text.size() > kMaxKeysFileBytes) return unreadable(path, "it has more than 1 MiB");
  }
  return parse_keys(text, path.string());
}

Result<Keys> parse_keys(std::string_view text, std::string_view name) {
  Keys keys;
  size_t number = 0;
  const auto bad_line = [&](std::string_view why) {
    return fail(ErrorCode::kValidation, fmt::format("{}, line {}: {}", name, number, why));
  };
  for (std::string_view line : split(text, '\n')) {
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::vector<std::string_view> parts = words(line);
    if (parts.empty() || parts[0].starts_with('#')) continue;
    if (parts.size() == 1) {
      return bad_line("the secret is missing; a line is ACCESS_KEY_ID SECRET [SESSION_TOKEN].");
    }
    if (parts.size() > 3) {
      return bad_line("too many words; a line is ACCESS_KEY_ID SECRET [SESSION_TOKEN].");
    }
    if (parts[0].contains('/') || parts[0].contains(',')) {
      return bad_line("an access key id has no '/' and no ','. Is the secret first?");
    }
    Key key{std::string(parts[1]), parts.size() == 3 ? std::string(parts[2]) : std::string()};
    if (!keys.emplace(parts[0], std::move(key)).second) {
      return bad_line("this access key id stands in the file twice.");
    }
  }
  if (keys.empty()) {
    return fail(
        ErrorCode::kValidation,
        fmt::format("{} has no keys; a line is ACCESS_KEY_ID SECRET [SESSION_TOKEN].", name));
  }
  return keys;
}

}  // namespace norn::dynamodb
