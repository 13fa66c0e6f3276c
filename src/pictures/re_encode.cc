#include "pictures/re_encode.h"

#include <gd.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "pictures/header.h"

namespace norn::pictures {
namespace {

constexpr int kLargeQuality = 84;
constexpr int kThumbnailQuality = 80;

struct DestroyImage {
  void operator()(gdImage* image) const { gdImageDestroy(image); }
};
using Image = std::unique_ptr<gdImage, DestroyImage>;

// A JPEG that was cut off is decoded with a grey rest and a warning, and other warnings are of no
// concern. Within the data FF is never followed by D9 but at the end (ITU-T T.81, B.1.1.2).
bool is_cut_off(const Header& header, std::string_view bytes) {
  constexpr std::string_view kEnd = "\xFF\xD9";
  return header.format == Format::kJpeg && bytes.find(kEnd, header.end) == std::string_view::npos;
}

// Null if it cannot be decoded.
Image decode(Format format, std::string& bytes) {
  const int size = static_cast<int>(bytes.size());
  gdImage* image = nullptr;
  switch (format) {
    case Format::kJpeg:
      image = gdImageCreateFromJpegPtr(size, bytes.data());
      break;
    case Format::kPng:
      image = gdImageCreateFromPngPtr(size, bytes.data());
      break;
    case Format::kWebp:
      image = gdImageCreateFromWebpPtr(size, bytes.data());
      break;
  }
  return Image(image);
}

// On white, with the longer side of at most `most` pixels.
Image scaled(gdImage& image, int most) {
  const int width = gdImageSX(&image);
  const int height = gdImageSY(&image);
  const int longer = std::max(width, height);
  const auto side = [&](int64_t pixels) {
    return longer <= most ? static_cast<int>(pixels)
                          : static_cast<int>(std::max<int64_t>(1, pixels * most / longer));
  };
  Image made(gdImageCreateTrueColor(side(width), side(height)));
  if (!made) return made;
  const int white = gdTrueColor(255, 255, 255);
  gdImageFilledRectangle(made.get(), 0, 0, side(width) - 1, side(height) - 1, white);
  gdImageCopyResampled(made.get(), &image, 0, 0, 0, 0, side(width), side(height), width, height);
  return made;
}

// Where the pixel that belongs to (x, y) of the upright picture is in one of this size.
std::pair<int, int> source_of(int orientation, int x, int y, int width, int height) {
  switch (orientation) {
    case 2:
      return {width - 1 - x, y};
    case 3:
      return {width - 1 - x, height - 1 - y};
    case 4:
      return {x, height - 1 - y};
    case 5:
      return {y, x};
    case 6:
      return {y, height - 1 - x};
    case 7:
      return {width - 1 - y, height - 1 - x};
    case 8:
      return {width - 1 - y, x};
    default:
      return {x, y};
  }
}

Image turned_upright(Image image, int orientation) {
  if (orientation == kUpright) return image;
  constexpr int kFirstOnItsSide = 5;
  const int width = gdImageSX(image.get());
  const int height = gdImageSY(image.get());
  const bool is_on_its_side = orientation >= kFirstOnItsSide;
  const int new_width = is_on_its_side ? height : width;
  const int new_height = is_on_its_side ? width : height;
  Image made(gdImageCreateTrueColor(new_width, new_height));
  if (!made) return made;
  for (int y = 0; y < new_height; ++y) {
    for (int x = 0; x < new_width; ++x) {
      const auto [from_x, from_y] = source_of(orientation, x, y, width, height);
      gdImageTrueColorPixel(made.get(), x, y) = gdImageTrueColorPixel(image.get(), from_x, from_y);
    }
  }
  return made;
}

std::string jpeg_of(gdImage& image, int quality) {
  int size = 0;
  void* const bytes = gdImageJpegPtr(&image, &size, quality);
  if (bytes == nullptr) return "";
  std::string jpeg(static_cast<const char*>(bytes), static_cast<size_t>(size));
  gdFree(bytes);
  return jpeg;
}

}  // namespace

Outcome re_encode(std::string bytes) {
  if (bytes.size() > kMaxPictureBytes) return Refusal::kNoPicture;
  const auto header = read_header(bytes);
  if (!header) return Refusal::kNoPicture;
  if (header->width > kMaxPixels / header->height) return Refusal::kTooManyPixels;
  if (is_cut_off(*header, bytes)) return Refusal::kDamaged;
  // What the libraries complain about is the picture's fault, and nothing for a log.
  gdSetErrorMethod([](int, const char*, va_list) {});
  Image decoded = decode(header->format, bytes);
  if (!decoded) return Refusal::kDamaged;
  Image large = scaled(*decoded, kLargePixels);
  decoded.reset();
  if (large) large = turned_upright(std::move(large), header->orientation);
  if (!large) return Refusal::kTooMuchWork;
  const Image thumbnail = scaled(*large, kThumbnailPixels);
  if (!thumbnail) return Refusal::kTooMuchWork;
  gdImageInterlace(large.get(), 1);  // Progressive, which is smaller.
  Picture picture = {.large = jpeg_of(*large, kLargeQuality),
                     .thumbnail = jpeg_of(*thumbnail, kThumbnailQuality),
                     .width = gdImageSX(large.get()),
                     .height = gdImageSY(large.get())};
  if (picture.large.empty() || picture.thumbnail.empty()) return Refusal::kTooMuchWork;
  return picture;
}

}  // namespace norn::pictures
