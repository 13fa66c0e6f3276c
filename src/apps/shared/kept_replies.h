#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "apps/shared/kept_values.h"
#include "base/kept_body.h"

namespace norn::apps {

// A cache of replies, by owner and by what was asked for. See KeptValues.
class KeptReplies {
 public:
  struct Reply {
    Reply() : Reply({}, {}) {}
    Reply(std::string text, std::string tag) : body(std::move(text)), etag(std::move(tag)) {}

    KeptBody body;
    std::string etag;
  };
  // The body of a reply, which keeps the reply.
  static std::shared_ptr<const KeptBody> body_of(const std::shared_ptr<const Reply>& reply) {
    return {reply, &reply->body};
  }
  using Moment = KeptValues::Moment;

  KeptReplies(store::Store& store, std::string table, size_t max_bytes,
              KeptValues::OwnersOf owners_of)
      : replies_(store, std::move(table), max_bytes, std::move(owners_of)) {}

  std::shared_ptr<const Reply> find(const std::string& owner, const std::string& key) {
    return replies_.find(owner, key);
  }
  std::optional<Moment> moment() { return replies_.moment(); }
  void keep(const std::string& owner, const std::string& key, Moment moment, std::string body,
            std::string etag) {
    auto reply = std::make_shared<const Reply>(std::move(body), std::move(etag));
    const size_t bytes = reply->body.bytes();
    replies_.keep(owner, key, moment, std::move(reply), bytes);
  }

 private:
  Kept<Reply> replies_;
};

}  // namespace norn::apps
