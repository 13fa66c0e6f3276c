#include "apps/files/disposition.h"

#include <gtest/gtest.h>

#include "apps/files/limits.h"

namespace norn::files {
namespace {

TEST(AttachmentDisposition, NamesTheFileForEveryClient) {
  struct Row {
    std::string name;
    std::string plain;
    std::string encoded;
  };
  const Row rows[] = {
      {"plan.pdf", "plan.pdf", "plan.pdf"},
      {"two words.txt", "two words.txt", "two%20words.txt"},
      {"Grüße.txt", "Gr__e.txt", "Gr%C3%BC%C3%9Fe.txt"},
      {"计划.docx", "__.docx", "%E8%AE%A1%E5%88%92.docx"},
      {"100%.txt", "100_.txt", "100%25.txt"},
      {"it's (1).txt", "it's (1).txt", "it%27s%20%281%29.txt"},
      // Paths, and characters that end the quotes or the header.
      {"../../etc/passwd", ".._.._etc_passwd", ".._.._etc_passwd"},
      {"C:\\Windows\\x.exe", "C__Windows_x.exe", "C__Windows_x.exe"},
      {"a\"; filename=\"b.exe", "a_; filename=_b.exe", "a_%3B%20filename%3D_b.exe"},
      {"a\r\nSet-Cookie: b=c", "a__Set-Cookie_ b=c", "a__Set-Cookie_%20b%3Dc"},
      {std::string("a\0b", 3), "a_b", "a_b"},
      // A mark that turns the text round would show this as "annexe.txt".
      {"ann\u202Etxt.exe", "ann_txt.exe", "ann_txt.exe"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(attachment_disposition(row.name),
              "attachment; filename=\"" + row.plain + "\"; filename*=UTF-8''" + row.encoded)
        << row.name;
  }
}

TEST(AttachmentDisposition, HasANameWhereThereIsNone) {
  for (const char* name : {"", " ", ".", "..", "...", "\xFF\xFE"}) {
    EXPECT_EQ(attachment_disposition(name), "attachment; filename=\"file\"") << name;
  }
}

TEST(AttachmentDisposition, CutsWhatIsTooLong) {
  const std::string named = attachment_disposition(std::string(5'000, 'x'));
  EXPECT_LT(named.size(), 2 * kMaxFileNameCharacters + 60);
}

}  // namespace
}  // namespace norn::files
