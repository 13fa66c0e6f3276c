#pragma once

#include "base/sentence.h"

// What all routes say.
namespace norn::rest {

// Who may call.
inline constexpr Sentence<> kNotSignedIn{"notSignedIn", "You are not signed in. Sign in first."};
inline constexpr Sentence<> kNotSignedInWithToken{
    "notSignedInWithToken",
    "You are not signed in. Sign in, or send an API token as `Authorization: Bearer`."};
inline constexpr Sentence<1> kTokenLacksScope{"tokenLacksScope",
                                              "This API token lacks the scope {scope}."};
inline constexpr Sentence<> kNotWithToken{"notWithToken",
                                          "An API token may not do this. Sign in instead."};
inline constexpr Sentence<> kCrossSite{
    "crossSite",
    "This request comes from a page of another site, which may not change things here."};
inline constexpr Sentence<> kCrossSiteOrProxy{
    "crossSiteOrProxy",
    "This request comes from a page of another site, which may not change things here. If the "
    "server stands behind a proxy, it has to be told its public address."};

// How much.
inline constexpr Sentence<> kTooManyRequests{
    "tooManyRequests", "Too many requests. Wait a moment before you send more."};
inline constexpr Sentence<1> kTooManyLongRequests{
    "tooManyLongRequests",
    "{count} of your long requests are running or waiting. Wait until some of them have ended."};
inline constexpr Sentence<> kTooManyPages{"tooManyPages",
                                          "Too many pages are open at once. Close some of them."};

// What the server cannot do.
inline constexpr Sentence<> kUnavailable{
    "unavailable", "The server cannot do this right now. Try again in a moment."};
inline constexpr Sentence<> kNoSpace{"noSpace",
                                     "The server has no space left, and nothing was changed."};
inline constexpr Sentence<1> kUnreadableItem{"unreadableItem",
                                             "{reason} Another program wrote it. Its owner finds "
                                             "it in the settings, under \"Needs attention\"."};

// Headers and queries.
inline constexpr Sentence<> kIfMatchMissing{
    "ifMatchMissing",
    "If-Match is missing. Send the ETag of the state that your change is based on in If-Match, as "
    "it was given."};
inline constexpr Sentence<> kIfMatchInvalid{
    "ifMatchInvalid",
    "If-Match must be one strong ETag in quotes. Send the ETag of the state that your change is "
    "based on in If-Match, as it was given."};
inline constexpr Sentence<1> kIdempotencyKeyInvalid{
    "idempotencyKeyInvalid", "Idempotency-Key must have 1 to {most} printable ASCII characters."};
inline constexpr Sentence<1> kQueryMissing{"queryMissing",
                                           "The parameter `{parameter}` of the query is missing."};
inline constexpr Sentence<3> kQueryNotInteger{
    "queryNotInteger",
    "The parameter `{parameter}` of the query must be a whole number from {least} to {most}."};
inline constexpr Sentence<1> kQueryNotBoolean{
    "queryNotBoolean", "The parameter `{parameter}` of the query must be true or false."};
inline constexpr Sentence<> kQueryNotUtf8{"queryNotUtf8", "The query is not in UTF-8."};

// Bodies.
inline constexpr Sentence<> kBodyNotJson{
    "bodyNotJson",
    "The body is not JSON: something is missing or misplaced, or it is not in UTF-8."};
inline constexpr Sentence<> kBodyNotJsonType{
    "bodyNotJsonType", "The body must be JSON, and its Content-Type application/json."};
inline constexpr Sentence<1> kBodyOfOtherType{
    "bodyOfOtherType", "The body must be what the description says, and its Content-Type {type}."};
inline constexpr Sentence<> kBodyNotObject{"bodyNotObject", "The body must be a JSON object."};
inline constexpr Sentence<1> kBodyTooDeep{"bodyTooDeep",
                                          "The body is nested more than {most} levels deep."};
inline constexpr Sentence<> kBodyNumberInvalid{
    "bodyNumberInvalid", "A number in the body is too large, or is not a JSON number."};

// Their members.
inline constexpr Sentence<1> kMemberTwice{"memberTwice", "`{field}` occurs twice in one object."};
inline constexpr Sentence<> kLongMemberTwice{"longMemberTwice",
                                             "A member occurs twice in one object."};
inline constexpr Sentence<1> kMemberUnknown{"memberUnknown", "`{field}` is not known here."};
inline constexpr Sentence<> kLongMemberUnknown{"longMemberUnknown",
                                               "A member with a very long name is not known here."};
inline constexpr Sentence<1> kMemberMissing{"memberMissing", "`{field}` is missing."};
inline constexpr Sentence<1> kNotText{"notText", "`{field}` must be a text."};
inline constexpr Sentence<1> kNotBoolean{"notBoolean", "`{field}` must be true or false."};
inline constexpr Sentence<3> kNotInteger{
    "notInteger", "`{field}` must be a whole number from {least} to {most}."};
inline constexpr Sentence<2> kNotChoice{"notChoice", "`{field}` must be one of: {choices}."};
inline constexpr Sentence<1> kNotObject{"notObject", "`{field}` must be an object."};
inline constexpr Sentence<1> kNotTexts{"notTexts", "`{field}` must be a list of texts."};
inline constexpr Sentence<1> kNotIntegers{"notIntegers",
                                          "`{field}` must be a list of whole numbers."};
inline constexpr Sentence<1> kNotObjects{"notObjects", "`{field}` must be a list of objects."};
inline constexpr Sentence<2> kTooManyElements{"tooManyElements",
                                              "`{field}` may have at most {most} elements."};
inline constexpr Sentence<2> kTooManyBytes{"tooManyBytes",
                                           "`{field}` may have at most {most} bytes."};
inline constexpr Sentence<2> kWrongLength{"wrongLength",
                                          "`{field}` must have {length} characters."};
inline constexpr Sentence<2> kTooManyCharacters{"tooManyCharacters",
                                                "`{field}` may have at most {most} characters."};
inline constexpr Sentence<3> kLengthOutOfRange{"lengthOutOfRange",
                                               "`{field}` must have {least} to {most} characters."};
inline constexpr Sentence<1> kNotOneLine{"notOneLine", "`{field}` must be one line, without tabs."};
inline constexpr Sentence<1> kControlCharacter{"controlCharacter",
                                               "`{field}` has a control character in it."};

inline constexpr SentenceText kSentences[] = {
    kNotSignedIn,
    kNotSignedInWithToken,
    kTokenLacksScope,
    kNotWithToken,
    kCrossSite,
    kCrossSiteOrProxy,
    kTooManyRequests,
    kTooManyLongRequests,
    kTooManyPages,
    kUnavailable,
    kNoSpace,
    kUnreadableItem,
    kIfMatchMissing,
    kIfMatchInvalid,
    kIdempotencyKeyInvalid,
    kQueryMissing,
    kQueryNotInteger,
    kQueryNotBoolean,
    kQueryNotUtf8,
    kBodyNotJson,
    kBodyNotJsonType,
    kBodyOfOtherType,
    kBodyNotObject,
    kBodyTooDeep,
    kBodyNumberInvalid,
    kMemberTwice,
    kLongMemberTwice,
    kMemberUnknown,
    kLongMemberUnknown,
    kMemberMissing,
    kNotText,
    kNotBoolean,
    kNotInteger,
    kNotChoice,
    kNotObject,
    kNotTexts,
    kNotIntegers,
    kNotObjects,
    kTooManyElements,
    kTooManyBytes,
    kWrongLength,
    kTooManyCharacters,
    kLengthOutOfRange,
    kNotOneLine,
    kControlCharacter,
};

}  // namespace norn::rest
