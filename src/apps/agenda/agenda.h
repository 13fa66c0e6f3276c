#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/agenda/item.h"
#include "apps/agenda/kept_agendas.h"
#include "apps/agenda/source.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/sentence.h"
#include "base/thread_pool.h"

namespace norn::agenda {

constexpr int64_t kMaxAgendaDays = 62;
constexpr size_t kPageItems = 1'000;
constexpr size_t kMaxUnscheduled = 200;

struct AgendaRequest {
  Date from;  // The first and the last day,
  Date to;
  std::string tzid = {};  // in this zone; empty: the person's own.
  Kinds kinds = Kinds::all();
  std::string language = {};
  std::string cursor = {};  // `next` of the page before.
};

// An app whose part is missing, or what is missing in it.
struct Failure {
  std::string app;
  Error error;
  Said said;                        // What the person is told.
  std::optional<Owner> owner = {};  // Nullopt: the whole part.
};

struct AgendaPage {
  Query query;
  std::vector<Item> items;
  std::vector<Failure> failed;
  std::optional<std::string> next;  // The cursor of the next page.

  // What it was made of, for those who keep it.
  std::vector<Dependency> dependencies;
  bool can_be_kept = true;
};

struct UnscheduledTasks {
  std::vector<Item> items;
  std::vector<Failure> failed;
};

// The agenda of a person over all apps: asks each of them, and merges what they have. Knows no app
// and decides nothing about who may see what. May block; safe from any thread.
class Agenda {
 public:
  // `threads` ask the apps at the same time, which pays off where the store is on another machine;
  // 0: one after another in the thread of the request. The sources outlive the agenda.
  Agenda(const Clock& clock, std::vector<AgendaSource*> sources, size_t threads);

  const std::vector<AgendaSource*>& sources() const { return sources_; }

  // A page of what the person has in these of the sources. A source or an owner that fails is
  // named, and the rest is there. Returns kInvalid of "to", "zone" and "cursor".
  Result<AgendaPage> list(const std::string& user_id, const AgendaRequest& request,
                          const std::vector<bool>& allowed);
  // The same of any number of days, all of it: for the calendar feed.
  Result<AgendaPage> all(const std::string& user_id, const AgendaRequest& request);
  UnscheduledTasks unscheduled(const std::string& user_id, const std::vector<bool>& allowed);

 private:
  struct Asked {
    size_t source = 0;  // An index of `sources_`.
    Result<Part> part;
  };

  // Finds the zone, if it is the person's own and a source that is allowed knows it, and the day.
  Result<Query> query_of(const std::string& user_id, const AgendaRequest& request,
                         const std::vector<bool>& allowed, AgendaPage& page);
  std::vector<Asked> ask(const std::string& user_id, const Query& query,
                         const std::vector<bool>& allowed);
  Result<AgendaPage> make(const std::string& user_id, const AgendaRequest& request,
                          const std::vector<bool>& allowed, size_t most);

  const Clock& clock_;
  const std::vector<AgendaSource*> sources_;
  std::unique_ptr<ThreadPool> threads_;  // nullptr: none.
};

// The day of an instant in a zone.
Date day_in(const ical::TimeZone& zone, int64_t now_ms);

}  // namespace norn::agenda
