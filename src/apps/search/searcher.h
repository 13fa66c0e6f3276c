#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/search/text.h"
#include "base/error.h"

namespace norn::search {

// Something that a person may see and has searched for.
struct Hit {
  // Where it is: the project of a task, the task of a comment.
  struct Within {
    std::string kind;
    std::string id;
    std::string name;
  };

  std::string kind;  // "task"
  std::string id;
  std::string title;
  std::optional<Within> within = {};
  // When it begins or is due: a day, a time in UTC, or without a Z a time wherever the reader is.
  std::optional<std::string> at = {};
};

// How an app finds its things, for everything that searches in all apps.
class Searcher {
 public:
  virtual ~Searcher() = default;

  virtual std::string app() const = 0;    // "projects"
  virtual std::string scope() const = 0;  // That a token needs: "projects:read".
  // The best hits for a person, best first, at most `limit`. `text` has a word. May block; safe
  // from any thread.
  virtual Result<std::vector<Hit>> search(const std::string& user_id, const std::string& text,
                                          size_t limit) = 0;
};

// For an app with few things, which are found by their names. `list` returns all of a person as
// hits, in their order.
template <typename List>
Result<std::vector<Hit>> search_names(const std::string& text, size_t limit, const List& list) {
  NORN_ASSIGN(std::vector<Hit> all, list());
  const SearchWords words(text);
  std::erase_if(all, [&](const Hit& hit) { return !words.are_in(hit.title); });
  if (all.size() > limit) all.resize(limit);
  return all;
}

}  // namespace norn::search
