#include "base/check.h"
#include "embedded/embedded_store.h"
#include "store_contract/store_contract.h"
#include "support/temporary_folder.h"

namespace norn::testing {
namespace {

class EmbeddedUnderTest final : public StoreUnderTest {
 public:
  EmbeddedUnderTest() {
    embedded::Options options;
    options.directory = folder_.path() / "data";
    options.background = false;
    options.sync = false;  // What is durable is the crash test's subject.
    auto opened = embedded::EmbeddedStore::open(options, clock_);
    NORN_CHECK(opened.has_value(), "a new store opens");
    store_ = std::move(*opened);
  }

  store::Store& store() override { return *store_; }
  ManualClock* clock() override { return &clock_; }
  void settle() override { run_ttl(); }
  void run_ttl() override {
    NORN_CHECK(store_->run_maintenance().has_value(), "maintenance succeeds");
  }

 private:
  TemporaryFolder folder_{"contract"};
  ManualClock clock_{1'700'000'000'000};
  std::unique_ptr<embedded::EmbeddedStore> store_;
};

INSTANTIATE_TEST_SUITE_P(Embedded, StoreContract,
                         ::testing::Values(store_factory<EmbeddedUnderTest>("embedded")));

}  // namespace
}  // namespace norn::testing
