#include "ical/component.h"

#include <algorithm>

#include "base/faults.h"
#include "ical/sentences.h"

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
      note(number, kLineOutside(line.name));
    } else {
      open_.back().lines.push_back(std::move(line));
    }
    return {};
  }

  void note(size_t line, Said said) {
    if (read_.notes.size() < kMaxNotes) read_.notes.push_back({line, std::move(said)});
  }

  ReadComponents finish() {
    read_.ends_within = !open_.empty();
    while (!open_.empty()) {
      note(0, kFileEndsWithin(open_.back().name));
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
      return invalid(kFileField,
                     kFileTooManyComponents(number, kMaxComponentDepth, kMaxComponents));
    }
    open_.push_back({.name = name_of(value), .first_line = number});
    return {};
  }

  // Of components that were not ended, those within end, too.
  void end(std::string_view value, size_t number) {
    const std::string name = name_of(value);
    if (std::ranges::find(open_, name, &Component::name) == open_.end()) {
      note(number, kEndWithoutBegin(name));
      return;
    }
    while (open_.back().name != name) {
      note(number, kComponentOpen(open_.back().name, name));
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
    return invalid(kFileField, kFileTooLarge(text.size(), kMaxCalendarBytes));
  }
  Builder builder;
  LineReader reader(text);
  std::string line;
  while (reader.next(line)) {
    auto read = parse_content_line(line);
    if (!read) {
      builder.note(reader.line_number(), said_by(read.error()));
      continue;
    }
    NORN_TRY(builder.add(std::move(*read), reader.line_number()));
  }
  ReadComponents components = builder.finish();
  if (!components.components.empty()) return components;
  return invalid(kFileField, kFileNoCalendar);
}

std::string component_text(const Component& component) {
  std::string text;
  print(component, text);
  return text;
}

}  // namespace norn::ical
