#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

namespace norn::accounts {

// A counting semaphore with a bounded number of waiters. It keeps slow or expensive work from
// occupying all threads of the server. Safe from any thread.
class Permits {
 public:
  // At most `count` permits are held at a time, and at most `max_callers` threads hold one or wait
  // for one.
  Permits(int count, int max_callers) : count_(count), max_callers_(max_callers) {}

  // Released on destruction.
  class Permit {
   public:
    explicit Permit(Permits& permits) : permits_(&permits) {}
    Permit(Permit&& other) noexcept : permits_(std::exchange(other.permits_, nullptr)) {}
    Permit& operator=(Permit&&) = delete;
    Permit(const Permit&) = delete;
    Permit& operator=(const Permit&) = delete;
    ~Permit();

   private:
    Permits* permits_;
  };
  // Waits until a permit is free. Returns nullopt at once if max_callers hold or wait for one; with
  // max_callers equal to count it never waits.
  std::optional<Permit> try_acquire();

 private:
  void release();

  const int count_;
  const int max_callers_;
  std::mutex mutex_;
  std::condition_variable released_;
  int callers_ = 0;  // With those that wait. Guarded by mutex_, like the next member.
  int held_ = 0;
};

}  // namespace norn::accounts
