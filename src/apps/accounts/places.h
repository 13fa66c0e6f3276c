#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

namespace norn::accounts {

// A few places for what takes long or much, so that it never has all threads of the server to
// itself. Who comes when they are taken waits for one; who comes when enough wait already is sent
// away. Safe from any thread.
class Places {
 public:
  // At most `at_once` have a place, and at most `at_most` have one or wait for it.
  Places(int at_once, int at_most) : at_once_(at_once), at_most_(at_most) {}

  // Frees its place when it goes.
  class Place {
   public:
    explicit Place(Places& places) : places_(&places) {}
    Place(Place&& other) noexcept : places_(std::exchange(other.places_, nullptr)) {}
    Place& operator=(Place&&) = delete;
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    ~Place();

   private:
    Places* places_;
  };
  // nullopt when too many are there already.
  std::optional<Place> enter();

 private:
  void leave();

  const int at_once_;
  const int at_most_;
  std::mutex mutex_;
  std::condition_variable free_;
  int present_ = 0;  // Those who wait, too. Guarded by mutex_, like what follows.
  int placed_ = 0;
};

}  // namespace norn::accounts
