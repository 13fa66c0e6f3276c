#include <fmt/format.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

#include "dynamodb/remote/remote_store.h"
#include "store_contract/store_contract.h"
#include "support/temporary_folder.h"

// The contract over the wire on an engine that we did not write: Dynoxide, run as a child on
// loopback. NORN_DYNOXIDE says where its program is.
namespace norn::testing {
namespace {

using dynamodb::RemoteOptions;
using dynamodb::RemoteStore;

// A port that nothing listens on now.
int free_port() {
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  if (descriptor < 0 || bind(descriptor, any, size) != 0 ||
      getsockname(descriptor, any, &size) != 0) {
    throw std::runtime_error("there is no free port on loopback");
  }
  close(descriptor);
  return ntohs(address.sin_port);
}

// The engine, with its data in memory. One is started for all tests and ends with them.
class DynoxideProcess {
 public:
  DynoxideProcess() {
    const char* const program = std::getenv("NORN_DYNOXIDE");
    if (program == nullptr || *program == '\0') {
      throw std::runtime_error(
          "NORN_DYNOXIDE is not set: it must name the program of @dynoxide/linux-x64");
    }
    // Where an ordinary user can read it: other people's programs are not run as root.
    const std::string copy = folder_.path() / "dynoxide";
    std::filesystem::copy_file(program, copy);
    std::filesystem::permissions(folder_.path(), std::filesystem::perms(0755));
    std::filesystem::permissions(copy, std::filesystem::perms(0755));
    port_ = free_port();
    const std::string port = std::to_string(port_);
    child_ = fork();
    if (child_ < 0) throw std::runtime_error("fork failed");
    if (child_ == 0) {
      if (geteuid() == 0 && (setgid(kNobody) != 0 || setuid(kNobody) != 0)) _exit(126);
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      execl(copy.c_str(), copy.c_str(), "--host", "127.0.0.1", "--port", port.c_str(), nullptr);
      _exit(127);
    }
  }
  ~DynoxideProcess() {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  DynoxideProcess(const DynoxideProcess&) = delete;
  DynoxideProcess& operator=(const DynoxideProcess&) = delete;

  std::string endpoint() const { return fmt::format("http://127.0.0.1:{}", port_); }

 private:
  static constexpr unsigned kNobody = 65534;

  TemporaryFolder folder_{"dynoxide"};
  int port_ = 0;
  pid_t child_ = -1;
};

std::optional<std::string> dynoxide_environment(const std::string& name) {
  if (name == "AWS_ACCESS_KEY_ID" || name == "AWS_SECRET_ACCESS_KEY") return "test";
  if (name == "AWS_REGION") return "us-east-1";
  return std::nullopt;
}

class DynoxideUnderTest final : public StoreUnderTest {
 public:
  DynoxideUnderTest() {
    static DynoxideProcess process;
    RemoteOptions options;
    options.endpoint = process.endpoint();
    options.retry.max_attempts = 20;  // The engine may be starting still.
    options.retry.max_delay_ms = 500;
    auto opened = RemoteStore::open(options, dynoxide_environment, clock_);
    if (!opened) throw std::runtime_error(opened.error().message);
    store_ = std::move(*opened);
  }

  store::Store& store() override { return *store_; }

 private:
  SystemClock clock_;
  std::unique_ptr<RemoteStore> store_;
};

// What this engine cannot do or does differently from DynamoDB, by the test that shows it.
const std::map<std::string, std::string> kDifferences = {
    {"ConditionsThatAreWrongSayWhy", "it has other words for invalid conditions"},
    {"IndexHoldsOnlyItemsWithItsWholeKey", "it does not count the items of indexes"},
    {"IndexThatIsLocalFetchesWhatItDoesNotCarry", "its local indexes give only what they carry"},
    {"PutAndDeleteReturnNothingButTheOldItem",
     "it has other words for return values that do not fit"},
    {"UpdateThatOnlyRemovesCreatesNothing", "its updates that only remove create the item"},
    {"KeysOfPartitionsAreExact", "its begins_with stops at a zero byte"},
    {"LimitOfAnItemHoldsForUpdates", "it counts the bytes of an item differently"},
    {"LimitsOfKeysHoldForIndexes", "it has no limit on the keys of indexes"},
    {"LimitOfListsInConditionsIs100", "it has no limit on the operands of IN"},
    {"LiveIndexShowsItemsFromBeforeAndAfter", "it does not count the items of indexes"},
    {"LiveIndexLeavesOutWhatDoesNotFit", "its new indexes take items with keys of another type"},
    {"LiveIndexIsRightWhateverIsWrittenMeanwhile", "it does not count the items of indexes"},
    {"LiveIndexCanBeDroppedAndMadeAnew", "its new indexes take items with keys of another type"},
    {"LiveIndexChangesMustFit", "it takes several changes of indexes at once, and names twice"},
    {"PagesOfOneMegabyteCountWhatTheFilterDrops", "it counts some items of full pages twice"},
    {"PageStartMustBeAKeyOfWhatIsRead", "it takes start keys of other partitions"},
    {"ProjectionThatIsWrongSaysWhere", "it has other words for invalid projections"},
    {"QueryNarrowsTheSortKey", "it does not take a key condition in parentheses"},
    {"QueryThatIsWrongSaysWhy", "it takes key values of the wrong type"},
    {"QueryOptionsMustFit", "it does not name the value that is out of its range"},
    {"ScanSegmentsMustFit", "it has other words for segments that are out of their range"},
    {"ScanFilterThatIsWrongIsNamed", "it does not look at the filter when there are no items"},
    {"StreamIsSilentWhenNothingChanges", "it records writes that change nothing"},
    {"StreamIsReadOnFromWhereOneStopped", "it does not tell the key schema of a stream"},
    {"StreamCanBeReadAfterItWasTurnedOff", "its streams end when they are turned off"},
    {"StreamTurnedOnAgainIsAnotherOne", "its streams go on when they are turned on again"},
    {"TailOfAStreamThatIsTurnedOffStartsAnew", "its shards do not end"},
    {"StreamOutlivesItsTable", "its streams end with their table"},
    {"StreamThatIsUnknownIsNotFound", "its shards may have any name"},
    {"TableWithABadKeyIsNotCreated", "it has other words for attributes without a definition"},
    {"TableCountsItsItemsAndBytes", "it does not count the bytes of tables"},
    {"AtMostFiftyTags", "it has other words for too many tags"},
    {"TagsThatAreNoTagsAreRefused", "it takes tags whose names are reserved"},
    {"TokenStandsForOneTransactionOnly", "it has other words for a token that was used"},
    {"TransactionWithAnInvalidExpressionIsRefusedAsAWhole",
     "it cancels where the request is invalid"},
    {"TransactionTellsOfItsFirstUnfitKeyOnly", "it tells of every key that does not fit"},
    {"TransactionReadsItemsTogether", "its transactions add the keys to projections"},
    {"TtlChangesMustChangeSomething", "it takes changes of TTL that change nothing"},
    {"UpdateReachesIntoDocuments", "it fills lists up with nulls"},
    {"UpdateOfANewItemReturnsNoOldValues", "it returns the key of an item that was not there"},
    {"UpdateThatDoesNotFitTheItemChangesNothing", "it removes below attributes that are not there"},
    {"UpdateThatIsWrongInItselfSaysWhy", "it has other words for invalid updates"},
    {"UpdateWithBrokenSyntaxIsRefused", "it has other words for broken syntax"},
};

StoreFactory dynoxide() {
  StoreFactory factory = store_factory<DynoxideUnderTest>("remote_dynoxide");
  factory.must_fail = kDifferences;
  return factory;
}

INSTANTIATE_TEST_SUITE_P(RemoteDynoxide, StoreContract, ::testing::Values(dynoxide()));

}  // namespace
}  // namespace norn::testing
