#include "apps/agenda/kept_agendas.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace norn::agenda {
namespace {

// One large reply must not push all others out.
constexpr size_t kMaxShareOfOneReply = 8;

// Of the list, the map and the moments.
constexpr size_t kBytesBesideReply = 400;

// The reply, and about what is kept to find it and to know whether it is valid.
size_t bytes_of(const std::string& key, const KeptBody& body,
                const std::vector<Dependency>& dependencies) {
  size_t bytes = kBytesBesideReply + 2 * key.size() + body.bytes();
  for (const Dependency& one : dependencies) {
    for (const std::string& owner : one.owners) bytes += sizeof(std::string) + owner.size();
  }
  return bytes;
}

}  // namespace

KeptAgendas::KeptAgendas(store::Store& store, const std::vector<AgendaSource*>& sources,
                         size_t max_bytes)
    : max_bytes_(max_bytes) {
  for (const AgendaSource* const source : sources) {
    auto& of_source = changes_of_source_.emplace_back();
    for (Watched& watched : source->watched()) {
      const size_t number = changes_.size();
      const apps::RecentChanges& changes =
          changes_.emplace_back(store, std::move(watched.table), std::move(watched.owners_of));
      of_source.emplace_back(number, &changes);
    }
  }
}

std::shared_ptr<const KeptAgendas::Reply> KeptAgendas::find(const std::string& key,
                                                            int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return nullptr;
  const Replies::iterator kept = found->second;
  const bool is_read =
      std::ranges::all_of(changes_, [](apps::RecentChanges& one) { return one.catch_up(); });
  if (!is_read || now_ms >= kept->ends_ms || !is_valid(*kept)) {
    drop(kept);
    return nullptr;
  }
  replies_.splice(replies_.begin(), replies_, kept);
  return kept->reply;
}

std::optional<KeptAgendas::Moments> KeptAgendas::moments() {
  if (max_bytes_ == 0) return std::nullopt;
  const std::lock_guard lock(mutex_);
  Moments moments;
  for (apps::RecentChanges& one : changes_) {
    // A change that is read later would end the reply, though it was made of it.
    const auto moment = one.catch_up() ? one.moment() : std::nullopt;
    if (!moment) return std::nullopt;
    moments.push_back(*moment);
  }
  return moments;
}

void KeptAgendas::keep(const std::string& key, Moments moments,
                       std::vector<Dependency> dependencies, int64_t ends_ms,
                       std::shared_ptr<const Reply> reply) {
  const size_t size = bytes_of(key, reply->body, dependencies);
  if (size > max_bytes_ / kMaxShareOfOneReply) return;
  Kept kept{.key = key,
            .moments = std::move(moments),
            .dependencies = std::move(dependencies),
            .ends_ms = ends_ms,
            .reply = std::move(reply)};
  const std::lock_guard lock(mutex_);
  if (!is_valid(kept)) return;
  if (const auto found = by_key_.find(key); found != by_key_.end()) drop(found->second);
  replies_.push_front(std::move(kept));
  by_key_.emplace(key, replies_.begin());
  bytes_ += size;
  while (bytes_ > max_bytes_) drop(std::prev(replies_.end()));
}

// By the changes that were read so far.
bool KeptAgendas::is_valid(const Kept& kept) const {
  return std::ranges::all_of(kept.dependencies, [&](const Dependency& one) {
    return std::ranges::all_of(changes_of_source_[one.source], [&](const auto& table) {
      const auto& [number, changes] = table;
      const auto moment = kept.moments[number];
      return changes->is_unchanged(kEverything, moment) &&
             std::ranges::all_of(one.owners, [&](const std::string& owner) {
               return changes->is_unchanged(owner, moment);
             });
    });
  });
}

void KeptAgendas::drop(Replies::iterator reply) {
  bytes_ -= bytes_of(reply->key, reply->reply->body, reply->dependencies);
  by_key_.erase(reply->key);
  replies_.erase(reply);
}

}  // namespace norn::agenda
