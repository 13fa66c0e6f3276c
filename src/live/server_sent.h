#pragma once

#include <string>
#include <string_view>

#include "base/check.h"

// The text of server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html
namespace norn::live {

inline std::string event_text(std::string_view id, std::string_view name, std::string_view data) {
  NORN_CHECK(data.find_first_of("\r\n") == std::string_view::npos, "data is JSON in one line");
  std::string text;
  text.reserve(id.size() + name.size() + data.size() + 24);
  text.append("id: ").append(id).append("\nevent: ").append(name).append("\ndata: ").append(data);
  return text.append("\n\n");
}

// A comment against time-outs on the way. An id without data is no event, but the page goes on from
// there when it comes back, so that somebody whom nothing concerned has little to catch up with.
inline std::string keep_alive_text(std::string_view id) {
  return std::string(": still here\nid: ").append(id).append("\n\n");
}

}  // namespace norn::live
