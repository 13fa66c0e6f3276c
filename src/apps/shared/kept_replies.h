#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "apps/shared/kept_values.h"

namespace norn::apps {

// A cache of replies, by owner and by what was asked for. See KeptValues.
class KeptReplies {
 public:
  struct Reply {
    std::string body;
    std::string etag;
  };
  using Moment = KeptValues::Moment;

  KeptReplies(store::Store& store, std::string table, size_t max_bytes,
              KeptValues::OwnersOf owners_of)
      : replies_(store, std::move(table), max_bytes, std::move(owners_of)) {}

  std::shared_ptr<const Reply> find(const std::string& owner, const std::string& key) {
    return replies_.find(owner, key);
  }
  std::optional<Moment> moment() { return replies_.moment(); }
  void keep(const std::string& owner, const std::string& key, Moment moment, Reply reply) {
    const size_t bytes = reply.body.size();
    replies_.keep(owner, key, moment, std::make_shared<const Reply>(std::move(reply)), bytes);
  }

 private:
  Kept<Reply> replies_;
};

}  // namespace norn::apps
