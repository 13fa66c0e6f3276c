#include "gedcom/line_reader.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace norn::gedcom {
namespace {

using namespace std::string_view_literals;
using Texts = std::vector<std::string>;

// Gives `piece` bytes at a time.
ByteSource in_pieces(std::string_view bytes, size_t piece) {
  return [source = bytes_of(bytes), piece](std::span<char> out) {
    return source(out.first(std::min(piece, out.size())));
  };
}

Texts texts_of(ByteSource source, Notes& notes) {
  Texts texts;
  auto reader = LineReader::open(std::move(source), notes);
  if (!reader) return {"error: " + reader.error().message};
  while (true) {
    const auto more = reader->next();
    if (!more) {
      texts.push_back("error: " + more.error().message);
      return texts;
    }
    if (!*more) return texts;
    texts.push_back(std::to_string(reader->number()) + ": " + std::string(reader->text()));
  }
}

std::vector<std::pair<size_t, std::string_view>> codes_of(const Notes& notes) {
  std::vector<std::pair<size_t, std::string_view>> codes;
  for (const Note& note : notes.list()) codes.emplace_back(note.line, note.said.code());
  return codes;
}

constexpr std::string_view kHead = "0 HEAD\n1 GEDC\n2 VERS 5.5.1\n1 CHAR UTF-8\n";

TEST(LineReader, KnowsEveryEndOfLine) {
  const Texts expected = {"1: 0 HEAD", "2: 1 A ä", "3:  2 B x ", "4: 0 TRLR"};
  for (const std::string_view text : {
           "0 HEAD\n1 A ä\n 2 B x \n0 TRLR\n"sv,
           "0 HEAD\n1 A ä\n 2 B x \n0 TRLR"sv,
           "0 HEAD\r1 A ä\r 2 B x \r0 TRLR\r"sv,
           "0 HEAD\r\n1 A ä\r\n 2 B x \r\n0 TRLR\r\n"sv,
           "\xEF\xBB\xBF"
           "0 HEAD\r\n1 A ä\r\n 2 B x \n0 TRLR\x1A"sv,
       }) {
    for (const size_t piece : {1, 2, 7, 1000}) {
      Notes notes;
      EXPECT_EQ(texts_of(in_pieces(text, piece), notes), expected) << text;
    }
  }
}

TEST(LineReader, LeavesOutBlankLinesButCountsThem) {
  Notes notes;
  EXPECT_EQ(texts_of(bytes_of("\n\n0 HEAD\n\n \t\n1 A\n\x1A"), notes),
            Texts({"3: 0 HEAD", "6: 1 A"}));
}

TEST(LineReader, DecodesUtf16) {
  const std::string_view bytes =
      "\xFF\xFE"
      "0\0 \0H\0E\0A\0D\0\r\0\n\0"
      "1\0 \0A\0 \0\xE4\0\xAC\x20\n\0"
      "1\0 \0B\0 \0\x3D\xD8"sv;
  for (const size_t piece : {1, 3, 1000}) {
    Notes notes;
    EXPECT_EQ(texts_of(in_pieces(bytes, piece), notes),
              Texts({"1: 0 HEAD", "2: 1 A ä€", "3: 1 B \uFFFD"}));
    EXPECT_EQ(notes.list().back().said.code(), "gedcomCharactersReplaced");
    EXPECT_EQ(notes.list().back().line, 3u);
  }
}

TEST(LineReader, ReportsWhatItCouldNotReadOncePerLine) {
  const std::string text = std::string(kHead) + "1 A \xFC\xFC\n1 B ok\n1 C \x01z\x02\n";
  Notes notes;
  EXPECT_EQ(texts_of(bytes_of(text), notes).back(), "7: 1 C z");
  ASSERT_EQ(codes_of(notes), (std::vector<std::pair<size_t, std::string_view>>{
                                 {5, "gedcomCharactersReplaced"}, {7, "gedcomControlsLeftOut"}}));
  EXPECT_EQ(notes.list()[0].text, "1 A \uFFFD\uFFFD");
}

TEST(LineReader, CutsLongLinesBetweenCharacters) {
  for (const size_t before : {0, 1}) {
    std::string text = std::string(kHead) + "1 A " + std::string(before, 'x');
    while (text.size() < 2 * kMaxLineBytes + kHead.size()) text += "ä";
    text += "\n1 B\n";
    for (const size_t piece : {1000, 1'000'000}) {
      Notes notes;
      auto reader = LineReader::open(in_pieces(text, piece), notes);
      ASSERT_TRUE(reader);
      for (int i = 0; i < 5; ++i) ASSERT_TRUE(reader->next().value());
      EXPECT_LE(reader->text().size(), kMaxLineBytes);
      EXPECT_GE(reader->text().size(), kMaxLineBytes - 3);
      EXPECT_EQ(reader->text(), text.substr(kHead.size(), reader->text().size()));
      ASSERT_TRUE(reader->next().value());
      EXPECT_EQ(reader->text(), "1 B");
      EXPECT_EQ(reader->number(), 6u);
      ASSERT_EQ(codes_of(notes),
                (std::vector<std::pair<size_t, std::string_view>>{{5, "gedcomLineTooLong"}}));
    }
  }
}

TEST(LineReader, NotesAreCappedAndCounted) {
  std::string text(kHead);
  for (size_t i = 0; i < kMaxNotes + 7; ++i) text += "1 A \xFC\n";
  Notes notes;
  texts_of(bytes_of(text), notes);
  EXPECT_EQ(notes.list().size(), kMaxNotes);
  EXPECT_EQ(notes.left_out(), 7u);
}

TEST(LineReader, RefusesOtherFiles) {
  Notes notes;
  const auto reader = LineReader::open(bytes_of("\x89PNG\r\n\x1A\n"), notes);
  ASSERT_FALSE(reader);
  EXPECT_EQ(reader.error().code, ErrorCode::kInvalid);
}

TEST(LineReader, EndsWithTheErrorOfItsSource) {
  Notes notes;
  int calls = 0;
  const auto source = [&calls](std::span<char> out) -> Result<size_t> {
    if (++calls > 3) return fail(ErrorCode::kCorruption, "The disk is gone.");
    std::ranges::fill(out, 'x');
    if (calls == 1) std::ranges::copy(kHead, out.begin());
    return out.size();
  };
  EXPECT_EQ(texts_of(source, notes).back(), "error: The disk is gone.");
}

TEST(LineReader, FilesAreBounded) {
  bool began = false;
  const auto source = [&](std::span<char> out) -> Result<size_t> {
    if (!std::exchange(began, true)) return kHead.copy(out.data(), out.size());
    std::ranges::fill(out, 'x');
    return out.size();
  };
  Notes notes;
  const Texts texts = texts_of(source, notes);
  ASSERT_EQ(texts.size(), 5u);
  EXPECT_EQ(texts.back(),
            "error: The file has more than 268435456 bytes, which is the most that can be read.");
}

TEST(LineReader, KeepsLittleOfALargeFile) {
  // No end of line in 16 MB, and then lines again: what is kept is bounded all the time.
  size_t given = 0;
  bool began = false;
  const auto source = [&](std::span<char> out) -> Result<size_t> {
    if (!began) {
      began = true;
      return kHead.copy(out.data(), out.size());
    }
    if (given >= size_t{16} << 20) return 0;
    std::ranges::fill(out, 'x');
    given += out.size();
    return out.size();
  };
  Notes notes;
  auto reader = LineReader::open(source, notes);
  ASSERT_TRUE(reader);
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(reader->next().value());
  EXPECT_EQ(reader->text().size(), kMaxLineBytes);
  EXPECT_FALSE(reader->next().value());
}

}  // namespace
}  // namespace norn::gedcom
