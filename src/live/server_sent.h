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

// Against time-outs on the way, and for pages to notice a connection that is there in name only: an
// event, because browsers do not show comments to them. The page goes on from its id when it comes
// back, so that somebody whom nothing concerned has little to catch up with.
inline std::string keep_alive_text(std::string_view id) {
  return event_text(id, "ping", "{}");
}

}  // namespace norn::live
