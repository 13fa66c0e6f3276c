#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "live/hub.h"
#include "live/test_support.h"
#include "support/builders.h"
#include "support/model_store.h"
#include "support/replies.h"

// What the tests of the hub share.
namespace norn::live {

using norn::testing::must;
using testing::eventually;
using testing::Heard;
using testing::ItemFeed;
using testing::Page;

class HubTest : public ::testing::Test {
 protected:
  HubTest() {
    options_.poll_ms = 1;
    options_.sweep_ms = 1;
    for (const std::string table : {"things", "others"}) {
      store::CreateTableRequest request = norn::testing::table(table, "pk:S");
      request.stream = store::StreamView::kNewAndOldImages;
      must(store_.create_table(request));
    }
    open();
  }

  void open() {
    hub_.reset();
    hub_ = std::make_unique<Hub>(store_, std::vector<Feed*>{&things_, &others_}, options_);
  }

  void write(const std::string& key, const std::string& users,
             const std::string& table = "things") {
    must(store_.put(norn::testing::put(table, {{"pk", key}, {"users", users}})));
  }

  std::shared_ptr<Page> subscribe(const std::string& user_id, const std::string& last_id = "") {
    auto page = std::make_shared<Page>();
    EXPECT_TRUE(hub_->subscribe({user_id, page, last_id, nullptr}));
    return page;
  }
  // Subscribes and waits until it is heard.
  std::shared_ptr<Page> listen(const std::string& user_id) {
    auto page = subscribe(user_id);
    EXPECT_EQ(page->events(1).size(), 1u);
    return page;
  }

  static std::vector<std::string> data_of(const std::vector<Heard>& events) {
    std::vector<std::string> data;
    for (const Heard& event : events) data.push_back(event.data);
    return data;
  }
  using Texts = std::vector<std::string>;

  const std::string kNew = R"({"resumed":false})";
  const std::string kResumed = R"({"resumed":true})";

  ManualClock clock_{1'700'000'000'000};
  norn::testing::ModelStore store_{clock_};
  ItemFeed things_{"things"};
  ItemFeed others_{"others"};
  HubOptions options_;
  std::unique_ptr<Hub> hub_;
};

}  // namespace norn::live
