#include <memory>
#include <utility>

#include "base/check.h"
#include "base/clock.h"
#include "embedded/embedded_store.h"
#include "embedded/memory_files.h"
#include "store_contract/store_contract.h"
#include "support/temporary_folder.h"

namespace norn::testing {
namespace {

class EmbeddedUnderTest : public StoreUnderTest {
 public:
  store::Store& store() override { return *store_; }
  ManualClock* clock() override { return &clock_; }
  void settle() override { run_ttl(); }
  void run_ttl() override {
    NORN_CHECK(store_->run_maintenance().has_value(), "maintenance succeeds");
  }

 protected:
  using Opened = Result<std::unique_ptr<embedded::EmbeddedStore>>;

  void take(Opened opened) {
    NORN_CHECK(opened.has_value(), "a new store opens");
    store_ = std::move(*opened);
  }

  ManualClock clock_{1'700'000'000'000};
  std::unique_ptr<embedded::EmbeddedStore> store_;
};

class FolderUnderTest final : public EmbeddedUnderTest {
 public:
  FolderUnderTest() {
    embedded::Options options;
    options.directory = folder_.path() / "data";
    options.background = false;
    options.sync = false;  // What is durable is the crash test's subject.
    take(embedded::EmbeddedStore::open(options, clock_));
  }
  ~FolderUnderTest() override { store_.reset(); }

 private:
  TemporaryFolder folder_{"contract"};
};

class MemoryUnderTest final : public EmbeddedUnderTest {
 public:
  MemoryUnderTest() {
    const embedded::Options options{.directory = "/data", .background = false, .env = files_.env()};
    take(embedded::EmbeddedStore::open_in_memory(options, clock_));
  }
  ~MemoryUnderTest() override { store_.reset(); }

 private:
  const embedded::MemoryFiles files_;
};

INSTANTIATE_TEST_SUITE_P(Embedded, StoreContract,
                         ::testing::Values(store_factory<FolderUnderTest>("embedded"),
                                           store_factory<MemoryUnderTest>("memory")));

}  // namespace
}  // namespace norn::testing
