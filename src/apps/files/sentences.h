#pragma once

#include "base/sentence.h"

// What is said about files.
namespace norn::files {

inline constexpr Sentence<> kUploadNotFound{
    "uploadNotFound",
    "There is no such upload of yours, or it has expired. Upload the file again."};
inline constexpr Sentence<> kFileNotFound{"fileNotFound",
                                          "There is no such file, or you may not see it."};
inline constexpr Sentence<1> kFileTooLarge{"uploadTooLarge",
                                           "A file may have at most {most} bytes."};
inline constexpr Sentence<> kFileEmpty{"fileEmpty", "The file is empty."};
inline constexpr Sentence<> kFileNameForm{
    "fileNameForm", "The name of a file has no slashes and is not only dots."};
inline constexpr Sentence<1> kTooManyUploads{
    "tooManyUploads",
    "You have {most} unfinished uploads, which is the limit. Finish or cancel one of them first."};
inline constexpr Sentence<1> kPartUnknown{"uploadPartUnknown",
                                          "The file has the parts 1 to {parts}."};
inline constexpr Sentence<3> kPartSize{"uploadPartSize",
                                       "Part {part} must have {expected} bytes; it has {bytes}."};
inline constexpr Sentence<2> kUploadIncomplete{
    "uploadIncomplete",
    "{received} of the {parts} parts of the file have been uploaded. Upload the others first."};

inline constexpr Sentence<2> kUploadPurpose{
    "uploadPurpose",
    "The upload was begun for the purpose '{purpose}', and here one for '{needed}' is needed."};
inline constexpr Sentence<> kUploadInUse{
    "uploadInUse", "The file is being read, so it can no longer be changed. Upload it again."};

inline constexpr SentenceText kSentences[] = {
    kUploadNotFound,   kFileNotFound,   kFileTooLarge, kFileEmpty,
    kFileNameForm,     kTooManyUploads, kPartUnknown,  kPartSize,
    kUploadIncomplete, kUploadPurpose,  kUploadInUse,
};

}  // namespace norn::files
