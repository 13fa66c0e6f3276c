#pragma once

#include "base/sentence.h"

// What is said about members and invitations. A {thing} is a calendar or a place, a {role} one of
// its roles.
namespace norn::sharing {

inline constexpr Sentence<> kMemberNotFound{"memberNotFound",
                                            "There is no such member, or you may not see it."};
inline constexpr Sentence<> kInvitationToThingNotFound{
    "invitationToThingNotFound", "There is no such invitation, or you may not see it."};
inline constexpr Sentence<2> kLastOwner{
    "lastOwner", "A {thing} needs at least one {role}. Give that role to another member first."};
inline constexpr Sentence<2> kLastOwnerOfThings{
    "lastOwnerOfThings",
    "You are the only {role} of {names}, which others use too. First give that role to another "
    "member, or delete what you do not hand over."};
inline constexpr Sentence<1> kRoleUnknown{"roleUnknown", "There is no role \"{role}\"."};
inline constexpr Sentence<2> kExactlyOneOwner{
    "exactlyOneOwner", "This {thing} has exactly one {role}. Hand it over instead."};
inline constexpr Sentence<2> kInTooManyThings{
    "inTooManyThings",
    "You are in {most} {thing}s, which is the limit. Leave or delete one of them first."};
inline constexpr Sentence<2> kPersonInTooManyThings{
    "personInTooManyThings", "This person is in {most} {thing}s, which is the limit."};
inline constexpr Sentence<2> kAddressNotProved{
    "addressNotProved",
    "This person has not yet proved that the address is theirs, so they cannot join as {role}. "
    "Invite them as {lowerRole}, make sure that it is really them, and then give them the role "
    "{role}."};
inline constexpr Sentence<2> kTooManyMembers{
    "tooManyMembers",
    "A {thing} cannot have more than {most} members, including people who are invited. Remove a "
    "member first."};
inline constexpr Sentence<1> kTooManyOpenInvitations{
    "tooManyOpenInvitations",
    "The {thing} has too many open invitations. Withdraw some of them first."};
inline constexpr Sentence<1> kAlreadyMember{"alreadyMember",
                                            "This person is already in the {thing}."};
inline constexpr Sentence<> kAddressInvitedTooOften{
    "addressInvitedTooOften",
    "This address already has too many invitations. Invite this person again once they have an "
    "account."};

inline constexpr SentenceText kSentences[] = {
    kMemberNotFound,
    kInvitationToThingNotFound,
    kLastOwner,
    kLastOwnerOfThings,
    kRoleUnknown,
    kExactlyOneOwner,
    kInTooManyThings,
    kPersonInTooManyThings,
    kAddressNotProved,
    kTooManyMembers,
    kTooManyOpenInvitations,
    kAlreadyMember,
    kAddressInvitedTooOften,
};

}  // namespace norn::sharing
