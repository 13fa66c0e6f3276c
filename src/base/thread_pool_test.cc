#include "base/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <latch>

namespace norn {
namespace {

TEST(ThreadPool, RunsJobsOnOtherThreads) {
  ThreadPool pool(1, 10);
  std::promise<std::thread::id> ran_on;
  ASSERT_TRUE(pool.post([&] { ran_on.set_value(std::this_thread::get_id()); }));
  EXPECT_NE(ran_on.get_future().get(), std::this_thread::get_id());
}

TEST(ThreadPool, RunsAsManyJobsAtATimeAsItHasThreads) {
  ThreadPool pool(3, 10);
  std::latch all_run(3);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(pool.post([&] { all_run.arrive_and_wait(); }));
  all_run.wait();
}

TEST(ThreadPool, RefusesMoreJobsThanMayWait) {
  std::promise<void> started;
  std::promise<void> may_end;
  std::atomic<int> run = 0;
  {
    ThreadPool pool(1, 2);
    ASSERT_TRUE(pool.post([&] {
      started.set_value();
      may_end.get_future().wait();
    }));
    started.get_future().wait();
    EXPECT_TRUE(pool.post([&] { ++run; }));
    EXPECT_TRUE(pool.post([&] { ++run; }));
    EXPECT_FALSE(pool.post([&] { ++run; }));
    may_end.set_value();
  }
  EXPECT_EQ(run, 2) << "the destructor finishes what was taken";
}

TEST(ThreadPool, FinishesItsJobsAndTakesNoMoreWhenItIsClosed) {
  std::atomic<int> done = 0;
  ThreadPool pool(2, 100);
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(pool.post([&] { ++done; }));
  pool.close();
  EXPECT_EQ(done, 50);
  EXPECT_FALSE(pool.post([&] { ++done; }));
  pool.close();
  EXPECT_EQ(done, 50);
}

}  // namespace
}  // namespace norn
