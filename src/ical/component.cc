#include "ical/component.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/faults.h"

namespace norn::ical {
namespace {

constexpr std::string_view kFileField = "file";

// Puts components together, line by line.
class Builder {
 public:
  Result<void> add(ContentLine line, size_t number) {
    if (line.name == "BEGIN") return begin(line.value, number);
    if (line.name == "END") {
      end(line.value, number);
    } else if (open_.empty()) {
      note(number, fmt::format("{} is outside of everything; it is left out.", line.name));
    } else {
      open_.back().lines.push_back(std::move(line));
    }
    return {};
  }

  void note(size_t line, std::string text) {
    if (read_.notes.size() < kMaxNotes) read_.notes.push_back({line, std::move(text)});
  }

  ReadComponents finish() {
    while (!open_.empty()) {
      note(0, fmt::format("The file ends within {}.", open_.back().name));
      close();
    }
    return std::move(read_);
  }

 private:
  static std::string name_of(std::string_view value) {
    std::string name;
    for (const char c : value) {
      if (c != ' ') name += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return name;
  }

  Result<void> begin(std::string_view value, size_t number) {
    if (open_.size() == kMaxComponentDepth || ++count_ > kMaxComponents) {
      return invalid(kFileField, fmt::format("Line {}: there are more components than can be read "
                                             "({} within each other, {} in all).",
                                             number, kMaxComponentDepth, kMaxComponents));
    }
    open_.push_back({.name = name_of(value), .first_line = number});
    return {};
  }

  // Of components that were not ended, those within end, too.
  void end(std::string_view value, size_t number) {
    const std::string name = name_of(value);
    if (std::ranges::find(open_, name, &Component::name) == open_.end()) {
      note(number, fmt::format("END:{} has no BEGIN.", name));
      return;
    }
    while (open_.back().name != name) {
      note(number, fmt::format("{} does not end before {} does.", open_.back().name, name));
      close();
    }
    close();
  }

  void close() {
    Component done = std::move(open_.back());
    open_.pop_back();
    (open_.empty() ? read_.components : open_.back().components).push_back(std::move(done));
  }

  ReadComponents read_;
  std::vector<Component> open_;
  size_t count_ = 0;
};

void print(const Component& component, std::string& text) {
  text += content_line_text({.name = "BEGIN", .value = component.name});
  for (const ContentLine& line : component.lines) text += content_line_text(line);
  for (const Component& part : component.components) print(part, text);
  text += content_line_text({.name = "END", .value = component.name});
}

}  // namespace

const ContentLine* Component::line(std::string_view line_name) const {
  const auto found = std::ranges::find(lines, line_name, &ContentLine::name);
  return found == lines.end() ? nullptr : &*found;
}

Result<ReadComponents> read_components(std::string_view text) {
  if (text.size() > kMaxCalendarBytes) {
    return invalid(kFileField, fmt::format("The file has {} bytes; {} can be read.", text.size(),
                                           kMaxCalendarBytes));
  }
  Builder builder;
  LineReader reader(text);
  std::string line;
  while (reader.next(line)) {
    auto read = parse_content_line(line);
    if (!read) {
      builder.note(reader.line_number(), read.error().message);
      continue;
    }
    NORN_TRY(builder.add(std::move(*read), reader.line_number()));
  }
  ReadComponents components = builder.finish();
  if (!components.components.empty()) return components;
  return invalid(kFileField, "This is no calendar file: there is no BEGIN:VCALENDAR in it.");
}

std::string component_text(const Component& component) {
  std::string text;
  print(component, text);
  return text;
}

}  // namespace norn::ical
