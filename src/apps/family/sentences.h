#pragma once

#include "base/sentence.h"

// What is said about family trees and the people in them.
namespace norn::family {

inline constexpr Sentence<> kTreeNotFound{"treeNotFound",
                                          "There is no such tree, or you may not see it."};
inline constexpr Sentence<> kPersonNotFound{"relativeNotFound",
                                            "There is no such person in this tree."};
inline constexpr Sentence<> kRelationshipNotFound{"relationshipNotFound",
                                                  "There is no such relationship in this tree."};

// Trees.
inline constexpr Sentence<> kTreeForOwner{"treeForOwner",
                                          "Only the owner of the tree may do this. Ask the owner."};
inline constexpr Sentence<> kTreeForWriters{
    "treeForWriters", "You may only read this tree. Ask its owner to let you write."};
inline constexpr Sentence<> kTreeForMembers{
    "treeForMembers", "Only members of the tree may do this. Ask its owner to share it with you."};
inline constexpr Sentence<1> kTooManyTrees{
    "tooManyTrees", "You are in {most} trees, which is the limit. Leave or delete one first."};
inline constexpr Sentence<> kTreeHandedOver{
    "treeHandedOver",
    "The tree is being handed over to another owner, and cannot be changed until that is done. Try "
    "again in a moment."};
inline constexpr Sentence<> kTreeBeingImported{
    "treeBeingImported",
    "A file is being imported into the tree, which cannot be changed until that is done. Try again "
    "in a moment."};
inline constexpr Sentence<> kTreeHeirIsNoMember{
    "treeHeirIsNoMember", "Only a member of the tree can become its owner. Invite them first."};
inline constexpr Sentence<> kTreeHeirIsOwner{"treeHeirIsOwner", "You own the tree already."};
inline constexpr Sentence<1> kTreeHeirHasId{
    "treeHeirHasId",
    "The new owner already has something with the id `{id}` of this tree, which another program "
    "gave. Export the tree and import it as the new owner instead."};
inline constexpr Sentence<> kTreeHeirHasTooMany{"treeHeirHasTooMany",
                                                "The new owner is in too many trees already."};
inline constexpr Sentence<> kRootIsNoPerson{"rootIsNoPerson",
                                            "The root of the tree must be a person of this tree."};

// People.
inline constexpr Sentence<1> kDiedBeforeBirth{"deathBeforeBirth",
                                              "The death of {person} cannot be before the birth."};
inline constexpr Sentence<> kDayAndText{
    "dayAndText",
    "Give the full day, or the date in words if it is not known exactly, but not both."};
inline constexpr Sentence<1> kDateNotUnderstood{
    "dateNotUnderstood",
    "“{text}” is not a date that can be understood. Write a full day as 1850-03-31; and what is "
    "known less exactly as 1850, MAR 1850, ABT 1850, BEF 1850, AFT 1850 or BET 1840 AND 1845."};

inline constexpr Sentence<> kPhotoUrlForm{
    "photoUrlForm", "The address of a photo begins with https:// or http://."};

// Photos.
inline constexpr Sentence<> kPhotoNotFound{"photoNotFound",
                                           "There is no such photo of this person."};
inline constexpr Sentence<1> kTooManyPhotos{"tooManyPhotos", "A person has at most {most} photos."};
inline constexpr Sentence<> kPhotoSizeUnknown{"photoSizeUnknown",
                                              "`size` must be thumbnail or large."};
inline constexpr Sentence<> kNoPicture{"noPicture",
                                       "The file is not a picture in JPEG, PNG or WebP."};
inline constexpr Sentence<1> kPictureTooLarge{
    "pictureTooLarge",
    "The picture has more than {most} million pixels. Make it smaller, and upload it again."};
inline constexpr Sentence<> kPictureDamaged{
    "pictureDamaged",
    "The picture is damaged, or animated. Save it anew as a JPEG, and upload it again."};
inline constexpr Sentence<> kPictureTooMuchWork{
    "pictureTooMuchWork",
    "The picture takes too much time or memory to read. Save it anew as a JPEG, and upload it "
    "again."};
inline constexpr Sentence<> kPicturesBusy{
    "picturesBusy", "Too many photos are being worked on. Try again in a moment."};

// Relationships.
inline constexpr Sentence<1> kOwnRelative{"ownRelative", "{person} cannot be related to themself."};
inline constexpr Sentence<2> kWouldBeOwnAncestor{
    "ownAncestor",
    "{parent} is a descendant of {child}, so {child} would "
    "be their own ancestor. Remove one of the "
    "relationships in between first."};
inline constexpr Sentence<2> kAlreadyParent{"alreadyParent",
                                            "{parent} is a parent of {child} already."};
inline constexpr Sentence<2> kAlreadySpouses{
    "alreadySpouses",
    "{person1} and {person2} are a couple already. An earlier marriage of the same two belongs to "
    "its history."};
inline constexpr Sentence<2> kParentIsYounger{"parentTooYoung",
                                              "{parent} was born after {child}, so cannot be a "
                                              "parent. Check the two dates of birth."};
inline constexpr Sentence<1> kPersonElsewhere{
    "personElsewhere",
    "There is no person with the id `{id}` in this tree. Relationships are "
    "between people of one tree."};
inline constexpr Sentence<> kDivorceBeforeMarriage{"divorceBeforeMarriage",
                                                   "The divorce cannot be before the marriage."};
inline constexpr Sentence<> kAdoptionDateWithoutAdoption{
    "adoptionDateWithoutAdoption", "Only an adoptive relationship has a date of adoption."};
inline constexpr Sentence<2> kTooManyRelatives{
    "tooManyRelatives", "A person has at most {most} {relatives} in a tree."};
inline constexpr Sentence<2> kTooManyNewRelatives{
    "tooManyNewRelatives",
    "A new person is added with at most {most} {relatives}. Add the others afterwards."};

// Merging two records of one person.
inline constexpr Sentence<> kMergeOfOne{"mergeOfOne", "Choose two different records to merge."};
inline constexpr Sentence<1> kMergeMemberUnknown{
    "mergeMemberUnknown", "`{name}` is not something that one of two records can be chosen for."};
inline constexpr Sentence<2> kMergeOfCouple{
    "mergeOfCouple",
    "{person1} and {person2} are a couple, so they are not one person. Remove that relationship "
    "first if it is wrong."};
inline constexpr Sentence<2> kMergeOfAncestor{
    "mergeOfAncestor",
    "{person} is a descendant of {ancestor}, so as one person they would be their own ancestor. "
    "Remove one of the relationships in between first."};
inline constexpr Sentence<2> kMergeTooLarge{
    "mergeTooLarge",
    "{person} has too many relationships, facts and notes: a merge writes all of them at once, and "
    "at most {most} items fit. Remove some of them first."};
inline constexpr Sentence<2> kMergeOfTooMuchText{
    "mergeOfTooMuchText",
    "The records of {person1} and {person2} have too much text to be merged. Shorten notes or "
    "biographies first."};
inline constexpr Sentence<1> kMergedPersonChanged{
    "mergedPersonChanged",
    "{person} was changed after the merge, so it cannot be undone. Take that change back first."};
inline constexpr Sentence<2> kMergedRelationshipChanged{
    "mergedRelationshipChanged",
    "The relationship of {person1} and {person2} was changed after the merge, so it cannot be "
    "undone. Take that change back first."};
inline constexpr Sentence<1> kMergedFactChanged{
    "mergedFactChanged",
    "A fact, a note or a photo of {person} was changed after the merge, so it cannot be undone. "
    "Take that "
    "change back first."};

// Facts and sources.
inline constexpr Sentence<> kFactNotFound{"factNotFound", "There is no such fact of this person."};
inline constexpr Sentence<> kSourceNotFound{"sourceNotFound",
                                            "There is no such source in this tree."};
inline constexpr Sentence<1> kTooManyFacts{"tooManyFacts",
                                           "A person has at most {most} facts and notes."};
inline constexpr Sentence<1> kCitedTooMuch{"citedTooMuch",
                                           "What a person or a couple cites has at most {most} "
                                           "bytes of text. Shorten it, or write it into "
                                           "the notes of the source."};
inline constexpr Sentence<> kNoteStaysNote{
    "noteStaysNote", "A note stays a note, and a fact stays a fact. Add a new one instead."};
inline constexpr Sentence<> kSourceUrlForm{
    "sourceUrlForm", "The address of a source begins with https:// or http://."};

inline constexpr Sentence<1> kRelativeTwice{"relativeTwice", "{person} is in the list twice."};
inline constexpr Sentence<> kTreeCursorUnknown{"treeCursorUnknown",
                                               "`cursor` must be the `next` of the page before."};
inline constexpr Sentence<1> kTreeTooLargeAtOnce{
    "treeTooLargeAtOnce",
    "The tree has more than {most} people, too many to get at once. Get them in pages with "
    "`/persons`, find some with `/search`, or those around one person with `/ancestors`, "
    "`/descendants` and `/relatives`."};

inline constexpr Sentence<> kAnniversaryKindUnknown{
    "anniversaryKindUnknown", "`kinds` has birthday, deathDay and wedding, separated by commas."};

inline constexpr SentenceText kSentences[] = {
    kFactNotFound,
    kSourceNotFound,
    kTooManyFacts,
    kCitedTooMuch,
    kNoteStaysNote,
    kSourceUrlForm,
    kTreeNotFound,
    kPersonNotFound,
    kRelationshipNotFound,
    kTreeForOwner,
    kTreeForWriters,
    kTreeForMembers,
    kTooManyTrees,
    kTreeHandedOver,
    kTreeBeingImported,
    kTreeHeirIsNoMember,
    kTreeHeirIsOwner,
    kTreeHeirHasId,
    kTreeHeirHasTooMany,
    kRootIsNoPerson,
    kDiedBeforeBirth,
    kDayAndText,
    kDateNotUnderstood,
    kOwnRelative,
    kWouldBeOwnAncestor,
    kAlreadyParent,
    kAlreadySpouses,
    kParentIsYounger,
    kPersonElsewhere,
    kDivorceBeforeMarriage,
    kAdoptionDateWithoutAdoption,
    kTooManyRelatives,
    kTooManyNewRelatives,
    kPhotoUrlForm,
    kMergeOfOne,
    kMergeMemberUnknown,
    kMergeOfCouple,
    kMergeOfAncestor,
    kMergeTooLarge,
    kMergeOfTooMuchText,
    kMergedPersonChanged,
    kMergedRelationshipChanged,
    kMergedFactChanged,
    kPhotoNotFound,
    kTooManyPhotos,
    kPhotoSizeUnknown,
    kNoPicture,
    kPictureTooLarge,
    kPictureDamaged,
    kPictureTooMuchWork,
    kPicturesBusy,
    kRelativeTwice,
    kTreeCursorUnknown,
    kTreeTooLargeAtOnce,
    kAnniversaryKindUnknown,
};

}  // namespace norn::family
