#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace norn::rest {

// Limits how many heavy requests run at once, of one person and of all. The others wait in a queue
// of that person, without a thread, so that they do not delay other people, whose queues have their
// turns. Thread-safe.
class HeavyRequests {
 public:
  static constexpr size_t kMaxRunning = 2;
  static constexpr size_t kMaxRunningOfAll = 16;
  static constexpr size_t kMaxWaiting = 16;

  // The right to run, until it is destroyed. The HeavyRequests must outlive it.
  class Permit {
   public:
    Permit() = default;
    Permit(Permit&& other) noexcept;
    Permit& operator=(Permit&& other) noexcept;
    Permit(const Permit&) = delete;
    Permit& operator=(const Permit&) = delete;
    ~Permit() { release(); }

   private:
    friend class HeavyRequests;
    Permit(HeavyRequests& requests, std::string person)
        : requests_(&requests), person_(std::move(person)) {}
    void release();

    HeavyRequests* requests_ = nullptr;
    std::string person_;
  };

  // Called when the request may run, on the thread that ended another one. It must not block.
  using Resume = std::move_only_function<void(Permit)>;

  enum class Entry { kRuns, kWaits, kRefused };
  struct Entered {
    Entry entry = Entry::kRefused;
    Permit permit = {};  // With kRuns.
  };

  // `resume` is called later if the request has to wait, and otherwise never.
  Entered enter(const std::string& person, Resume resume);

 private:
  struct Queue {
    size_t running = 0;
    std::deque<Resume> waiting = {};
  };

  using Queues = std::map<std::string, Queue, std::less<>>;

  // Passes the permit on to a request that waits.
  void leave(const std::string& person);
  // The next queue behind that of `person` whose first request may run, or the end.
  Queues::iterator next_queue(const std::string& person);

  std::mutex mutex_;
  // Guarded by mutex_.
  size_t running_ = 0;
  Queues queues_;  // Of people with requests that run or wait.
};

}  // namespace norn::rest
