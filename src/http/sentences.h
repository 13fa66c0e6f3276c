#pragma once

#include "base/sentence.h"

// What the server says before, and instead of, a handler.
namespace norn::http {

inline constexpr Sentence<1> kMalformedRequest{"malformedRequest", "{reason}"};
inline constexpr Sentence<> kBodyTooLarge{"bodyTooLarge", "The request's body is too large."};
inline constexpr Sentence<1> kBodyLargerThan{"bodyLargerThan",
                                             "The body is larger than {bytes} bytes."};
inline constexpr Sentence<1> kUnpackedBodyLargerThan{
    "unpackedBodyLargerThan", "The body is larger than {bytes} bytes once it is decompressed."};
inline constexpr Sentence<> kNotGzip{"notGzip",
                                     "The body is not gzip, as its Content-Encoding says."};
inline constexpr Sentence<> kDamagedGzip{"damagedGzip", "The body's gzip data is damaged."};
inline constexpr Sentence<> kUnknownContentEncoding{
    "unknownContentEncoding", "The only Content-Encoding that is taken is gzip, and that once."};
inline constexpr Sentence<> kAddressTooLong{"addressTooLong", "The request's target is too long."};
inline constexpr Sentence<> kHeaderTooLarge{"headerTooLarge", "The request's header is too large."};
inline constexpr Sentence<> kTooManyHeaders{"tooManyHeaders", "The request has too many headers."};
inline constexpr Sentence<> kTooManyLargeRequests{
    "tooManyLargeRequests", "Too many large requests at this moment; try again soon."};
inline constexpr Sentence<> kTooManyLargeReplies{
    "tooManyLargeReplies", "Too many large replies at this moment; try again soon."};
inline constexpr Sentence<> kTooManyStreams{
    "tooManyStreams", "Too many streams are open at this moment; try again soon."};
inline constexpr Sentence<> kTooManyConnections{"tooManyConnections",
                                                "Too many connections; try again soon."};
inline constexpr Sentence<> kServerBusy{"serverBusy",
                                        "Too many requests at a time. Try again in a moment."};
inline constexpr Sentence<> kServerError{
    "serverError", "Something went wrong in the server. It has been written to its log."};
inline constexpr Sentence<> kNothingHere{"nothingHere", "There is nothing at this address."};
inline constexpr Sentence<1> kMethodNotAllowed{
    "methodNotAllowed", "This address answers to these methods only: {methods}."};
inline constexpr Sentence<> kOnlyForLoopback{
    "onlyForLoopback",
    "This server answers requests for localhost, 127.0.0.1 and [::1] only. If people use another "
    "name for it, start it with --public-url."};
inline constexpr Sentence<> kOnlyForMachine{
    "onlyForMachine",
    "This server answers requests for its IP addresses and for the names of its machine only. If "
    "people use another name for it, start it with --public-url."};
inline constexpr Sentence<1> kOnlyForHost{
    "onlyForHost",
    "This server answers requests for {host} only, as --public-url says. Use that address; if a "
    "proxy is in front of the server, let it pass the Host header on."};

inline constexpr SentenceText kSentences[] = {
    kMalformedRequest,
    kBodyTooLarge,
    kBodyLargerThan,
    kUnpackedBodyLargerThan,
    kNotGzip,
    kDamagedGzip,
    kUnknownContentEncoding,
    kAddressTooLong,
    kHeaderTooLarge,
    kTooManyHeaders,
    kTooManyLargeRequests,
    kTooManyLargeReplies,
    kTooManyStreams,
    kTooManyConnections,
    kServerBusy,
    kServerError,
    kNothingHere,
    kMethodNotAllowed,
    kOnlyForLoopback,
    kOnlyForMachine,
    kOnlyForHost,
};

}  // namespace norn::http
