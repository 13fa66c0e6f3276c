#include "dynamodb/settings/policy_document.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace norn::dynamodb {
namespace {

std::string canonical(std::string_view text, PolicyOf resource = PolicyOf::kTable) {
  const auto policy = canonical_policy(text, resource);
  return policy ? *policy : policy.error().message;
}

// A policy of one statement, with one member instead of the usual one.
std::string statement(std::string_view name = "", std::string_view value = "") {
  std::string text;
  const auto add = [&](std::string_view member, std::string_view usual) {
    text += fmt::format(R"({}"{}":{})", text.empty() ? "" : ",", member,
                        member == name ? value : usual);
  };
  add("Effect", R"("Allow")");
  add("Principal", R"({"AWS":"arn:aws:iam::123456789012:root"})");
  add("Action", R"("dynamodb:GetItem")");
  add("Resource", R"("*")");
  if (name == "Sid" || name == "Condition") add(name, "");
  return fmt::format(R"({{"Version":"2012-10-17","Statement":[{{{}}}]}})", text);
}

TEST(PolicyDocument, DocumentsThatMeanTheSameAreEqual) {
  const std::string expected = statement();
  EXPECT_EQ(canonical(expected), expected);
  for (const std::string& same :
       {statement("Effect", R"("allow")"), statement("Action", R"([ "dynamodb:GetItem" ])"),
        statement("Resource", R"(["*"])"), statement("Resource", R"("\u002a")"),
        statement("Principal", R"({"AWS":"123456789012"})"),
        statement("Principal", R"({"AWS":["123456789012","arn:aws:iam::123456789012:root"]})")}) {
    EXPECT_EQ(canonical(same), expected) << same;
  }
  EXPECT_EQ(canonical(R"({ "Statement": { "Resource":"*", "Action":"dynamodb:GetItem",
                           "Principal":{"AWS":"123456789012"}, "Effect":"Allow"},
                           "Version":"2012-10-17" })"),
            expected);
}

TEST(PolicyDocument, ListsKeepTheirOrderAndConditionsComeLast) {
  EXPECT_EQ(canonical(statement("Action", R"(["dynamodb:Query","dynamodb:getitem"])")),
            statement("Action", R"(["dynamodb:Query","dynamodb:getitem"])"));
  EXPECT_EQ(canonical(statement("Condition", R"({"StringEquals":{"aws:PrincipalAccount":["1"]}})")),
            statement("Condition", R"({"StringEquals":{"aws:PrincipalAccount":"1"}})"));
  EXPECT_TRUE(canonical(statement("Sid", R"("Mine")")).find(R"([{"Sid":"Mine","Effect")") !=
              std::string::npos);
}

TEST(PolicyDocument, ADocumentWithoutAVersionIsShownWithTheOldOne) {
  const std::string without = canonical(
      R"({"Statement":{"Effect":"Deny","Principal":"*","NotAction":"*","Resource":"*"}})");
  EXPECT_EQ(without,
            R"({"Statement":[{"Effect":"Deny","Principal":"*","NotAction":"*","Resource":"*"}]})");
  EXPECT_EQ(shown_policy(without), R"({"Version":"2008-10-17",)" + without.substr(1));
  EXPECT_EQ(shown_policy(statement()), statement());
}

TEST(PolicyDocument, WhatIsNoPolicyIsRefused) {
  const std::string invalid =
      "One or more parameter values were invalid: Invalid policy document: ";
  const std::string unbounded =
      "Resource-based policy grants unbounded access in one or more elements. Please revise the "
      "policy to ensure least-privilege form of access";
  const std::string one = statement("Sid", R"("a")");
  const std::string inner = one.substr(one.find('[') + 1, one.rfind(']') - one.find('[') - 1);
  const struct {
    std::string text;
    std::string message;
  } cases[] = {
      {"", invalid + "This policy contains invalid Json"},
      {"{not json", invalid + "This policy contains invalid Json"},
      {"[]", invalid + "This policy contains invalid Json"},
      {R"({"Statement":[]})", invalid + "Could not parse the policy: Statement is empty!"},
      {"{}", invalid + "Could not parse the policy: Statement is empty!"},
      {R"({"Statement":[1]})", invalid + "Syntax errors in policy."},
      {R"({"Version":"2020-01-01","Statement":[]})", invalid + "Syntax errors in policy."},
      {statement("Effect", R"("Maybe")"), invalid + "Invalid effect: Maybe"},
      {statement("Principal", R"("123456789012")"), invalid + "Syntax errors in policy."},
      {statement("Principal", R"("*")"), unbounded},
      {statement("Principal", R"({"AWS":["123456789012","*"]})"), unbounded},
      {statement("Action", R"([{}])"), invalid + "Syntax errors in policy."},
      {statement("Action", R"(["dynamodb:GetRecords","dynamodb:DescribeStream"])"),
       invalid + R"(The following action names are invalid: "dynamodb:GetRecords", )"
                 R"("dynamodb:DescribeStream")"},
      {R"({"Statement":[{"Effect":"Allow","Principal":{"AWS":"1"},"Action":"*"}]})",
       invalid + "Missing required field Resource"},
      {fmt::format(R"({{"Statement":[{},{}]}})", inner, inner),
       invalid + "The Statement Ids in the policy are not unique"},
      {statement() + std::string(20480, ' '),
       "One or more parameter values were invalid: Maximum policy size of 20480 bytes exceeded"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(canonical(text), message) << text;
}

TEST(PolicyDocument, AStreamCanBeAskedForItsRecords) {
  const std::string text = statement("Action", R"("dynamodb:GetRecords")");
  EXPECT_EQ(canonical(text, PolicyOf::kStream), text);
}

}  // namespace
}  // namespace norn::dynamodb
