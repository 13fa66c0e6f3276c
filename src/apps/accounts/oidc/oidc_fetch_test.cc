#include "apps/accounts/oidc/oidc_fetch.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <thread>

#include "apps/accounts/oidc/oidc_issuers.h"
#include "base/faults.h"

namespace norn::accounts {
namespace {

// A provider that says nothing until it is told to.
class SilentProvider {
 public:
  Fetch fetch() {
    return [this](const FetchRequest&) -> Result<FetchReply> {
      std::unique_lock lock(mutex_);
      ++calls_;
      changed_.notify_all();
      changed_.wait(lock, [this] { return !silent_; });
      return FetchReply{.status = 200, .body = R"({"issuer":"https://id.example",
          "authorization_endpoint":"https://id.example/a","token_endpoint":"https://id.example/t",
          "jwks_uri":"https://id.example/k"})"};
    };
  }

  void set_silent(bool silent) {
    const std::lock_guard lock(mutex_);
    silent_ = silent;
    changed_.notify_all();
  }
  void wait_for_calls(int calls) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return calls_ == calls; });
  }
  int calls() {
    const std::lock_guard lock(mutex_);
    return calls_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool silent_ = true;
  int calls_ = 0;
};

Provider provider() {
  Provider provider;
  provider.id = "example";
  provider.name = "Example";
  provider.issuer = "https://id.example";
  return provider;
}

template <typename T>
void expect_busy(const Result<T>& result) {
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kTooManyRequests);
  EXPECT_EQ(result.error().message,
            "Too many people are signing in with a provider at this moment. Try again.");
  EXPECT_GT(fault_of(result.error())->retry_after_s, 0);
}

TEST(OidcFetchTest, FourCallsAreMadeAtATimeAndOthersDoNotWait) {
  SilentProvider silent;
  const Fetch fetch = limited(silent.fetch());
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([copy = fetch] { EXPECT_TRUE(copy(FetchRequest())); });
  }
  silent.wait_for_calls(4);
  expect_busy(fetch(FetchRequest()));
  expect_busy(fetch_json(fetch, FetchRequest(), provider(), "its keys"));
  EXPECT_EQ(silent.calls(), 4);
  silent.set_silent(false);
  threads.clear();
  EXPECT_TRUE(fetch(FetchRequest()));
}

TEST(OidcFetchTest, AnIssuerIsDiscoveredByOneAtATime) {
  SilentProvider silent;
  ManualClock clock(1'000);
  Issuers issuers(clock, silent.fetch());
  const auto while_one_asks = [&](auto check) {
    silent.set_silent(true);
    const int before = silent.calls();
    std::jthread first([&] { EXPECT_TRUE(issuers.endpoints(provider())); });
    silent.wait_for_calls(before + 1);
    check();
    silent.set_silent(false);
  };
  while_one_asks([&] { expect_busy(issuers.endpoints(provider())); });
  EXPECT_TRUE(issuers.endpoints(provider()));
  EXPECT_EQ(silent.calls(), 1);
  // When it is asked again, what it said before is good enough for the others.
  clock.advance_ms(600'000);
  while_one_asks([&] { EXPECT_TRUE(issuers.endpoints(provider())); });
  EXPECT_EQ(silent.calls(), 2);
}

TEST(OidcFetchTest, ThatOthersWereQuickerIsNoFailureOfTheIssuer) {
  ManualClock clock(1'000);
  bool busy = true;
  SilentProvider silent;
  silent.set_silent(false);
  const Fetch answer = silent.fetch();
  Issuers issuers(clock, [&](const FetchRequest& request) -> Result<FetchReply> {
    if (busy) return providers_are_busy();
    return answer(request);
  });
  expect_busy(issuers.endpoints(provider()));
  busy = false;
  EXPECT_TRUE(issuers.endpoints(provider()));
}

}  // namespace
}  // namespace norn::accounts
