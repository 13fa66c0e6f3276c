#include "pictures/header.h"

#include <gtest/gtest.h>

#include "pictures/test_pictures.h"

namespace norn::pictures {
namespace {

std::string sides(std::string_view bytes) {
  const auto header = read_header(bytes);
  if (!header) return "none";
  return std::to_string(header->width) + "x" + std::to_string(header->height);
}

TEST(PictureHeader, HasTheSizeOfEachFormat) {
  EXPECT_EQ(sides(test_jpeg(30, 20)), "30x20");
  EXPECT_EQ(sides(test_png(*test_image(31, 21))), "31x21");
  EXPECT_EQ(sides(test_webp(32, 22)), "32x22");
  EXPECT_EQ(sides(png_claiming(50'001, 1'000)), "50001x1000");
  // An extended WebP, whose frame is smaller than it claims, and one without loss.
  const std::string extended = std::string("RIFF\0\0\0\0WEBPVP8X\x0A\0\0\0", 20) +
                               std::string("\0\0\0\0\x0F\x27\0\x0F\x27\0", 10);
  EXPECT_EQ(sides(extended + test_webp(32, 22).substr(12)), "10000x10000");
  const std::string lossless = std::string("RIFF\0\0\0\0WEBPVP8L\x05\0\0\0\x2F\x1F\x40\x05\0", 25);
  EXPECT_EQ(sides(lossless), "32x22");
}

TEST(PictureHeader, IsMissingInWhatIsNoPicture) {
  for (const std::string& bytes :
       {std::string(), std::string("GIF89a\x10\0\x10\0", 10), std::string("<svg/>"),
        std::string("\xFF\xD8\xFF", 3), std::string("\xFF\xD8\xFF\xE0\0\x01", 6),
        std::string("\xFF\xD8\xFF\xD9", 4), std::string("\xFF\xD8\xFF\xDA\0\x04", 6),
        std::string("RIFF\0\0\0\0WEBP", 12), std::string("RIFF\0\0\0\0WAVEfmt ", 16),
        png_claiming(0, 10), png_claiming(10, 0)}) {
    EXPECT_EQ(sides(bytes), "none") << bytes;
  }
  // Cut off anywhere, it is read or not, and nothing beyond its end is.
  for (const std::string& whole :
       {with_exif(test_jpeg(8, 8), 6), test_png(*test_image(8, 8)), test_webp(8, 8)}) {
    for (size_t size = 0; size < whole.size(); ++size) {
      const std::string part(whole, 0, size);
      const auto header = read_header(part);
      EXPECT_EQ(header ? header->width : 8, 8);
    }
  }
}

TEST(PictureHeader, HasTheOrientationOfExif) {
  for (const uint16_t orientation : {1, 3, 6, 8}) {
    EXPECT_EQ(orientation_in(test_exif(orientation)), orientation);
    EXPECT_EQ(read_header(with_exif(test_jpeg(8, 8), orientation))->orientation, orientation);
  }
  EXPECT_EQ(
      orientation_in(std::string("II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0", 22)),
      6);
  EXPECT_EQ(read_header(test_jpeg(8, 8))->orientation, kUpright);
  const std::string exif = test_exif(6);
  const std::string png =
      png_claiming(8, 8) + big_endian(exif.size(), 4) + "eXIf" + exif + big_endian(0, 4);
  EXPECT_EQ(read_header(png)->orientation, 6);
  std::string webp = test_webp(8, 8);
  webp += "EXIF" + std::string(1, static_cast<char>(exif.size())) + std::string(3, '\0') + exif;
  EXPECT_EQ(read_header(webp)->orientation, 6);
}

TEST(PictureHeader, IsUprightWhenExifMakesNoSense) {
  const std::string good = test_exif(6);
  for (size_t size = 0; size < 18; ++size) {
    EXPECT_EQ(orientation_in(std::string_view(good).substr(0, size)), kUpright) << size;
  }
  EXPECT_EQ(orientation_in(test_exif(0)), kUpright);
  EXPECT_EQ(orientation_in(test_exif(9)), kUpright);
  // A directory beyond the end, and one with more entries than bytes.
  EXPECT_EQ(orientation_in(std::string("MM\0*", 4) + big_endian(0xFFFFFFFF, 4) + good), kUpright);
  EXPECT_EQ(orientation_in(std::string("MM\0*", 4) + big_endian(8, 4) + big_endian(0xFFFF, 2)),
            kUpright);
}

}  // namespace
}  // namespace norn::pictures
