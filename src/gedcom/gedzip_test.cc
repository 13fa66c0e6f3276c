#include "gedcom/gedzip.h"

#include <gtest/gtest.h>
#include <zip.h>

#include <vector>

#include "base/faults.h"
#include "gedcom/records.h"
#include "gedcom/sentences.h"

namespace norn::gedcom {
namespace {

struct Content {
  std::string name;
  std::string bytes;
};

// An archive in memory.
std::string zipped(const std::vector<Content>& files) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const source = zip_source_buffer_create(nullptr, 0, 0, &error);
  zip_source_keep(source);
  zip_t* const archive = zip_open_from_source(source, ZIP_TRUNCATE, &error);
  for (const Content& file : files) {
    zip_source_t* const bytes = zip_source_buffer(archive, file.bytes.data(), file.bytes.size(), 0);
    EXPECT_GE(zip_file_add(archive, file.name.c_str(), bytes, ZIP_FL_ENC_UTF_8), 0);
  }
  EXPECT_EQ(zip_close(archive), 0);
  EXPECT_EQ(zip_source_open(source), 0);
  zip_source_seek(source, 0, SEEK_END);
  std::string bytes(static_cast<size_t>(zip_source_tell(source)), '\0');
  zip_source_seek(source, 0, SEEK_SET);
  EXPECT_EQ(zip_source_read(source, bytes.data(), bytes.size()),
            static_cast<zip_int64_t>(bytes.size()));
  zip_source_close(source);
  zip_source_free(source);
  zip_error_fini(&error);
  return bytes;
}

constexpr const char* kGedcom = "0 HEAD\n1 GEDC\n2 VERS 7.0\n0 @I1@ INDI\n1 SEX F\n0 TRLR\n";

// A record of an archive: a number, its lowest byte first.
void append_number(std::string& out, uint64_t number, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) out.push_back(static_cast<char>(number >> (8 * i) & 0xFF));
}

// The end of an archive (and no more of it) that says that it has so many files.
std::string end_with(uint64_t files) {
  std::string bytes = "PK\x03\x04";
  const size_t end64 = bytes.size();
  bytes += "PK\x06\x06";
  append_number(bytes, 44, 8);
  append_number(bytes, 45, 2);
  append_number(bytes, 45, 2);
  append_number(bytes, 0, 8);
  append_number(bytes, files, 8);
  append_number(bytes, files, 8);
  append_number(bytes, 0, 16);
  bytes += "PK\x06\x07";
  append_number(bytes, 0, 4);
  append_number(bytes, end64, 8);
  append_number(bytes, 1, 4);
  bytes += "PK\x05\x06";
  append_number(bytes, 0, 4);
  append_number(bytes, 0xFFFF, 2);
  append_number(bytes, 0xFFFF, 2);
  append_number(bytes, 0xFFFFFFFF, 4);
  append_number(bytes, 0xFFFFFFFF, 4);
  append_number(bytes, 0, 2);
  return bytes;
}

// Reading them would take tens of gigabytes.
TEST(Gedzip, IsNotOpenedIfItSaysThatItHasTooManyFiles) {
  for (const uint64_t files : {uint64_t{65'536}, uint64_t{1} << 30, UINT64_MAX}) {
    const auto opened = Gedzip::open(end_with(files));
    ASSERT_FALSE(opened);
    EXPECT_TRUE(says(opened.error(), kGedzipTooManyFiles)) << opened.error().message;
  }
  const auto opened = Gedzip::open(end_with(1));
  ASSERT_FALSE(opened);
  EXPECT_TRUE(says(opened.error(), kGedzipUnreadable)) << opened.error().message;
}

TEST(Gedzip, IsReadFromAFileThatComesInPieces) {
  const std::string bytes = zipped({{"gedcom.ged", kGedcom}, {"a.txt", std::string(5'000, 'x')}});
  FileBytes file = {.size = bytes.size(),
                    .read = [&](uint64_t position, std::span<char> out) -> Result<size_t> {
                      if (position >= bytes.size()) return 0;
                      return bytes.copy(out.data(), std::min<size_t>(out.size(), 3), position);
                    }};
  const auto gedzip = Gedzip::open(file);
  ASSERT_TRUE(gedzip) << gedzip.error().message;
  EXPECT_EQ(gedzip->read(*gedzip->find("a.txt"), 5'000), std::string(5'000, 'x'));
  Notes notes;
  auto reader = RecordReader::open(*gedzip->gedcom(), notes);
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ((*reader->next())->tag, "INDI");
}

TEST(Gedzip, ReturnsTheErrorsOfItsFile) {
  const std::string bytes = zipped({{"gedcom.ged", kGedcom}});
  size_t reads_left = 1'000;
  FileBytes file = file_of(bytes);
  file.read = [&, read = file.read](uint64_t position, std::span<char> out) -> Result<size_t> {
    if (reads_left == 0) return fail(ErrorCode::kNotFound, "gone");
    --reads_left;
    return read(position, out);
  };
  const auto gedzip = Gedzip::open(file);
  ASSERT_TRUE(gedzip) << gedzip.error().message;
  reads_left = 0;
  const auto source = gedzip->gedcom();
  if (!source) {
    EXPECT_EQ(source.error().message, "gone");
  } else {
    char out[16];
    const auto count = (*source)(out);
    ASSERT_FALSE(count);
    EXPECT_EQ(count.error().message, "gone");
  }
  EXPECT_EQ(Gedzip::open(file).error().message, "gone");
}

TEST(Gedzip, HasAGedcomFileAndMedia) {
  const std::string bytes = zipped({{"media/", ""},
                                    {"gedcom.ged", kGedcom},
                                    {"media/photo 1.jpg", "a photo"},
                                    {"media/ä.txt", "text"},
                                    {"__MACOSX/._photo", "x"}});
  ASSERT_TRUE(is_zip(bytes));
  const auto gedzip = Gedzip::open(bytes);
  ASSERT_TRUE(gedzip) << gedzip.error().message;
  ASSERT_EQ(gedzip->media().size(), 2u);
  EXPECT_EQ(gedzip->media()[0].name, "media/photo 1.jpg");
  EXPECT_EQ(gedzip->media()[0].bytes, 7u);
  ASSERT_NE(gedzip->find("media/photo%201.jpg"), nullptr);
  EXPECT_EQ(gedzip->read(*gedzip->find("media/photo 1.jpg"), 7), "a photo");
  EXPECT_EQ(gedzip->read(*gedzip->find("media/%C3%A4.txt"), 100), "text");
  EXPECT_EQ(gedzip->find("media/other.jpg"), nullptr);
  EXPECT_EQ(gedzip->find("gedcom.ged"), nullptr);

  for (int turn = 0; turn < 2; ++turn) {
    Notes notes;
    auto source = gedzip->gedcom();
    ASSERT_TRUE(source);
    auto reader = RecordReader::open(*source, notes);
    ASSERT_TRUE(reader);
    EXPECT_EQ(reader->version(), Version::k70);
    EXPECT_EQ(reader->next().value()->xref, "I1");
    EXPECT_EQ(reader->next().value(), std::nullopt);
  }
}

TEST(Gedzip, MayHaveOneGedcomFileOfAnotherName) {
  EXPECT_TRUE(Gedzip::open(zipped({{"trees/Smith.GED", kGedcom}, {"a.jpg", "x"}})));
  EXPECT_FALSE(Gedzip::open(zipped({{"a.ged", kGedcom}, {"b.ged", kGedcom}})));
  EXPECT_TRUE(Gedzip::open(zipped({{"a.ged", "x"}, {"gedcom.ged", kGedcom}})));
}

TEST(Gedzip, RefusesWhatIsNone) {
  const std::string whole = zipped({{"gedcom.ged", kGedcom}});
  EXPECT_TRUE(says(Gedzip::open("").error(), kGedzipWithoutGedcom));
  EXPECT_TRUE(says(Gedzip::open("PK\x03\x04 and more").error(), kGedzipUnreadable));
  EXPECT_TRUE(says(Gedzip::open(std::string_view(whole).substr(0, 60)).error(), kGedzipUnreadable));
  EXPECT_TRUE(says(Gedzip::open(zipped({{"photo.jpg", "x"}})).error(), kGedzipWithoutGedcom));
  EXPECT_FALSE(is_zip(kGedcom));
}

TEST(Gedzip, BombsAreBounded) {
  const std::string bytes =
      zipped({{"gedcom.ged", kGedcom}, {"bomb", std::string(size_t{8} << 20, 'x')}});
  ASSERT_LT(bytes.size(), size_t{20'000});
  const auto gedzip = Gedzip::open(bytes);
  ASSERT_TRUE(gedzip);
  const auto read = gedzip->read(*gedzip->find("bomb"), 1000);
  ASSERT_FALSE(read);
  EXPECT_TRUE(says(read.error(), kGedzipFileTooLarge));
  // The archive may lie about the size.
  Gedzip::File small = *gedzip->find("bomb");
  small.bytes = 10;
  EXPECT_TRUE(says(gedzip->read(small, 1000).error(), kGedzipFileTooLarge));
  EXPECT_EQ(gedzip->read(*gedzip->find("bomb"), size_t{8} << 20)->size(), size_t{8} << 20);
}

TEST(Gedzip, DamageIsFound) {
  constexpr std::string_view kLocalHeader = "PK\x03\x04";
  constexpr size_t kLocalHeaderBytes = 30;
  std::string bytes = zipped({{"gedcom.ged", kGedcom}, {"a", std::string(1000, 'a') + "bcdefgh"}});
  const size_t header = bytes.find(kLocalHeader, kLocalHeader.size());
  for (size_t i = 3; i < 8; ++i) bytes[header + kLocalHeaderBytes + 1 + i] ^= 0x55;
  const auto gedzip = Gedzip::open(bytes);
  ASSERT_TRUE(gedzip);
  const auto read = gedzip->read(*gedzip->find("a"), 10'000);
  ASSERT_FALSE(read);
  EXPECT_TRUE(says(read.error(), kGedzipUnreadable));
}

}  // namespace
}  // namespace norn::gedcom
