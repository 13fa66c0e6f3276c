#pragma once

#include <cstddef>
#include <cstdint>

// How long and how many. Routes read by these limits, services check them, and the schemas of the
// OpenAPI document are made from them. Characters are Unicode code points.
namespace norn::family {

// Of a tree.
constexpr size_t kMaxTreeNameCharacters = 100;
constexpr size_t kMaxTreeDescriptionCharacters = 10'000;

// Of a person.
constexpr size_t kMaxNameCharacters = 200;
constexpr size_t kMaxPlaceCharacters = 300;
constexpr size_t kMaxDateTextCharacters = 200;
constexpr size_t kMaxBiographyCharacters = 50'000;
constexpr size_t kMaxUrlCharacters = 2'000;
// A person goes with the relationships in one transaction, which holds 100 actions.
constexpr size_t kMaxParents = 20;
constexpr size_t kMaxSpouses = 30;
constexpr size_t kMaxChildren = 100;
// Of each kind, that a person is created with: in one transaction, which reads each of them, too.
constexpr size_t kMaxNewRelatives = 10;

// Of a relationship, a fact and a source.
constexpr size_t kMaxNotesCharacters = 10'000;
constexpr size_t kMaxEarlierMarriages = 10;
constexpr size_t kMaxFactKindCharacters = 50;
constexpr size_t kMaxFactsPerPerson = 500;  // With notes.
constexpr size_t kMaxCitations = 20;
constexpr size_t kMaxCitationCharacters = 2'000;
// Of all that a person or a couple cites: it is in one item with the rest.
constexpr size_t kMaxCitedBytes = 80'000;
constexpr size_t kMaxSourceTitleCharacters = 500;

// Of a photo.
constexpr size_t kMaxPhotosPerPerson = 100;
constexpr size_t kMaxCaptionCharacters = 500;

// Of one request.
constexpr size_t kMaxPeopleAtOnce = 500;
constexpr size_t kDefaultPeopleAtOnce = 100;
// More people of one tree are never read at once.
constexpr size_t kMaxPeoplePerTree = 200'000;

// A file that is imported as the body of a request. Larger ones are uploaded in parts.
constexpr size_t kMaxTreeFileBytes = size_t{10} << 20;
// Imports of uploads that are not finished, of one person, and what is kept of finished ones.
constexpr size_t kMaxOpenTreeImports = 3;
constexpr size_t kMaxKeptTreeImports = 20;

// Counted before something is added, so concurrent requests may exceed them slightly.
constexpr int64_t kMaxTreesPerPerson = 100;
constexpr size_t kMaxMembersPerTree = 80;  // With open invitations; one transaction hands over.
constexpr size_t kMaxInvitationsPerAddress = 50;
constexpr size_t kMaxInvitationsPerTree = 80;
constexpr int64_t kMaxInvitationsPerHour = 100;  // By one person.

// A person without a known death is taken for living until this age.
constexpr int kMaxLivingYears = 110;

// What one transaction of the store can hold.
constexpr size_t kMaxActions = 100;

}  // namespace norn::family
