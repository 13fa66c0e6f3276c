#include "base/thread_priority.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <thread>

namespace norn {
namespace {

int nice_of_this_thread() {
  return getpriority(PRIO_PROCESS, 0);
}

TEST(ThreadPriority, BackgroundThreadsGiveWayToTheOthers) {
  const int ordinary = nice_of_this_thread();
  int background = ordinary;
  int started_by_it = ordinary;
  std::thread([&] {
    set_thread_priority(ThreadPriority::kBackground);
    background = nice_of_this_thread();
    std::thread([&] { started_by_it = nice_of_this_thread(); }).join();
  }).join();
  EXPECT_GT(background, ordinary);
  EXPECT_EQ(started_by_it, background);
  EXPECT_EQ(nice_of_this_thread(), ordinary) << "only that thread has changed";
}

TEST(ThreadPriority, PromptThreadsKeepTheirShareOfTheProcessor) {
  const int ordinary = nice_of_this_thread();
  int prompt = ordinary + 1;
  std::thread([&] {
    set_thread_priority(ThreadPriority::kPrompt);
    prompt = nice_of_this_thread();
  }).join();
  EXPECT_EQ(prompt, ordinary);
}

}  // namespace
}  // namespace norn
