#pragma once

#include "base/sentence.h"

// What is said about the import of GEDCOM files.
namespace norn::family {

// Files that are not imported.
inline constexpr Sentence<> kGedcomWithoutPeople{"gedcomWithoutPeople",
                                                 "There are no people in the file."};
inline constexpr Sentence<1> kGedcomTooManyPeople{
    "gedcomTooManyPeople", "The file has more than {most} people, which is the most of one tree."};
inline constexpr Sentence<> kGedcomTooManyLinks{
    "gedcomTooManyLinks",
    "The file has more families, sources, notes and links between people than can be imported at "
    "once."};
inline constexpr Sentence<> kGedcomFileChanged{
    "gedcomFileChanged", "The file was changed while it was read. Try it again."};
inline constexpr Sentence<1> kTreeFileTooLarge{
    "treeFileTooLarge",
    "The file has more than {most} MiB, which is the most that can be sent at once. Upload it in "
    "parts."};
inline constexpr Sentence<> kTreeImportTooSlow{
    "treeImportTooSlow",
    "The import took too long and was given up; nothing of it is left. Try it again later."};

// Imports in the background.
inline constexpr Sentence<> kTreeImportNotFound{
    "treeImportNotFound",
    "There is no such import of yours. What has become of imports is kept for a day."};
inline constexpr Sentence<1> kTooManyTreeImports{
    "treeImportJobsTooMany",
    "You have {most} imports that are not finished, which is the limit. Wait for one of them, or "
    "cancel it."};
inline constexpr Sentence<> kTreeImportCancelled{
    "treeImportCancelled", "The import was cancelled; nothing of it is left."};
inline constexpr Sentence<> kTreeImportInterrupted{
    "treeImportInterrupted",
    "The server stopped several times during the import; nothing of it is left. Try it again, or "
    "with a smaller file."};

// Imports into a tree that is there.
inline constexpr Sentence<> kReimportNotFound{"reimportNotFound",
                                              "There is no such import into this tree of yours. A "
                                              "comparison is kept for a day, and an import "
                                              "for 30 days."};
inline constexpr Sentence<> kReimportNotCompared{
    "reimportNotCompared",
    "The tree and the file are still being compared, or that has failed. Try again in a moment."};
inline constexpr Sentence<> kReimportBegun{
    "reimportBegun", "This import was begun already. Compare the tree with the file again."};
inline constexpr Sentence<> kReimportRuns{
    "reimportRuns", "The import is being written or undone. Wait until that is done."};
inline constexpr Sentence<> kReimportNotUndone{
    "reimportNotUndone",
    "Only an import that is done can be undone, and for 30 days: this one cannot be."};
inline constexpr Sentence<> kTreeChangedSinceComparison{
    "treeChangedSinceComparison",
    "The tree was changed after it was compared with the file, so nothing was imported. Compare "
    "them again."};
inline constexpr Sentence<> kTreeChangedSinceImport{
    "treeChangedSinceImport",
    "The tree was changed after the import, so the import cannot be undone. Take that change back "
    "first."};
inline constexpr Sentence<2> kReimportDoesNotFit{
    "reimportDoesNotFit",
    "With what was chosen, {parent} would be born after {child}, their child. Take both dates of "
    "birth or none; nothing was imported."};
inline constexpr Sentence<1> kReimportLifeDoesNotFit{
    "reimportLifeDoesNotFit",
    "With what was chosen, {person} would die before the birth. Take both dates or none; nothing "
    "was imported."};
inline constexpr Sentence<1> kReimportTooManyPeople{
    "reimportTooManyPeople",
    "The tree would have more than {most} people with those of the file, which is the most of one "
    "tree."};
inline constexpr Sentence<> kReimportFailed{
    "reimportFailed",
    "The import could not be written, and was undone: the tree is as it was before."};
inline constexpr Sentence<> kReimportKeyTaken{
    "reimportKeyTaken",
    "Another program has written something else in the place of this relationship. It is not "
    "replaced."};
inline constexpr Sentence<2> kReimportMerged{
    "reimportMerged",
    "{person} was merged into {other} in this tree: what the file says of their names and dates is "
    "left out."};
inline constexpr Sentence<1> kReimportTooManyChoices{
    "reimportTooManyChoices",
    "At most {most} differences can be chosen one by one. Choose by class for the others."};
inline constexpr Sentence<> kReimportNotDifference{
    "reimportNotDifference",
    "Only differences that are new, changed or in conflict can be chosen, by their ids."};

// Notes about lines that are kept. {tag} is "INDI.BIRT.SOUR".
inline constexpr Sentence<1> kGedcomKept{
    "gedcomKept", "{tag} is not shown in Norn; it is kept, and written again on export."};
inline constexpr Sentence<1> kGedcomDateNotUnderstood{
    "gedcomDateNotUnderstood",
    "“{text}” is not a date that can be understood; it is kept, and written again on export."};
inline constexpr Sentence<1> kGedcomTextCut{
    "gedcomTextCut",
    "The text has more than {most} characters: its beginning is shown, and all of it is kept."};
inline constexpr Sentence<1> kGedcomSecondFamily{
    "gedcomSecondFamily",
    "The family {xref} has the same couple as an earlier one: its events are kept, and not shown."};
inline constexpr Sentence<2> kGedcomTooManyFacts{
    "gedcomTooManyFacts",
    "{person} has more than {most} facts and notes; this one is kept, and not shown."};

// Notes about what is left out.
inline constexpr Sentence<2> kGedcomLinkMissing{
    "gedcomLinkMissing", "{tag} leads to {xref}, which is not in the file. It is left out."};
inline constexpr Sentence<2> kGedcomLinkDisagrees{
    "gedcomLinkDisagrees",
    "{tag} leads to the family {xref}, which has two other partners. It is left out."};
inline constexpr Sentence<1> kGedcomXrefTwice{
    "gedcomXrefTwice", "There are several records {xref}; links lead to the first of them."};
inline constexpr Sentence<2> kGedcomTooManyPartners{
    "gedcomTooManyPartners",
    "The family {xref} has more than two partners; {person} is left out of it."};
inline constexpr Sentence<2> kGedcomPartnerTwice{
    "gedcomPartnerTwice", "{person} is in the family {xref} twice, and is only imported once."};
inline constexpr Sentence<2> kGedcomOwnAncestor{
    "gedcomOwnAncestor",
    "{parent} as a parent of {child} would be their own ancestor. The link is left out."};
inline constexpr Sentence<2> kGedcomParentTooYoung{
    "gedcomParentTooYoung",
    "{parent} was born after {child}, so the link from parent to child is left out."};
inline constexpr Sentence<1> kGedcomDeathBeforeBirth{
    "gedcomDeathBeforeBirth",
    "{person} died before the birth; the date of death is kept, and not shown."};
inline constexpr Sentence<> kGedcomDivorceBeforeMarriage{
    "gedcomDivorceBeforeMarriage",
    "The divorce is before the marriage; its date is kept, and not shown."};
inline constexpr Sentence<3> kGedcomTooManyRelatives{
    "gedcomTooManyRelatives",
    "{person} has more than {most} relatives of one kind; the link to {other} is left out."};
inline constexpr Sentence<1> kGedcomMediaLeftOut{
    "gedcomMediaLeftOut", "{count} files in the ZIP archive (photos, documents) are left out."};

inline constexpr SentenceText kExchangeSentences[] = {kGedcomWithoutPeople,
                                                      kGedcomTooManyPeople,
                                                      kGedcomTooManyLinks,
                                                      kGedcomFileChanged,
                                                      kTreeFileTooLarge,
                                                      kTreeImportTooSlow,
                                                      kTreeImportNotFound,
                                                      kTooManyTreeImports,
                                                      kTreeImportCancelled,
                                                      kTreeImportInterrupted,
                                                      kReimportNotFound,
                                                      kReimportNotCompared,
                                                      kReimportBegun,
                                                      kReimportRuns,
                                                      kReimportNotUndone,
                                                      kTreeChangedSinceComparison,
                                                      kTreeChangedSinceImport,
                                                      kReimportDoesNotFit,
                                                      kReimportLifeDoesNotFit,
                                                      kReimportTooManyPeople,
                                                      kReimportFailed,
                                                      kReimportKeyTaken,
                                                      kReimportMerged,
                                                      kReimportTooManyChoices,
                                                      kReimportNotDifference,
                                                      kGedcomKept,
                                                      kGedcomDateNotUnderstood,
                                                      kGedcomTextCut,
                                                      kGedcomSecondFamily,
                                                      kGedcomTooManyFacts,
                                                      kGedcomLinkMissing,
                                                      kGedcomLinkDisagrees,
                                                      kGedcomXrefTwice,
                                                      kGedcomTooManyPartners,
                                                      kGedcomPartnerTwice,
                                                      kGedcomOwnAncestor,
                                                      kGedcomParentTooYoung,
                                                      kGedcomDeathBeforeBirth,
                                                      kGedcomDivorceBeforeMarriage,
                                                      kGedcomTooManyRelatives,
                                                      kGedcomMediaLeftOut};

}  // namespace norn::family
