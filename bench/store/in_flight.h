#pragma once

#include <cstdint>
#include <semaphore>
#include <utility>

#include "store/data_set.h"
#include "store/store.h"

namespace norn::bench {

// Keeps a number of writes outstanding from one thread: what a server with as many clients does.
class InFlight {
 public:
  static constexpr std::ptrdiff_t kMax = 4096;

  InFlight(store::Store& store, std::ptrdiff_t outstanding)
      : store_(store), outstanding_(outstanding), free_(outstanding) {}

  // Waits until there is room.
  void submit(store::WriteRequest request) {
    free_.acquire();
    store_.submit(std::move(request), [this](Result<store::WriteReply> reply) {
      if (!reply) {
        give_up(reply.error().message);
      }
      free_.release();
    });
  }

  // Waits until everything is answered.
  void drain() {
    for (std::ptrdiff_t i = 0; i < outstanding_; ++i) {
      free_.acquire();
    }
    free_.release(outstanding_);
  }

 private:
  store::Store& store_;
  const std::ptrdiff_t outstanding_;
  std::counting_semaphore<kMax> free_;
};

}  // namespace norn::bench
