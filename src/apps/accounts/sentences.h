#pragma once

#include "base/sentence.h"

// What is said about people and how they sign in.
namespace norn::accounts {

inline constexpr Sentence<> kAccountNotFound{"accountNotFound",
                                             "There is no such account, or you may not see it."};
inline constexpr Sentence<> kNoAccountWithAddress{"noAccountWithAddress",
                                                  "There is no account with this address."};
inline constexpr Sentence<> kPersonNotFound{"personNotFound",
                                            "There is no such person, or you may not see them."};
inline constexpr Sentence<> kSessionNotFound{"sessionNotFound",
                                             "There is no such session, or you may not see it."};
inline constexpr Sentence<> kTokenNotFound{"tokenNotFound",
                                           "There is no such token, or you may not see it."};
inline constexpr Sentence<> kInvitationNotFound{
    "invitationNotFound", "There is no such invitation, or you may not see it."};
inline constexpr Sentence<> kLinkNotFound{"linkNotFound",
                                          "There is no such link, or you may not see it."};
inline constexpr Sentence<> kFeedNotFound{"feedNotFound",
                                          "There is no such feed, or you may not see it."};
inline constexpr Sentence<> kProviderNotFound{"providerNotFound", "There is no such provider."};

// Signing in.
inline constexpr Sentence<> kWrongAddressOrPassword{"wrongAddressOrPassword",
                                                    "The e-mail address or the password is wrong."};
inline constexpr Sentence<> kCodeNeeded{
    "codeNeeded", "Enter the code of your authenticator app, or one of your recovery codes."};
inline constexpr Sentence<> kCodeWrongOrUsed{"codeWrongOrUsed",
                                             "The code is wrong or has already been used."};
inline constexpr Sentence<> kCodeWrongOrUsedWait{
    "codeWrongOrUsedWait",
    "The code is wrong or has already been used. Wait for the next one and try again."};
inline constexpr Sentence<> kSignedOutMeanwhile{"signedOutMeanwhile",
                                                "You have been signed out in the meantime."};
inline constexpr Sentence<> kAccountChangedMeanwhile{
    "accountChangedMeanwhile", "Your account was changed while you signed in. Sign in again."};
inline constexpr Sentence<> kAccountDisabled{
    "accountDisabled",
    "This account is disabled. Ask an administrator of this server to enable it."};
inline constexpr Sentence<> kAccountDeleted{"accountDeleted", "This account was deleted."};
inline constexpr Sentence<> kTooManyTries{"tooManyTries",
                                          "Too many attempts. Wait a while, then try again."};
inline constexpr Sentence<> kTooManyTriesAtOnce{
    "tooManyTriesAtOnce", "Too many attempts at the same time. Try again in a moment."};
inline constexpr Sentence<> kManySignIns{
    "manySignIns", "Many people are signing in at this moment. Try again in a few seconds."};

// With a provider. The page gets the codes in the address that it is sent to.
inline constexpr Sentence<> kProvidersBusy{
    "providersBusy", "Too many people are signing in with a provider at this moment. Try again."};
inline constexpr Sentence<2> kProviderFailed{
    "provider-failed", "Signing in with {provider} failed: {why}. Please try again."};
inline constexpr Sentence<2> kSignInFirst{
    "sign-in-first",
    "There is an account with this e-mail address already, and {why}. Sign in to it with your "
    "password first, and link {provider} in your account then."};
inline constexpr Sentence<> kProviderInvitation{
    "invitation", "This invitation is not valid or has already been used. Ask for a new one."};
inline constexpr Sentence<1> kProviderIdentityTaken{
    "identity-taken", "This identity of {provider} belongs to another account."};
inline constexpr Sentence<1> kProviderNoAddress{
    "no-address",
    "{provider} did not send your e-mail address, which an account needs. Allow it there and try "
    "again."};
inline constexpr Sentence<1> kProviderAddressNotVerified{
    "address-not-verified",
    "{provider} has not verified your e-mail address. Verify it there and try again."};
inline constexpr Sentence<1> kTooManyIdentities{"tooManyIdentities",
                                                "An account can have at most {most} identities."};
inline constexpr Sentence<> kIdentityTaken{"identityTaken",
                                           "This identity belongs to another account."};
inline constexpr Sentence<> kIdentityExists{"identityExists",
                                            "There is already an account with this identity."};
inline constexpr Sentence<> kProviderIdInvalid{
    "providerIdInvalid",
    "The id of a provider must have 1 to 32 of the characters a-z, 0-9 and -."};
inline constexpr Sentence<> kSubjectInvalid{
    "subjectInvalid",
    "The provider sent an id for you that cannot be stored: it must have 1 to 255 printable ASCII "
    "characters without spaces and #."};

// New accounts.
inline constexpr Sentence<> kSignUpClosed{"signUpClosed",
                                          "Sign-up on this server is closed at the moment."};
inline constexpr Sentence<> kInvitationNeeded{
    "invitationNeeded", "You need an invitation to sign up on this server. Ask for one."};
inline constexpr Sentence<> kInvitationInvalid{
    "invitationInvalid",
    "This invitation is not valid: it was used, withdrawn, has expired, or is for another e-mail "
    "address. Ask for a new one."};
inline constexpr Sentence<> kInvitationJustUsed{
    "invitationJustUsed", "This invitation has just been used. Ask for a new one."};
inline constexpr Sentence<1> kTooManyInvitations{
    "tooManyInvitations",
    "There are already {most} open invitations. Withdraw some of them first."};
inline constexpr Sentence<> kAlreadySetUp{
    "alreadySetUp", "This server has already been set up. Sign in, or ask for an invitation."};
inline constexpr Sentence<> kSetUpByAnother{"setUpByAnother",
                                            "Someone else has just set up this server."};
inline constexpr Sentence<> kSetupLinkWrong{
    "setupLinkWrong",
    "This is not the link to set up the server. Use the one that it printed at its last start."};
inline constexpr Sentence<> kNotSetUp{
    "notSetUp", "This server has not been set up yet. Its operator makes the first account."};
inline constexpr Sentence<> kAddressTaken{"addressTaken",
                                          "There is already an account with this e-mail address."};
inline constexpr Sentence<> kAddressOfForeignPerson{
    "addressOfForeignPerson",
    "Another program has stored a person with this e-mail address in Norn's tables. Sign in as "
    "that person, with its password or provider, or ask an administrator for an invitation to this "
    "address."};
inline constexpr Sentence<> kSetupAddressOfForeignPerson{
    "setupAddressOfForeignPerson",
    "Another program has stored a person with this e-mail address in Norn's tables. Set the server "
    "up with another address; that person can sign in then."};
inline constexpr Sentence<1> kAddressOfAnotherAccount{
    "addressOfAnotherAccount",
    "The e-mail address of this person belongs to the account with the id {id}, so the person with "
    "this id cannot sign in."};
inline constexpr Sentence<> kUsedMeanwhile{
    "usedMeanwhile",
    "What this account was to be created with has been used or changed in the meantime."};
inline constexpr Sentence<> kPersonChangedMeanwhile{
    "personChangedMeanwhile",
    "Another program has changed this person in the meantime. Try again."};
inline constexpr Sentence<> kAccountKeepsChanging{
    "accountKeepsChanging",
    "Something that belongs to this account keeps changing. Try again in a moment."};

// Changing an account.
inline constexpr Sentence<> kNothingToChange{
    "nothingToChange",
    "There is nothing to change. Send a new `name`, `email`, `language` or `firstSteps`."};
inline constexpr Sentence<> kAddressChangedMeanwhile{
    "addressChangedMeanwhile",
    "The e-mail address was changed in the meantime. Reload it and try again."};
inline constexpr Sentence<> kPasswordChangedMeanwhile{
    "passwordChangedMeanwhile",
    "The password was changed in the meantime. Sign in with the new one and try again."};
inline constexpr Sentence<> kDeletedWithChanged{
    "deletedWithChanged", "What this account was to be deleted with has changed in the meantime."};
inline constexpr Sentence<2> kPersonCannotBeDeleted{
    "personCannotBeDeleted",
    "{name} cannot be deleted now. The message for them would be: {message}"};
inline constexpr Sentence<> kOwnAccountPassword{
    "ownAccountPassword",
    "This is your own account. Change your password where you change your account."};
inline constexpr Sentence<> kOwnAccountDelete{
    "ownAccountDelete", "This is your own account. Delete it where you change your account."};
inline constexpr Sentence<> kOwnAccountDisable{
    "ownAccountDisable", "This is your own account. Only another administrator can disable it."};
inline constexpr Sentence<1> kPersonDisabled{"personDisabled",
                                             "The account of {name} is disabled. Enable it first."};
inline constexpr Sentence<> kNoStanding{
    "noStanding", "There is nothing to change. Send `administrator` or `disabled`."};
inline constexpr Sentence<> kLastAdministrator{
    "lastAdministrator",
    "Norn needs at least one administrator. Make someone else an administrator first."};

// Names, addresses and passwords.
inline constexpr Sentence<> kNameControlCharacter{
    "nameControlCharacter", "The name must not have control characters or line breaks."};
inline constexpr Sentence<1> kNameLength{"nameLength",
                                         "The name must have 1 to {most} characters."};
inline constexpr Sentence<> kEmailMissing{"emailMissing", "Enter an e-mail address."};
inline constexpr Sentence<1> kEmailTooLong{"emailTooLong",
                                           "The e-mail address must have at most {most} bytes."};
inline constexpr Sentence<> kEmailCharacters{"emailCharacters",
                                             "The e-mail address must not have spaces, control "
                                             "characters, # or letters that look like others."};
inline constexpr Sentence<> kEmailForm{"emailForm",
                                       "The e-mail address must look like name@example.org."};
inline constexpr Sentence<1> kPasswordTooLong{"passwordTooLong",
                                              "The password must have at most {most} bytes."};
inline constexpr Sentence<1> kPasswordTooShort{
    "passwordTooShort", "The password must have at least {least} characters."};
inline constexpr Sentence<> kPasswordNotText{"passwordNotText", "The password must be text."};
inline constexpr Sentence<> kPasswordOfSpaces{"passwordOfSpaces",
                                              "The password must not consist of spaces only."};
inline constexpr Sentence<> kPasswordCommon{
    "passwordCommon", "This password is very common, so it is easy to guess. Choose another."};
inline constexpr Sentence<> kPasswordIsEmail{"passwordIsEmail",
                                             "The password must not be your e-mail address."};
inline constexpr Sentence<> kPasswordMissing{"passwordMissing", "Enter your password."};
inline constexpr Sentence<> kPasswordWrong{"passwordWrong", "The password is wrong."};
inline constexpr Sentence<> kNoMemoryForPassword{
    "noMemoryForPassword", "There is not enough memory to hash a password. Try again in a moment."};
inline constexpr Sentence<> kPasswordLinkInvalid{
    "passwordLinkInvalid",
    "This link is not valid any more: it was used, has expired, or there is a newer one. Ask an "
    "administrator for another."};

// The second factor.
inline constexpr Sentence<> kSecondFactorOn{
    "secondFactorOn",
    "The second factor is already on. Turn it off before you set up another one."};
inline constexpr Sentence<> kNoSecretToConfirm{"noSecretToConfirm",
                                               "There is no secret to confirm. Request one first."};
inline constexpr Sentence<> kCodeWrong{
    "codeWrong", "The code is wrong. Check the clock of your device and try the next code."};
inline constexpr Sentence<> kSecondFactorChanged{
    "secondFactorChanged",
    "The second factor was changed in the meantime. Reload it and try again."};

// API tokens.
inline constexpr Sentence<> kTokenInvalid{"tokenInvalid",
                                          "This token is not valid, or is not valid any more."};
inline constexpr Sentence<> kTokenNeedsAccountRead{
    "tokenNeedsAccountRead",
    "This token may not see the account: it needs the scope account:read."};
inline constexpr Sentence<> kTokenNeedsScope{"tokenNeedsScope",
                                             "A token needs at least one scope."};
inline constexpr Sentence<1> kScopesUnknown{"scopesUnknown", "The scopes of a token are {scopes}."};
inline constexpr Sentence<> kTokenExpiresInPast{"tokenExpiresInPast",
                                                "A token must expire in the future, or never."};
inline constexpr Sentence<> kTokenExpiryForm{
    "tokenExpiryForm", "`expiresAt` must be a time like 2030-01-31T12:00:00Z."};
inline constexpr Sentence<1> kTooManyTokens{
    "tooManyTokens", "There are already {most} tokens. Remove one that is no longer used."};

inline constexpr SentenceText kSentences[] = {
    kAccountNotFound,
    kNoAccountWithAddress,
    kPersonNotFound,
    kSessionNotFound,
    kTokenNotFound,
    kInvitationNotFound,
    kLinkNotFound,
    kFeedNotFound,
    kProviderNotFound,
    kWrongAddressOrPassword,
    kCodeNeeded,
    kCodeWrongOrUsed,
    kCodeWrongOrUsedWait,
    kSignedOutMeanwhile,
    kAccountChangedMeanwhile,
    kAccountDisabled,
    kAccountDeleted,
    kTooManyTries,
    kTooManyTriesAtOnce,
    kManySignIns,
    kProvidersBusy,
    kProviderFailed,
    kSignInFirst,
    kProviderInvitation,
    kProviderIdentityTaken,
    kProviderNoAddress,
    kProviderAddressNotVerified,
    kTooManyIdentities,
    kIdentityTaken,
    kIdentityExists,
    kProviderIdInvalid,
    kSubjectInvalid,
    kSignUpClosed,
    kInvitationNeeded,
    kInvitationInvalid,
    kInvitationJustUsed,
    kTooManyInvitations,
    kAlreadySetUp,
    kSetUpByAnother,
    kSetupLinkWrong,
    kNotSetUp,
    kAddressTaken,
    kAddressOfForeignPerson,
    kSetupAddressOfForeignPerson,
    kAddressOfAnotherAccount,
    kUsedMeanwhile,
    kPersonChangedMeanwhile,
    kAccountKeepsChanging,
    kNothingToChange,
    kAddressChangedMeanwhile,
    kPasswordChangedMeanwhile,
    kDeletedWithChanged,
    kPersonCannotBeDeleted,
    kOwnAccountPassword,
    kOwnAccountDelete,
    kOwnAccountDisable,
    kPersonDisabled,
    kNoStanding,
    kLastAdministrator,
    kNameControlCharacter,
    kNameLength,
    kEmailMissing,
    kEmailTooLong,
    kEmailCharacters,
    kEmailForm,
    kPasswordTooLong,
    kPasswordTooShort,
    kPasswordNotText,
    kPasswordOfSpaces,
    kPasswordCommon,
    kPasswordIsEmail,
    kPasswordMissing,
    kPasswordWrong,
    kNoMemoryForPassword,
    kPasswordLinkInvalid,
    kSecondFactorOn,
    kNoSecretToConfirm,
    kCodeWrong,
    kSecondFactorChanged,
    kTokenInvalid,
    kTokenNeedsAccountRead,
    kTokenNeedsScope,
    kScopesUnknown,
    kTokenExpiresInPast,
    kTokenExpiryForm,
    kTooManyTokens,
};

}  // namespace norn::accounts
