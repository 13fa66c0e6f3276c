#include "apps/accounts/oidc/oidc.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "apps/accounts/keys.h"
#include "apps/accounts/oidc/oidc_test_support.h"
#include "apps/accounts/test_world.h"

namespace norn::accounts {
namespace {

const std::string kRedirectUri = "https://norn.example/auth/example/callback";
const Visitor kVisitor = {.address = "192.0.2.1", .user_agent = "a browser"};

class OidcTest : public World {
 protected:
  OidcTest() { testing::must(accounts_.admission().change_settings({SignUp::kOpen})); }

  static Provider provider(std::string id) {
    Provider provider;
    provider.name = id == "example" ? "Example" : "Other";
    provider.id = std::move(id);
    provider.issuer = FakeProvider::kIssuer;
    provider.client_id = "norn-client";
    provider.client_secret = "s3cret/with:signs";
    return provider;
  }

  static Oidc::BeginRequest request() {
    Oidc::BeginRequest request;
    request.redirect_uri = kRedirectUri;
    request.return_to = "/calendar";
    return request;
  }

  // A browser that has been at the provider.
  Oidc::Callback visit(const Oidc::BeginRequest& request) {
    const Oidc::Begun begun = testing::must(oidc_.begin("example", request, kVisitor));
    location_ = begun.location;
    Oidc::Callback callback;
    callback.redirect_uri = request.redirect_uri;
    callback.state = parameter(begun.location, "state");
    callback.code = fake_.authorize(begun.location);
    callback.binding = begun.binding;
    callback.user_id = request.link_user_id;
    return callback;
  }

  Result<Oidc::Finished> finish(const Oidc::Callback& callback) {
    return oidc_.finish("example", callback, kVisitor);
  }

  Result<Oidc::Finished> sign_in() { return finish(visit(request())); }

  User make_ada(bool email_verified = true) {
    NewUser ada;
    ada.email = "ada@example.org";
    ada.name = "Ada";
    ada.password_hash = "a hash";
    ada.email_verified = email_verified;
    return testing::must(accounts_.users().create(ada));
  }

  std::string owner() {
    const auto user = testing::must(accounts_.users().find_by_provider("example", "subject-1"));
    return user ? user->id : "nobody";
  }

  RandomIds random_;
  apps::Sweeps sweeps_{store_, tables_, clock_, random_, {}};
  Accounts accounts_{store_, tables_, clock_, random_, sweeps_};
  FakeProvider fake_{clock_};
  Oidc oidc_{store_,       tables_,   clock_,
             random_,      accounts_, {provider("example"), provider("other")},
             fake_.fetch()};
  std::string location_;
};

std::string message(const Result<Oidc::Finished>& finished) {
  return finished ? "it succeeded" : finished.error().message;
}

TEST_F(OidcTest, TheBrowserIsSentWithEverythingThatProtectsIt) {
  visit(request());
  EXPECT_TRUE(location_.starts_with("https://id.example/authorize?tenant=1&response_type=code&"));
  EXPECT_EQ(parameter(location_, "client_id"), "norn-client");
  EXPECT_EQ(parameter(location_, "redirect_uri"),
            "https%3A%2F%2Fnorn.example%2Fauth%2Fexample%2Fcallback");
  EXPECT_EQ(parameter(location_, "scope"), "openid%20email%20profile");
  EXPECT_EQ(parameter(location_, "code_challenge_method"), "S256");
  for (const char* name : {"state", "nonce", "code_challenge"}) {
    EXPECT_EQ(parameter(location_, name).size(), 43U) << name;
  }
}

TEST_F(OidcTest, ANewPersonGetsAnAccountAndASession) {
  const auto finished = sign_in();
  ASSERT_TRUE(finished) << message(finished);
  EXPECT_EQ(finished->return_to, "/calendar");
  const SignedIn& signed_in = *finished->signed_in;
  EXPECT_EQ(signed_in.user.email, "ada@example.org");
  EXPECT_EQ(signed_in.user.name, "Ada Lovelace");
  EXPECT_EQ(signed_in.user.provider, "example");
  EXPECT_EQ(signed_in.session.method, "example");
  EXPECT_EQ(signed_in.session.visitor.address, "192.0.2.1");
  EXPECT_TRUE(testing::must(accounts_.sessions().verify(signed_in.credential)));
  EXPECT_EQ(owner(), signed_in.user.id);
}

TEST_F(OidcTest, TheSamePersonComesBackToTheSameAccount) {
  const std::string id = sign_in()->signed_in->user.id;
  fake_.changed_claims_ = {{"email", R"("new@example.org")"}, {"email_verified", "false"}};
  const auto again = sign_in();
  ASSERT_TRUE(again) << message(again);
  EXPECT_EQ(again->signed_in->user.id, id);
  EXPECT_EQ(again->signed_in->user.email, "ada@example.org");
}

TEST_F(OidcTest, ProvesThatItIsWhoBegan) {
  ASSERT_TRUE(sign_in());
  const auto token =
      std::ranges::find(fake_.requests_, "https://id.example/token", &FetchRequest::url);
  ASSERT_NE(token, fake_.requests_.end());
  EXPECT_EQ(token->method, "POST");
  EXPECT_EQ(base64url(sha256(parameter(token->body, "code_verifier"))),
            parameter(location_, "code_challenge"));
  // norn-client:s3cret%2Fwith%3Asigns
  EXPECT_EQ(std::ranges::count(token->headers,
                               "Authorization: Basic "
                               "bm9ybi1jbGllbnQ6czNjcmV0JTJGd2l0aCUzQXNpZ25z"),
            1);
  EXPECT_EQ(token->body.find("s3cret"), std::string::npos);
}

TEST_F(OidcTest, TheSecretIsInTheFormForThoseWhoWantItThere) {
  fake_.discovery_["token_endpoint_auth_methods_supported"] = R"(["client_secret_post"])";
  ASSERT_TRUE(sign_in());
  EXPECT_EQ(parameter(fake_.requests_.back().body + fake_.requests_[1].body, "client_secret"),
            "s3cret%2Fwith%3Asigns");
}

TEST_F(OidcTest, AStateWorksOnce) {
  const Oidc::Callback callback = visit(request());
  ASSERT_TRUE(finish(callback));
  const auto again = finish(callback);
  EXPECT_TRUE(fails(again, ErrorCode::kForbidden));
  EXPECT_EQ(message(again),
            "Signing in with Example failed: it took too long, or was finished already. Please try "
            "again.");
}

TEST_F(OidcTest, AStateIsUsedUpByAFailureToo) {
  Oidc::Callback callback = visit(request());
  callback.binding = "somebody else's";
  EXPECT_TRUE(fails(finish(callback), ErrorCode::kForbidden));
  callback = visit(request());
  const std::string code = std::exchange(callback.code, "");
  EXPECT_TRUE(fails(finish(callback), ErrorCode::kForbidden));
  callback.code = code;
  EXPECT_TRUE(fails(finish(callback), ErrorCode::kForbidden));
  EXPECT_EQ(fake_.count("https://id.example/token"), 0U);
}

TEST_F(OidcTest, WhatDoesNotFitTheBeginningIsRefused) {
  const auto refused = [this](auto change) {
    Oidc::Callback callback = visit(request());
    change(callback);
    return fails(finish(callback), ErrorCode::kForbidden);
  };
  EXPECT_TRUE(refused([](Oidc::Callback& c) { c.state = ""; }));
  EXPECT_TRUE(refused([](Oidc::Callback& c) { c.state = "another"; }));
  EXPECT_TRUE(refused([](Oidc::Callback& c) { c.binding = ""; }));
  EXPECT_TRUE(refused([](Oidc::Callback& c) { c.redirect_uri += "x"; }));
  EXPECT_TRUE(refused([](Oidc::Callback& c) { c.code = "of another"; }));
  EXPECT_TRUE(refused([this](Oidc::Callback&) { clock_.advance_ms(600'000); }));
  EXPECT_EQ(owner(), "nobody");
}

TEST_F(OidcTest, ACodeOfAnotherBrowserIsRefused) {
  const Oidc::Callback attacker = visit(request());
  Oidc::Callback victim = visit(request());
  victim.state = attacker.state;
  victim.code = attacker.code;
  EXPECT_TRUE(fails(finish(victim), ErrorCode::kForbidden));
  EXPECT_EQ(owner(), "nobody");
}

TEST_F(OidcTest, AStateOfOneProviderIsNothingToAnother) {
  EXPECT_TRUE(fails(oidc_.finish("other", visit(request()), kVisitor), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(oidc_.finish("nobody", visit(request()), kVisitor), ErrorCode::kNotFound));
  const auto begun = oidc_.begin("nobody", request(), kVisitor);
  ASSERT_TRUE(fails(begun, ErrorCode::kNotFound));
  EXPECT_EQ(begun.error().message, "There is no such provider.");
}

TEST_F(OidcTest, ATokenOfAnotherSignInIsRefused) {
  const Oidc::Callback callback = visit(request());
  fake_.changed_claims_ = {{"nonce", R"("another")"}};
  EXPECT_TRUE(fails(finish(callback), ErrorCode::kForbidden));
}

TEST_F(OidcTest, BrowsersReturnToPathsOfOurs) {
  Oidc::BeginRequest elsewhere = request();
  elsewhere.return_to = "//evil.example";
  const auto finished = finish(visit(elsewhere));
  ASSERT_TRUE(finished) << message(finished);
  EXPECT_EQ(finished->return_to, "/");
}

TEST_F(OidcTest, AVerifiedAddressLinksToTheAccountThatHasIt) {
  const User ada = make_ada();
  const auto finished = sign_in();
  ASSERT_TRUE(finished) << message(finished);
  EXPECT_EQ(finished->signed_in->user.id, ada.id);
  EXPECT_EQ(owner(), ada.id);
  EXPECT_EQ(testing::must(accounts_.users().password_hash(ada.id)), "a hash");
}

TEST_F(OidcTest, TheOwnerOfAnAddressTakesOverAnAccountThatAnotherPersonMadeForIt) {
  const User ada = make_ada(false);
  const auto before = testing::must(accounts_.sign_in_as(ada, "password", kVisitor));
  testing::must(accounts_.sessions().make_token(ada.id, "Script", {"account:read"}, {}));
  const auto finished = sign_in();
  ASSERT_TRUE(finished) << message(finished);
  EXPECT_EQ(finished->signed_in->user.id, ada.id);
  EXPECT_TRUE(testing::must(accounts_.sessions().verify(finished->signed_in->credential)));
  EXPECT_FALSE(testing::must(accounts_.sessions().verify(before.credential)));
  EXPECT_EQ(testing::must(accounts_.users().password_hash(ada.id)), "");
  EXPECT_TRUE(testing::must(accounts_.sessions().tokens(ada.id)).empty());
}

TEST_F(OidcTest, AccountsOfAProviderHaveAVerifiedAddress) {
  const std::string id = sign_in()->signed_in->user.id;
  EXPECT_TRUE(testing::must(accounts_.users().find_account(id))->email_verified);
}

TEST_F(OidcTest, AnAddressThatIsNotVerifiedLinksToNothing) {
  make_ada();
  for (const char* verified : {"false", "", "null", "\"false\"", "1"}) {
    fake_.changed_claims_ = {{"email_verified", verified}};
    const auto finished = sign_in();
    EXPECT_TRUE(fails(finished, ErrorCode::kForbidden)) << verified;
    EXPECT_EQ(message(finished),
              "There is an account with this e-mail address already, and Example has not verified "
              "that it is yours. Sign in to it with your password first, and link Example in your "
              "account then.");
  }
  EXPECT_EQ(owner(), "nobody");
}

TEST_F(OidcTest, NothingGoesAroundASecondFactor) {
  const User ada = make_ada();
  testing::must(
      store_.update(testing::update("norn", {{"PK", keys::user(ada.id)}, {"SK", "ACCOUNT"}},
                                    "SET totpSecret = :s", testing::values({{":s", "SECRET"}}))));
  EXPECT_TRUE(fails(sign_in(), ErrorCode::kForbidden));
  EXPECT_EQ(owner(), "nobody");
}

TEST_F(OidcTest, WhoMadeAnAccountWithAnAddressThatIsNotTheirsCannotKeepItsOwnerOut) {
  const User ada = make_ada(false);
  testing::must(accounts_.users().link_provider(ada.id, "example", "subject-0"));
  testing::must(
      store_.update(testing::update("norn", {{"PK", keys::user(ada.id)}, {"SK", "ACCOUNT"}},
                                    "SET totpSecret = :s, totpPending = :s, recoveryCodes = :s",
                                    testing::values({{":s", "SECRET"}}))));
  const auto finished = sign_in();
  ASSERT_TRUE(finished) << message(finished);
  EXPECT_EQ(owner(), ada.id);
  EXPECT_FALSE(testing::must(accounts_.users().find_account(ada.id))->second_factor);
  EXPECT_EQ(json("norn", keys::user(ada.id), "ACCOUNT").find("SECRET"), std::string::npos);
  EXPECT_FALSE(testing::must(accounts_.users().find_by_provider("example", "subject-0")));
}

TEST_F(OidcTest, AnotherIdentityOfTheSameProviderIsNotAddedSilently) {
  const User ada = make_ada();
  testing::must(accounts_.users().link_provider(ada.id, "example", "subject-0"));
  EXPECT_TRUE(fails(sign_in(), ErrorCode::kForbidden));
  EXPECT_EQ(owner(), "nobody");
}

TEST_F(OidcTest, ANewPersonNeedsAVerifiedAddress) {
  fake_.changed_claims_ = {{"email_verified", "false"}};
  EXPECT_TRUE(fails(sign_in(), ErrorCode::kForbidden));
  fake_.changed_claims_ = {{"email", ""}};
  EXPECT_TRUE(fails(sign_in(), ErrorCode::kForbidden));
  fake_.changed_claims_ = {{"email", R"("not an address")"}};
  EXPECT_TRUE(fails(sign_in(), ErrorCode::kForbidden));
  EXPECT_EQ(owner(), "nobody");
}

TEST_F(OidcTest, ANewPersonNeedsAnInvitationWhenSignUpIsNotOpen) {
  testing::must(accounts_.admission().change_settings({SignUp::kInvitation}));
  EXPECT_TRUE(fails(sign_in(), ErrorCode::kForbidden));

  const auto invited = testing::must(accounts_.admission().invite("", {}));
  Oidc::BeginRequest with_invitation = request();
  with_invitation.invitation = invited.secret;
  const auto finished = finish(visit(with_invitation));
  ASSERT_TRUE(finished) << message(finished);

  fake_.changed_claims_ = {{"sub", R"("subject-2")"}, {"email", R"("bob@example.org")"}};
  EXPECT_TRUE(fails(finish(visit(with_invitation)), ErrorCode::kForbidden)) << "it was used";
  with_invitation.invitation = "\xff";
  EXPECT_TRUE(fails(oidc_.begin("example", with_invitation, kVisitor), ErrorCode::kForbidden));
}

TEST_F(OidcTest, WhoIsSignedInLinksAndKeepsTheirSession) {
  const User ada = make_ada();
  fake_.changed_claims_ = {{"email", R"("elsewhere@example.org")"}, {"email_verified", "false"}};
  Oidc::BeginRequest link = request();
  link.link_user_id = ada.id;
  const auto finished = finish(visit(link));
  ASSERT_TRUE(finished) << message(finished);
  EXPECT_FALSE(finished->signed_in);
  EXPECT_EQ(owner(), ada.id);
  EXPECT_TRUE(finish(visit(link))) << "it is linked already";
}

TEST_F(OidcTest, OnlyWhoBeganLinks) {
  const User ada = make_ada();
  Oidc::BeginRequest link = request();
  link.link_user_id = ada.id;
  Oidc::Callback callback = visit(link);
  callback.user_id.reset();
  EXPECT_TRUE(fails(finish(callback), ErrorCode::kForbidden));
  callback = visit(link);
  callback.user_id = CountingIds::id_of(7);
  EXPECT_TRUE(fails(finish(callback), ErrorCode::kForbidden));
  EXPECT_EQ(owner(), "nobody");
}

TEST_F(OidcTest, AnIdentityOfAnotherAccountIsNotLinked) {
  const std::string owner_id = sign_in()->signed_in->user.id;
  NewUser bob;
  bob.email = "bob@example.org";
  bob.name = "Bob";
  Oidc::BeginRequest link = request();
  link.link_user_id = testing::must(accounts_.users().create(bob)).id;
  EXPECT_TRUE(fails(finish(visit(link)), ErrorCode::kForbidden));
  EXPECT_EQ(owner(), owner_id);
}

TEST_F(OidcTest, WhatTheTokenLacksIsAskedFor) {
  fake_.changed_claims_ = {{"email", ""}, {"email_verified", ""}, {"name", ""}};
  fake_.userinfo_ = R"({"sub":"subject-1","email":"ada@example.org","email_verified":"true",
                        "name":"Countess Ada"})";
  const auto finished = sign_in();
  ASSERT_TRUE(finished) << message(finished);
  EXPECT_EQ(finished->signed_in->user.name, "Countess Ada");
  EXPECT_EQ(std::ranges::count(fake_.requests_.back().headers, "Authorization: Bearer access-1"),
            1);
}

TEST_F(OidcTest, RepliesAboutAnotherPersonAreRefused) {
  fake_.changed_claims_ = {{"email", ""}};
  fake_.userinfo_ = R"({"sub":"subject-2","email":"ada@example.org","email_verified":true})";
  EXPECT_TRUE(fails(sign_in(), ErrorCode::kForbidden));
}

TEST_F(OidcTest, SubjectsHaveAShape) {
  for (const std::string subject : {R"("")", R"("a#b")", R"("a\u0001b")", "7", R"("ä")"}) {
    fake_.changed_claims_ = {{"sub", subject}};
    EXPECT_TRUE(fails(sign_in(), ErrorCode::kForbidden)) << subject;
  }
  fake_.changed_claims_ = {{"sub", '"' + std::string(256, 'a') + '"'}};
  EXPECT_TRUE(fails(sign_in(), ErrorCode::kForbidden));
}

TEST_F(OidcTest, NamesAreMadeUsable) {
  fake_.changed_claims_ = {{"name", R"("  Ada\u0000\n Lovelace ")"}};
  EXPECT_EQ(sign_in()->signed_in->user.name, "Ada Lovelace");
  fake_.changed_claims_ = {
      {"name", ""}, {"sub", R"("subject-2")"}, {"email", R"("bob@example.org")"}};
  EXPECT_EQ(sign_in()->signed_in->user.name, "bob");
}

TEST_F(OidcTest, AnIssuerHasToBeItself) {
  const auto begin_with = [this](const std::string& name, const std::string& value) {
    clock_.advance_ms(600'000);
    const auto discovery = fake_.discovery_;
    fake_.discovery_[name] = value;
    const auto begun = oidc_.begin("example", request(), kVisitor);
    fake_.discovery_ = discovery;
    return fails(begun, ErrorCode::kForbidden);
  };
  EXPECT_TRUE(begin_with("issuer", R"("https://id.example/")"));
  EXPECT_TRUE(begin_with("authorization_endpoint", R"("http://id.example/a")"));
  EXPECT_TRUE(begin_with("authorization_endpoint", R"("javascript:alert")"));
  EXPECT_TRUE(begin_with("token_endpoint", R"("http://localhost/t")"));
  EXPECT_TRUE(begin_with("jwks_uri", "null"));
}

TEST_F(OidcTest, AProviderThatCannotBeReachedIsToldWithoutDetails) {
  fake_.unreachable_ = Error{ErrorCode::kUnavailable, "connect to 10.0.0.1 failed", nullptr};
  const auto begun = oidc_.begin("example", request(), kVisitor);
  ASSERT_TRUE(fails(begun, ErrorCode::kForbidden));
  EXPECT_EQ(begun.error().message,
            "Signing in with Example failed: it cannot be reached at the moment. Please try "
            "again.");
}

TEST_F(OidcTest, AFailedDiscoveryIsRememberedForAWhile) {
  fake_.unreachable_ = Error{ErrorCode::kUnavailable, "connect to 10.0.0.1 failed", nullptr};
  const auto begin = [this] { return oidc_.begin("example", request(), kVisitor); };
  const auto first = begin();
  ASSERT_TRUE(fails(first, ErrorCode::kForbidden));
  fake_.unreachable_.reset();
  clock_.advance_ms(29'999);
  const auto second = begin();
  ASSERT_TRUE(fails(second, ErrorCode::kForbidden));
  EXPECT_EQ(second.error().message, first.error().message);
  EXPECT_EQ(fake_.requests_.size(), 1U);
  EXPECT_TRUE(oidc_.begin("other", request(), kVisitor));
  clock_.advance_ms(1);
  EXPECT_TRUE(begin());
}

TEST_F(OidcTest, BeginningAndFinishingAreThrottledByNetwork) {
  const Visitor other = {.address = "192.0.2.2", .user_agent = ""};
  for (int i = 0; i < 60; ++i) testing::must(oidc_.begin("example", request(), kVisitor));
  EXPECT_TRUE(fails(oidc_.begin("example", request(), kVisitor), ErrorCode::kTooManyRequests));
  EXPECT_TRUE(fails(oidc_.begin("other", request(), kVisitor), ErrorCode::kTooManyRequests));
  EXPECT_TRUE(oidc_.begin("example", request(), other));

  Oidc::Callback guess;
  guess.redirect_uri = kRedirectUri;
  guess.state = "a guess";
  for (int i = 0; i < 60; ++i) EXPECT_TRUE(fails(finish(guess), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(finish(guess), ErrorCode::kTooManyRequests));
  EXPECT_TRUE(fails(oidc_.finish("example", guess, other), ErrorCode::kForbidden));
  clock_.advance_ms(900'000);
  EXPECT_TRUE(fails(finish(guess), ErrorCode::kForbidden));
  EXPECT_TRUE(sign_in());
}

TEST_F(OidcTest, StatesAreKeptAsHashes) {
  const Oidc::Callback callback = visit(request());
  for (const store::ItemView item : testing::must(store_.scan(testing::scan("norn"))).items) {
    EXPECT_EQ(item.json().find(callback.state), std::string_view::npos);
    EXPECT_EQ(item.json().find(callback.binding), std::string_view::npos);
  }
}

}  // namespace
}  // namespace norn::accounts
