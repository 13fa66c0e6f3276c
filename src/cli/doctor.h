#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/error.h"
#include "cli/control.h"
#include "embedded/embedded_store.h"
#include "store/store.h"

namespace norn::cli {

// What `norn doctor` looks at in a store: what the store derives from items, what the apps keep
// together, and items that need attention. A call looks at one page, so that others wait for a
// moment only, and no call remembers another one.
class Doctor {
 public:
  // `embedded` is the same store if it is in this process, otherwise nullptr. Everything must
  // outlive this object.
  Doctor(store::Store& store, embedded::EmbeddedStore* embedded, std::string table_prefix,
         std::string version, const Clock& clock);
  ~Doctor();
  Doctor(const Doctor&) = delete;
  Doctor& operator=(const Doctor&) = delete;

  // Each returns JSON.
  // doctor-begin: {"version","layout" of an embedded store,"checks":[names],"missing":[tables],
  //   "tables":[{"name","items","checked"}]}.
  // doctor-store {after, repair}: {"lookedAt","findings":[...],"hasUncounted","next"}.
  // doctor-table {table, after, repair}:
  // {"lookedAt","findings":[...],"newest":{"ms","table","pk","sk"},"next"}. A finding has
  // "check","state","table","pk","sk","what","advice","repair" and "repaired".
  OperatorCommands commands();

 private:
  class AppsAtRest;

  AppsAtRest& apps();
  Result<std::string> begin();
  Result<std::string> look_at_store(std::string_view after, bool repairs);
  Result<std::string> look_at_table(const std::string& table, std::string_view after, bool repairs);

  store::Store& store_;
  embedded::EmbeddedStore* const embedded_;
  const std::string table_prefix_;
  const std::string version_;
  const Clock& clock_;
  std::unique_ptr<AppsAtRest> apps_;  // From the first call on.
};

// The names of the checks that belong to no app.
inline constexpr std::string_view kStoreCheck = "store";
inline constexpr std::string_view kAttentionCheck = "attention";

}  // namespace norn::cli
