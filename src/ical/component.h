#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/sentence.h"
#include "ical/content_line.h"

// A calendar file as it is written: components within components, with their lines. calendar_file.h
// interprets the lines.
namespace norn::ical {

constexpr size_t kMaxCalendarBytes = size_t{32} << 20;
constexpr size_t kMaxComponents = 200'000;
constexpr size_t kMaxComponentDepth = 8;
constexpr size_t kMaxNotes = 1000;

// BEGIN:NAME to END:NAME.
struct Component {
  std::string name;  // In capitals.
  std::vector<ContentLine> lines = {};
  std::vector<Component> components = {};
  size_t first_line = 0;  // Where it begins in the file; 1 is the first, 0 it was not read.

  // The first line of that name; nullptr without one.
  const ContentLine* line(std::string_view line_name) const;

  // At any position.
  bool operator==(const Component& other) const {
    return name == other.name && lines == other.lines && components == other.components;
  }
};

// A note about a part of a file that was not understood, for the person whose file it is.
struct Note {
  size_t line = 0;  // 0 when it is about the whole file.
  Said said;
};

struct ReadComponents {
  std::vector<Component> components;  // In most files one, VCALENDAR.
  std::vector<Note> notes;            // At most kMaxNotes.
  bool ends_within = false;           // Whether the file ends before a component does.
};

// Lines that are no lines are left out with a note, and so is an END that has no BEGIN; a component
// without END ends with the file. Returns an error only if the file is empty or too large.
Result<ReadComponents> read_components(std::string_view text);

std::string component_text(const Component& component);

}  // namespace norn::ical
