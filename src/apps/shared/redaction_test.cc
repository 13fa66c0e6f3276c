#include "apps/shared/redaction.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "store/wire/wire.h"
#include "support/builders.h"

namespace norn::apps {
namespace {

// 64 digits, as SHA-256 in hex.
const std::string kHash = std::string(32, 'a') + std::string(32, '7');

std::string json_shown(TableKind kind, const store::Map& item) {
  return std::string(Redaction::shown(kind, testing::item(item)).item.json());
}

std::vector<std::string> hidden_of(TableKind kind, const store::Map& item) {
  return Redaction::shown(kind, testing::item(item)).hidden;
}

TEST(RedactionTest, TheNameOfATableTellsHowItIsShown) {
  struct Case {
    const char* prefix;
    const char* table;
    TableKind kind;
  };
  const Case cases[] = {{"", "norn", TableKind::kNorn},
                        {"", "norn-search", TableKind::kSearch},
                        {"", "norn-files", TableKind::kFiles},
                        {"", "calendsync", TableKind::kOrdinary},
                        {"", "orders", TableKind::kOrdinary},
                        // Prefixes: of this installation and of others.
                        {"test-", "test-norn", TableKind::kNorn},
                        {"norn-", "norn-norn", TableKind::kNorn},
                        {"norn-", "norn-calendsync", TableKind::kOrdinary},
                        {"norn-", "norn-orders", TableKind::kOrdinary},
                        {"", "other-norn", TableKind::kNorn},
                        {"", "norn2-Yggdrasil", TableKind::kOrdinary},
                        {"", "other-norn-files", TableKind::kFiles},
                        // Copies, as a backup is restored.
                        {"", "norn-restored", TableKind::kNorn},
                        {"", "Norn.2026", TableKind::kNorn},
                        {"", "copy-of-norn-files-1", TableKind::kFiles}};
  for (const Case& each : cases) {
    EXPECT_EQ(Redaction(each.prefix).kind_of(each.table), each.kind) << each.table;
  }
}

TEST(RedactionTest, OfNornOnlyWhatIsListedIsShown) {
  EXPECT_EQ(json_shown(TableKind::kNorn, {{"PK", "USER#1"},
                                          {"SK", "ACCOUNT"},
                                          {"entityType", "ACCOUNT"},
                                          {"language", "de"},
                                          {"totpSecret", "JBSWY3DP"},
                                          {"surprise", "x"}}),
            R"({"PK":{"S":"USER#1"},"SK":{"S":"ACCOUNT"},"entityType":{"S":"ACCOUNT"},)"
            R"("language":{"S":"de"}})");
  EXPECT_EQ(json_shown(TableKind::kNorn, {{"PK", "USER#1"},
                                          {"SK", "SESSION#" + kHash},
                                          {"entityType", "SESSION"},
                                          {"method", "password"}}),
            R"-({"PK":{"S":"USER#1"},"SK":{"S":"SESSION#(hidden)"},)-"
            R"-("entityType":{"S":"SESSION"},"method":{"S":"password"}})-");
  // An attribute that another kind shows is hidden in this one.
  EXPECT_EQ(hidden_of(TableKind::kNorn, {{"PK", "USER#1"},
                                         {"SK", "SUBSCRIPTION#1"},
                                         {"entityType", "SUBSCRIPTION"},
                                         {"address", "https://a.example/secret.ics"}}),
            std::vector<std::string>{"address"});
}

TEST(RedactionTest, OfAnUnknownKindNothingIsShown) {
  const std::string nothing = R"-({"PK":{"S":"(hidden)"},"SK":{"S":"(hidden)"}})-";
  for (const store::Value& type : {store::Value("NEW"), store::Value(""), store::Value::number(1),
                                   store::Value("SESSION "), store::Value("session")}) {
    EXPECT_EQ(
        json_shown(TableKind::kNorn, {{"PK", "A"}, {"SK", "B"}, {"entityType", type}, {"id", "1"}}),
        nothing);
  }
  EXPECT_EQ(json_shown(TableKind::kNorn, {{"PK", "OIDC#" + kHash}, {"SK", "x"}, {"nonce", "n"}}),
            nothing);
}

TEST(RedactionTest, ElsewhereNamesTellWhatIsHidden) {
  for (const char* const name :
       {"PasswordHash",  "password",    "userPassword", "clientSecret", "totpSecret",
        "recoveryCodes", "apiKey",      "access_token", "Token",        "hash",
        "verifier",      "cursorKey",   "tokenHash",    "sessionHash",  "authToken",
        "resetToken",    "reset_token", "CSRFToken",    "passwd",       "pwd",
        "user-pwd",      "passphrase",  "seed",         "totpSeed",     "backupCodes",
        "backup_codes",  "API_KEY",     "pin2",         "leaseToken"}) {
    EXPECT_TRUE(Redaction::hides_attribute(TableKind::kOrdinary, name)) << name;
    EXPECT_EQ(hidden_of(TableKind::kOrdinary, {{"PK", "A"}, {"SK", "B"}, {name, "x"}}),
              std::vector<std::string>{name});
  }
  for (const char* const name :
       {"title", "Email", "provider", "providerSubject", "hashtags", "tokens", "content",
        "entityType", "pinned", "seeds", "spinPoint", "Salting", "category", "description"}) {
    EXPECT_FALSE(Redaction::hides_attribute(TableKind::kOrdinary, name)) << name;
  }
  EXPECT_TRUE(Redaction::hides_attribute(TableKind::kFiles, "content"));
  // Also inside of a map or list.
  const store::Map settings = {{"smtp", store::Value(store::Map{{"password", "x"}})}};
  EXPECT_EQ(
      hidden_of(TableKind::kOrdinary, {{"PK", "A"}, {"list", store::List{store::Value(settings)}}}),
      std::vector<std::string>{"list"});
  // A copy of `norn` under another name.
  EXPECT_EQ(json_shown(TableKind::kOrdinary, {{"PK", "FEED#" + kHash}, {"GSI1PK", "x"}}),
            R"-({"GSI1PK":{"S":"x"},"PK":{"S":"FEED#(hidden)"}})-");
  EXPECT_TRUE(hidden_of(TableKind::kOrdinary, {{"PK", "SHA#" + kHash}, {"SK", kHash}}).empty());
}

TEST(RedactionTest, ValuesThatCouldTellSecretKeysApartAreKnown) {
  for (const char* const probe : {"SESSION#a", "TOKEN#0", "FEED#7", "CALENDAR_FEED#x"}) {
    EXPECT_TRUE(Redaction::probes_secret(TableKind::kOrdinary, probe)) << probe;
  }
  // All keys of the kind are on one side of these.
  for (const char* const harmless : {"SESSION#", "SESS", "SESSION$", "S", "T", "ENTRY#a"}) {
    EXPECT_FALSE(Redaction::probes_secret(TableKind::kNorn, harmless)) << harmless;
  }
  EXPECT_TRUE(Redaction::probes_secret(TableKind::kNorn, store::Value("NEW#" + kHash)));
  EXPECT_FALSE(Redaction::probes_secret(TableKind::kOrdinary, store::Value("SHA#" + kHash)));
  EXPECT_FALSE(Redaction::probes_secret(TableKind::kNorn, store::Value::number(7)));
}

}  // namespace
}  // namespace norn::apps
