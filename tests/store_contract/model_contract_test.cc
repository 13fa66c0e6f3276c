#include "store_contract/store_contract.h"
#include "support/model_store.h"

namespace norn::testing {
namespace {

class ModelUnderTest final : public StoreUnderTest {
 public:
  store::Store& store() override { return store_; }
  ManualClock* clock() override { return &clock_; }
  void run_ttl() override { store_.expire_due(); }

 private:
  ManualClock clock_{1'700'000'000'000};
  ModelStore store_{clock_};
};

INSTANTIATE_TEST_SUITE_P(Model, StoreContract,
                         ::testing::Values(store_factory<ModelUnderTest>("model")));

}  // namespace
}  // namespace norn::testing
