#pragma once

#include "base/sentence.h"

// What is said about GEDCOM files.
namespace norn::gedcom {

// Files that cannot be read.
inline constexpr Sentence<> kNotGedcom{
    "gedcomNotAFile", "This is not a GEDCOM file: such a file begins with the line '0 HEAD'."};
inline constexpr Sentence<1> kGedcomTooLarge{
    "gedcomTooLarge", "The file has more than {most} bytes, which is the most that can be read."};
inline constexpr Sentence<1> kGedcomTooManyRecords{
    "gedcomTooManyRecords",
    "The file has more than {most} records, which is the most that can be read."};
inline constexpr Sentence<1> kGedzipUnreadable{
    "gedzipUnreadable", "The ZIP file cannot be read ({reason}); it may be damaged."};
inline constexpr Sentence<> kGedzipWithoutGedcom{
    "gedzipWithoutGedcom", "The ZIP file has no file gedcom.ged in it, as a GEDZIP file has."};
inline constexpr Sentence<2> kGedzipTooManyFiles{
    "gedzipTooManyFiles", "The ZIP file has {count} files in it; {most} are possible."};
inline constexpr Sentence<2> kGedzipFileTooLarge{
    "gedzipFileTooLarge", "'{name}' in the ZIP file has more than {most} bytes."};

inline constexpr Sentence<1> kGedzipDirectoryTooLarge{
    "gedzipDirectoryTooLarge",
    "The list of the files in the ZIP file has more than {most} bytes, which is the most that can "
    "be read."};

// Notes about the whole of a file. {declared} and {used} are names of character sets.
inline constexpr Sentence<2> kCharactersGuessed{
    "gedcomCharactersGuessed",
    "The file calls its character set '{declared}'; it is read as {used}. Look at letters with "
    "accents."};
inline constexpr Sentence<1> kCharactersNotDeclared{
    "gedcomCharactersNotDeclared",
    "The file does not name its character set; it is read as {used}. Look at letters with "
    "accents."};
inline constexpr Sentence<1> kVersionNotKnown{
    "gedcomVersionNotKnown", "Version '{version}' of GEDCOM is not known; it is read as 5.5.1."};
inline constexpr Sentence<> kVersionMissing{
    "gedcomVersionMissing", "The file does not name its version of GEDCOM; it is read as 5.5.1."};
inline constexpr Sentence<> kNoHeader{"gedcomNoHeader",
                                      "The file does not begin with a header ('0 HEAD')."};
inline constexpr Sentence<> kNoTrailer{
    "gedcomNoTrailer", "The file does not end with '0 TRLR': its end may be missing."};

// Notes about lines.
inline constexpr Sentence<> kCharactersReplaced{
    "gedcomCharactersReplaced",
    "Some characters are not in the character set of the file; � stands for each."};
inline constexpr Sentence<> kControlsLeftOut{"gedcomControlsLeftOut",
                                             "Control characters are left out."};
inline constexpr Sentence<1> kLineTooLong{
    "gedcomLineTooLong", "The line has more than {most} bytes; the rest of it is left out."};
inline constexpr Sentence<> kLineWithoutLevel{"gedcomLineWithoutLevel",
                                              "The line does not begin with a level and a tag."};
inline constexpr Sentence<2> kLineLevel{"gedcomLineLevel",
                                        "{level} is no level; 0 to {most} are possible."};
inline constexpr Sentence<> kLineXref{"gedcomLineXref",
                                      "The line has an identifier that is not between two @."};
inline constexpr Sentence<> kLineTag{
    "gedcomLineTag", "The tag of the line must be capital letters, digits and underscores."};
inline constexpr Sentence<1> kLineTakenAsText{
    "gedcomLineTakenAsText", "{reason} It is taken as text that continues the line before it."};
inline constexpr Sentence<1> kLineLeftOut{"gedcomLineLeftOut", "{reason} It is left out."};
inline constexpr Sentence<2> kLevelJump{
    "gedcomLevelJump",
    "The line has level {level}, but at most {expected} is possible here; it is read so."};
inline constexpr Sentence<1> kLineTooDeep{
    "gedcomLineTooDeep",
    "The line is nested more than {most} levels deep; it and what belongs to it is left out."};
inline constexpr Sentence<> kContinuesNothing{"gedcomContinuesNothing",
                                              "The line continues a text, but there is none."};
inline constexpr Sentence<2> kRecordTooLarge{
    "gedcomRecordTooLarge",
    "The record has more than {lines} lines or {bytes} bytes; its rest is left out."};
inline constexpr Sentence<> kAfterTrailer{
    "gedcomAfterTrailer", "There is more behind the end of the file ('0 TRLR'); it is left out."};

inline constexpr SentenceText kSentences[] = {kNotGedcom,
                                              kGedcomTooLarge,
                                              kGedcomTooManyRecords,
                                              kGedzipUnreadable,
                                              kGedzipWithoutGedcom,
                                              kGedzipTooManyFiles,
                                              kGedzipFileTooLarge,
                                              kGedzipDirectoryTooLarge,
                                              kCharactersGuessed,
                                              kCharactersNotDeclared,
                                              kVersionNotKnown,
                                              kVersionMissing,
                                              kNoHeader,
                                              kNoTrailer,
                                              kCharactersReplaced,
                                              kControlsLeftOut,
                                              kLineTooLong,
                                              kLineWithoutLevel,
                                              kLineLevel,
                                              kLineXref,
                                              kLineTag,
                                              kLineTakenAsText,
                                              kLineLeftOut,
                                              kLevelJump,
                                              kLineTooDeep,
                                              kContinuesNothing,
                                              kRecordTooLarge,
                                              kAfterTrailer};

}  // namespace norn::gedcom
