#include "store_contract/store_contract.h"

namespace norn::testing {

using namespace store;

namespace {

using Keys = std::vector<std::string>;

// The reasons of a cancelled transaction; none when it failed in another way.
std::vector<CancellationReason> reasons_of(const Result<TransactWriteResult>& result) {
  if (result || result.error().code != ErrorCode::kTransactionCanceled) return {};
  const auto* detail = dynamic_cast<const Cancellation*>(result.error().detail.get());
  return detail == nullptr ? std::vector<CancellationReason>() : detail->reasons;
}

Keys codes_of(const Result<TransactWriteResult>& result) {
  Keys codes;
  for (const CancellationReason& reason : reasons_of(result)) codes.push_back(reason.code);
  return codes;
}

}  // namespace

TEST_P(StoreContract, TransactionDoesAllItsActions) {
  const std::string first = make_table("pk:S");
  const std::string second = make_table("pk:S sk:N");
  put_all(first, {{{"pk", "updated"}, {"n", num(1)}}, {{"pk", "deleted"}}, {{"pk", "checked"}}});
  must(db().transact_write(transaction({
      put(first, {{"pk", "put"}}),
      update(first, {{"pk", "updated"}}, "ADD n :one", values({{":one", num(1)}})),
      remove(first, {{"pk", "deleted"}}),
      check(first, {{"pk", "checked"}}, "attribute_exists(pk)"),
      put(second, {{"pk", "put"}, {"sk", num(1)}}),
  })));
  EXPECT_EQ(contents(first), sorted({text({{"pk", "put"}}), text({{"pk", "checked"}}),
                                     text({{"pk", "updated"}, {"n", num(2)}})}));
  EXPECT_EQ(contents(second).size(), 1u);
}

TEST_P(StoreContract, TransactionThatFailsDoesNothingAndSaysWhy) {
  const std::string name = make_table("pk:S");
  put_all(name, {{{"pk", "a"}, {"n", num(1)}}, {{"pk", "s"}, {"n", "text"}}});
  const Keys before = contents(name);
  const Result<TransactWriteResult> result = db().transact_write(transaction({
      put(name, {{"pk", "new"}}),
      put_if(name, {{"pk", "a"}}, "attribute_not_exists(pk)"),
      update(name, {{"pk", "s"}}, "ADD n :one", values({{":one", num(1)}})),
      check(name, {{"pk", "absent"}}, "attribute_exists(pk)"),
      remove(name, {{"pk", "whatever"}}),
  }));
  EXPECT_TRUE(fails_with(result, ErrorCode::kTransactionCanceled,
                         "Transaction cancelled, please refer cancellation reasons for specific "
                         "reasons [None, ConditionalCheckFailed, ValidationError, "
                         "ConditionalCheckFailed, None]"));
  const std::vector<CancellationReason> reasons = reasons_of(result);
  ASSERT_EQ(reasons.size(), 5u);
  EXPECT_EQ(reasons[0].code, "None");
  EXPECT_EQ(reasons[1].code, "ConditionalCheckFailed");
  EXPECT_EQ(reasons[1].message, "The conditional request failed");
  EXPECT_EQ(reasons[1].item, std::nullopt);
  EXPECT_EQ(reasons[2].code, "ValidationError");
  EXPECT_EQ(reasons[2].message, "An operand in the update expression has an incorrect data type");
  EXPECT_EQ(reasons[3].code, "ConditionalCheckFailed");
  EXPECT_EQ(contents(name), before);
}

TEST_P(StoreContract, TransactionConditionsMayBeOnEveryAction) {
  const std::string name = make_table("pk:S");
  put_all(name, {{{"pk", "a"}, {"v", num(1)}}, {{"pk", "b"}, {"v", num(1)}}});
  const Placeholders one = values({{":one", num(1)}});
  must(db().transact_write(transaction({
      put_if(name, {{"pk", "new"}}, "attribute_not_exists(pk)"),
      update_if(name, {{"pk", "a"}}, "SET v = v + :one", "v = :one", one),
      remove_if(name, {{"pk", "b"}}, "v = :one", one),
  })));
  EXPECT_EQ(codes_of(db().transact_write(transaction({
                put_if(name, {{"pk", "new"}}, "attribute_not_exists(pk)"),
                update_if(name, {{"pk", "a"}}, "SET v = v + :one", "v = :one", one),
                remove_if(name, {{"pk", "b"}}, "v = :one", one),
            }))),
            (Keys{"ConditionalCheckFailed", "ConditionalCheckFailed", "ConditionalCheckFailed"}));
}

TEST_P(StoreContract, TransactionShowsTheItemsOfFailedConditionsWhenAsked) {
  const std::string name = make_table("pk:S");
  put_all(name, {{{"pk", "a"}, {"v", num(1)}}, {{"pk", "b"}, {"v", num(2)}}});
  PutRequest shown = put_if(name, {{"pk", "a"}}, "attribute_not_exists(pk)");
  shown.return_item_on_condition_failure = true;
  ConditionCheck checked = check(name, {{"pk", "b"}}, "v < :v", values({{":v", num(2)}}));
  checked.return_item_on_condition_failure = true;
  UpdateRequest hidden = update_if(name, {{"pk", "c"}}, "SET v = :v", "attribute_exists(pk)",
                                   values({{":v", num(1)}}));
  hidden.return_item_on_condition_failure = true;
  const std::vector<CancellationReason> reasons =
      reasons_of(db().transact_write(transaction({shown, checked, hidden})));
  ASSERT_EQ(reasons.size(), 3u);
  EXPECT_EQ(reasons[0].item, item({{"pk", "a"}, {"v", num(1)}}));
  EXPECT_EQ(reasons[1].item, item({{"pk", "b"}, {"v", num(2)}}));
  EXPECT_EQ(reasons[2].item, std::nullopt);
}

TEST_P(StoreContract, TransactionTouchesAnItemOnce) {
  const std::string name = make_table("pk:S sk:N");
  const std::string other = make_table("pk:S sk:N");
  const Map key = {{"pk", "a"}, {"sk", num(1)}};
  const std::string_view message =
      "Transaction request cannot include multiple operations on one item";
  EXPECT_TRUE(
      is_invalid(db().transact_write(transaction({put(name, key), remove(name, key)})), message));
  EXPECT_TRUE(is_invalid(db().transact_write(transaction(
                             {check(name, key, "attribute_not_exists(pk)"), put(name, key)})),
                         message));
  EXPECT_TRUE(is_invalid(
      db().transact_write(transaction(
          {put(name, key), update(name, {{"pk", "a"}, {"sk", num("1.0")}}, "REMOVE x")})),
      message));
  EXPECT_EQ(contents(name), Keys());
  must(db().transact_write(transaction({put(name, key), put(other, key)})));
}

TEST_P(StoreContract, TransactionHas1To100Actions) {
  const std::string name = make_table("pk:S");
  TransactWriteRequest request;
  EXPECT_TRUE(is_invalid_saying(db().transact_write(request),
                                "Member must have length greater than or equal to 1"));
  for (int i = 0; i < 100; ++i) {
    request.actions.push_back(put(name, {{"pk", std::to_string(i)}}));
  }
  must(db().transact_write(request));
  EXPECT_EQ(contents(name).size(), 100u);
  request.actions.push_back(put(name, {{"pk", "one too many"}}));
  EXPECT_TRUE(is_invalid_saying(db().transact_write(request),
                                "Member must have length less than or equal to 100"));
  EXPECT_EQ(contents(name).size(), 100u);
}

TEST_P(StoreContract, TransactionIsAtMost4Megabytes) {
  const std::string name = make_table("pk:S");
  TransactWriteRequest request;
  for (int i = 0; i < 12; ++i) {
    request.actions.push_back(
        put(name, {{"pk", std::to_string(i)}, {"v", std::string(380'000, 'x')}}));
  }
  const Result<TransactWriteResult> result = db().transact_write(request);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kValidation);
  EXPECT_EQ(contents(name), Keys());
}

TEST_P(StoreContract, TransactionWithAnInvalidExpressionIsRefusedAsAWhole) {
  const std::string name = make_table("pk:S");
  const auto good = put(name, {{"pk", "good"}});
  EXPECT_TRUE(is_invalid(
      db().transact_write(transaction({good, update(name, {{"pk", "a"}}, "SET a = :v")})),
      "Invalid UpdateExpression: An expression attribute value used in expression is not defined; "
      "attribute value: :v"));
  EXPECT_TRUE(is_invalid(
      db().transact_write(transaction({good, put(name, {{"pk", ""}})})),
      "One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
      "contain an empty string value. Key: pk"));
  const std::string missing = unique_name();
  EXPECT_TRUE(fails_with(db().transact_write(transaction({good, put(missing, {{"pk", "a"}})})),
                         ErrorCode::kResourceNotFound, "Requested resource not found"));
  EXPECT_EQ(contents(name), Keys());
}

TEST_P(StoreContract, TransactionIsCancelledByWhatDoesNotFitTheTable) {
  const std::string name = make_table("pk:S");
  const auto good = put(name, {{"pk", "good"}});
  const std::string mismatch = "The provided key element does not match the schema";
  const std::vector<std::pair<TransactWriteRequest::Action, std::string>> rows = {
      {put(name, {{"pk", num(5)}}),
       "One or more parameter values were invalid: Type mismatch for key pk expected: S actual: N"},
      {put(name, {{"other", "x"}}),
       "One or more parameter values were invalid: Missing the key pk in the item"},
      {update(name, {{"pk", num(5)}}, "REMOVE x"), mismatch},
      {remove(name, {{"pk", list({"x"})}}), mismatch},
      {check(name, {{"pk", "a"}, {"sk", "b"}}, "attribute_exists(pk)"), mismatch},
  };
  for (const auto& [action, message] : rows) {
    const Result<TransactWriteResult> result = db().transact_write(transaction({good, action}));
    EXPECT_EQ(codes_of(result), (Keys{"None", "ValidationError"})) << message;
    const std::vector<CancellationReason> reasons = reasons_of(result);
    ASSERT_EQ(reasons.size(), 2u) << message;
    EXPECT_EQ(reasons[1].message, message);
  }
  EXPECT_EQ(contents(name), Keys());
}

TEST_P(StoreContract, TransactionTellsOfItsFirstUnfitKeyOnly) {
  const std::string name = make_table("pk:S");
  EXPECT_EQ(
      codes_of(db().transact_write(transaction(
          {put(name, {{"pk", "good"}}), put(name, {{"pk", num(5)}}), put(name, {{"pk", num(6)}}),
           check(name, {{"pk", "nobody"}}, "attribute_exists(pk)")}))),
      (Keys{"None", "ValidationError", "None", "None"}));
}

TEST_P(StoreContract, TransactionIsCancelledByAWrongIndexKey) {
  CreateTableRequest create = table("", "pk:S");
  add_global_index(create, "by_g", "g:S");
  const std::string name = make_table(create);
  EXPECT_EQ(codes_of(db().transact_write(transaction(
                {put(name, {{"pk", "good"}}), put(name, {{"pk", "a"}, {"g", num(1)}})}))),
            (Keys{"None", "ValidationError"}));
  EXPECT_EQ(contents(name), Keys());
}

TEST_P(StoreContract, TransactionMaintainsIndexes) {
  CreateTableRequest create = table("", "pk:S sk:N");
  add_global_index(create, "by_g", "g:S");
  add_local_index(create, "by_l", "pk:S l:N");
  const std::string name = make_table(create);
  put_all(name, {{{"pk", "a"}, {"sk", num(1)}, {"g", "x"}, {"l", num(1)}},
                 {{"pk", "a"}, {"sk", num(2)}, {"g", "x"}, {"l", num(2)}}});
  must(db().transact_write(transaction({
      update(name, {{"pk", "a"}, {"sk", num(1)}}, "SET g = :y REMOVE l", values({{":y", "y"}})),
      remove(name, {{"pk", "a"}, {"sk", num(2)}}),
      put(name, {{"pk", "a"}, {"sk", num(3)}, {"l", num(0)}}),
  })));
  settle();
  EXPECT_EQ(column(must(db().scan(scan(name, "by_g"))).items, "sk"), Keys{"1"});
  EXPECT_EQ(
      column(must(db().query(query_index(name, "by_l", "pk = :p", values({{":p", "a"}})))).items,
             "sk"),
      Keys{"3"});
}

TEST_P(StoreContract, TransactionReadsItemsTogether) {
  const std::string first = make_table("pk:S");
  const std::string second = make_table("pk:S sk:N");
  put_all(first, {{{"pk", "a"}, {"v", num(1)}, {"w", num(2)}}});
  put_all(second, {{{"pk", "b"}, {"sk", num(1)}}});
  TransactGetRequest request;
  request.gets = {transact_get(second, {{"pk", "b"}, {"sk", num(1)}}),
                  transact_get(first, {{"pk", "nobody"}}), transact_get(first, {{"pk", "a"}})};
  request.gets[2].projection = "w";
  TransactGetResult result = must(db().transact_get(request));
  ASSERT_EQ(result.items.size(), 3u);
  EXPECT_EQ(result.items[0], item({{"pk", "b"}, {"sk", num(1)}}));
  EXPECT_EQ(result.items[1], std::nullopt);
  EXPECT_EQ(result.items[2], item({{"w", num(2)}}));
  for (const char* const nothing : {"gone", "w.gone"}) {
    request.gets[2].projection = nothing;
    result = must(db().transact_get(request));
    ASSERT_EQ(result.items.size(), 3u);
    EXPECT_EQ(result.items[2], std::nullopt) << nothing;
  }

  EXPECT_TRUE(is_invalid_saying(db().transact_get({}),
                                "Member must have length greater than or equal to 1"));
  request.gets.assign(101, transact_get(first, {{"pk", "a"}}));
  EXPECT_TRUE(is_invalid_saying(db().transact_get(request),
                                "Member must have length less than or equal to 100"));
}

}  // namespace norn::testing
