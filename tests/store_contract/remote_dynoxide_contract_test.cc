#include <map>
#include <memory>
#include <string>

#include "dynamodb/remote/remote_store.h"
#include "store_contract/store_contract.h"
#include "support/dynoxide_process.h"

// The contract over the wire on an engine that we did not write.
namespace norn::testing {
namespace {

class DynoxideUnderTest final : public StoreUnderTest {
 public:
  DynoxideUnderTest() {
    static DynoxideProcess process;
    store_ = process.open_store(clock_);
  }

  store::Store& store() override { return *store_; }

 private:
  SystemClock clock_;
  std::unique_ptr<dynamodb::RemoteStore> store_;
};

// What this engine cannot do or does differently from DynamoDB, by the test that shows it.
const std::map<std::string, std::string> kDifferences = {
    {"ConditionsThatAreWrongSayWhy", "it has other words for invalid conditions"},
    {"IndexOfSeveralAttributesIsNarrowedFromTheLeft", "its keys have at most two attributes"},
    {"IndexOfSeveralAttributesIsReadPageByPage", "its keys have at most two attributes"},
    {"IndexOfSeveralAttributesFollowsItsItems", "its keys have at most two attributes"},
    {"IndexOfSeveralAttributesCarriesAllOfThem", "its keys have at most two attributes"},
    {"IndexOfSeveralAttributesSaysWhichConditionIsMissing", "its keys have at most two attributes"},
    {"LiveIndexOfSeveralAttributesIsFilled", "its keys have at most two attributes"},
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
    {"TableKeepsSettingsOfEncryptionAndThroughput", "it knows no warm throughput"},
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
