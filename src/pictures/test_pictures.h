#pragma once

#include <gd.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

// Pictures for tests.
namespace norn::pictures {

struct DestroyTestImage {
  void operator()(gdImage* image) const { gdImageDestroy(image); }
};
using TestImage = std::unique_ptr<gdImage, DestroyTestImage>;

constexpr int kRed = 0xFF0000;
constexpr int kBlue = 0x0000FF;
constexpr int kTransparent = 0x7F000000;

inline std::string taken(void* bytes, int size) {
  std::string text(static_cast<const char*>(bytes), static_cast<size_t>(size));
  gdFree(bytes);
  return text;
}

// Blue, with a red upper left quarter.
inline TestImage test_image(int width, int height) {
  TestImage image(gdImageCreateTrueColor(width, height));
  gdImageFilledRectangle(image.get(), 0, 0, width - 1, height - 1, kBlue);
  gdImageFilledRectangle(image.get(), 0, 0, width / 2 - 1, height / 2 - 1, kRed);
  return image;
}

inline std::string test_jpeg(int width, int height) {
  const TestImage image = test_image(width, height);
  int size = 0;
  void* const bytes = gdImageJpegPtr(image.get(), &size, 95);
  return taken(bytes, size);
}

inline std::string test_png(gdImage& image) {
  int size = 0;
  void* const bytes = gdImagePngPtr(&image, &size);
  return taken(bytes, size);
}

inline std::string test_webp(int width, int height) {
  const TestImage image = test_image(width, height);
  int size = 0;
  void* const bytes = gdImageWebpPtrEx(image.get(), &size, 95);
  return taken(bytes, size);
}

// A number of that many bytes, the most significant one first.
inline std::string big_endian(uint64_t number, int count) {
  std::string bytes;
  for (int shift = (count - 1) * 8; shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<char>(number >> shift & 0xFF));
  }
  return bytes;
}

// EXIF with an orientation, and with a tag of GPS whose text can be looked for.
inline std::string test_exif(uint16_t orientation) {
  const std::string text = "N 48.8584 E 2.2945";
  return std::string("MM\0*", 4) + big_endian(8, 4) + big_endian(2, 2) +          //
         big_endian(274, 2) + big_endian(3, 2) + big_endian(1, 4) +               //
         big_endian(orientation, 2) + big_endian(0, 2) +                          //
         big_endian(0x8825, 2) + big_endian(2, 2) + big_endian(text.size(), 4) +  //
         big_endian(38, 4) + big_endian(0, 4) + text;
}

inline std::string with_exif(const std::string& jpeg, uint16_t orientation) {
  const std::string content = std::string("Exif\0\0", 6) + test_exif(orientation);
  return jpeg.substr(0, 2) + "\xFF\xE1" + big_endian(content.size() + 2, 2) + content +
         jpeg.substr(2);
}

// The start of a PNG that claims to have that size.
inline std::string png_claiming(uint32_t width, uint32_t height) {
  return std::string("\x89PNG\r\n\x1A\n", 8) + big_endian(13, 4) + "IHDR" + big_endian(width, 4) +
         big_endian(height, 4) + std::string("\x08\x06\0\0\0\0\0\0\0", 9);
}

}  // namespace norn::pictures
