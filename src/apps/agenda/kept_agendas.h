#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "apps/agenda/source.h"
#include "apps/shared/kept_replies.h"
#include "apps/shared/recent_changes.h"

namespace norn::agenda {

// What a reply was read from: owners in the tables that a source watches.
struct Dependency {
  size_t source = 0;  // An index of the sources.
  std::vector<std::string> owners;
};

// A cache of replies that are made of several tables, as apps::KeptReplies is of those of one. It
// never returns a stale one: each lookup reads what is new in the streams of all tables, and a
// reply is valid while nothing that it was read from has changed and its time is not over. Needs
// the embedded store. All methods are thread-safe.
class KeptAgendas {
 public:
  using Reply = apps::KeptReplies::Reply;

  // Keeps at most `max_bytes` of replies; 0 turns the cache off.
  KeptAgendas(store::Store& store, const std::vector<AgendaSource*>& sources, size_t max_bytes);

  // Returns nullptr if there is no valid reply.
  std::shared_ptr<const Reply> find(const std::string& key, int64_t now_ms);

  // To be taken before reading the items of a reply: a moment of each table. Nullopt if nothing can
  // be kept.
  using Moments = std::vector<apps::RecentChanges::Moment>;
  std::optional<Moments> moments();
  // Keeps a reply until `ends_ms`, unless something that it depends on has changed since then.
  void keep(const std::string& key, Moments moments, std::vector<Dependency> dependencies,
            int64_t ends_ms, std::shared_ptr<const Reply> reply);

 private:
  struct Kept {
    std::string key;
    Moments moments;
    std::vector<Dependency> dependencies;
    int64_t ends_ms = 0;
    std::shared_ptr<const Reply> reply;  // Shared with the requests that are sending it.
  };
  using Replies = std::list<Kept>;  // Most recently used first.

  bool is_valid(const Kept& kept) const;
  void drop(Replies::iterator reply);

  const size_t max_bytes_;

  std::mutex mutex_;
  // Guarded by mutex_.
  std::list<apps::RecentChanges> changes_;  // Of each watched table of each source.
  std::vector<std::vector<std::pair<size_t, const apps::RecentChanges*>>> changes_of_source_;
  Replies replies_;
  std::unordered_map<std::string, Replies::iterator> by_key_;
  size_t bytes_ = 0;
};

}  // namespace norn::agenda
