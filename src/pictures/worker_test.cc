#include "pictures/worker.h"

#include <gtest/gtest.h>

#include <array>

#include "pictures/header.h"
#include "pictures/test_pictures.h"

namespace norn::pictures {
namespace {

PictureWorkers::Options test_options() {
  PictureWorkers::Options options;
  options.command = {NORN_PICTURE_WORKER};
  return options;
}

class PictureWorker : public ::testing::Test {
 protected:
  Picture picture(const std::string& bytes) {
    auto outcome = workers_.re_encode(bytes);
    if (!outcome || !std::holds_alternative<Picture>(*outcome)) {
      ADD_FAILURE() << "refused: "
                    << (outcome ? static_cast<int>(std::get<Refusal>(*outcome)) : -1);
      return {};
    }
    return std::get<Picture>(*std::move(outcome));
  }
  std::optional<Refusal> refusal(const std::string& bytes) { return refusal(workers_, bytes); }
  static std::optional<Refusal> refusal(PictureWorkers& workers, const std::string& bytes) {
    const auto outcome = workers.re_encode(bytes);
    if (!outcome || !std::holds_alternative<Refusal>(*outcome)) return std::nullopt;
    return std::get<Refusal>(*outcome);
  }
  // The colours near the corners: upper left, upper right, lower left, lower right; "w" is white.
  static std::string corners(std::string jpeg) {
    const TestImage image(gdImageCreateFromJpegPtr(static_cast<int>(jpeg.size()), jpeg.data()));
    const int right = gdImageSX(image.get()) - 2;
    const int bottom = gdImageSY(image.get()) - 2;
    std::string text;
    for (const auto& [x, y] : {std::pair(1, 1), {right, 1}, {1, bottom}, {right, bottom}}) {
      const int colour = gdImageGetTrueColorPixel(image.get(), x, y);
      const bool is_red = gdTrueColorGetRed(colour) > 128;
      const bool is_blue = gdTrueColorGetBlue(colour) > 128;
      text += is_red && is_blue ? "w" : is_red ? "r" : "b";
    }
    return text;
  }
  static std::string size_of(const std::string& jpeg) {
    const auto header = read_header(jpeg);
    if (!header || header->format != Format::kJpeg) return "no JPEG";
    return std::to_string(header->width) + "x" + std::to_string(header->height);
  }

  PictureWorkers workers_{test_options()};
};

TEST_F(PictureWorker, MakesTwoJpegsOfEachFormat) {
  for (const std::string& bytes :
       {test_jpeg(3200, 1000), test_png(*test_image(3200, 1000)), test_webp(3200, 1000)}) {
    const Picture made = picture(bytes);
    EXPECT_EQ(size_of(made.large), "1600x500");
    EXPECT_EQ(size_of(made.thumbnail), "160x50");
    EXPECT_EQ(made.width, 1600);
    EXPECT_EQ(made.height, 500);
    EXPECT_EQ(corners(made.large), "rbbb");
    EXPECT_EQ(corners(made.thumbnail), "rbbb");
  }
  const Picture small = picture(test_jpeg(20, 8));
  EXPECT_EQ(size_of(small.large), "20x8");
  EXPECT_EQ(size_of(small.thumbnail), "20x8");
  EXPECT_EQ(size_of(picture(test_png(*test_image(4000, 1))).large), "1600x1");
}

TEST_F(PictureWorker, ShowsWhatWasTransparentAsWhite) {
  const TestImage image = test_image(40, 40);
  gdImageAlphaBlending(image.get(), 0);
  gdImageSaveAlpha(image.get(), 1);
  gdImageFilledRectangle(image.get(), 20, 20, 39, 39, kTransparent);
  EXPECT_EQ(corners(picture(test_png(*image)).large), "rbbw");
}

TEST_F(PictureWorker, TurnsPicturesUpright) {
  constexpr std::array<std::string_view, 9> kCorners = {"",     "rbbb", "brbb", "bbbr", "bbrb",
                                                        "rbbb", "brbb", "bbbr", "bbrb"};
  for (uint16_t orientation = 1; orientation <= 8; ++orientation) {
    const Picture made = picture(with_exif(test_jpeg(64, 32), orientation));
    EXPECT_EQ(corners(made.large), kCorners[orientation]) << orientation;
    EXPECT_EQ(size_of(made.large), orientation < 5 ? "64x32" : "32x64") << orientation;
  }
}

TEST_F(PictureWorker, KeepsNothingButPixels) {
  const std::string original = with_exif(test_jpeg(64, 32), 6) + "<script>alert(1)</script>";
  ASSERT_NE(original.find("48.8584"), std::string::npos);
  const Picture made = picture(original);
  for (const std::string& jpeg : {made.large, made.thumbnail}) {
    EXPECT_EQ(jpeg.find("48.8584"), std::string::npos);
    EXPECT_EQ(jpeg.find("Exif"), std::string::npos);
    EXPECT_EQ(jpeg.find("script"), std::string::npos);
    EXPECT_EQ(read_header(jpeg)->orientation, kUpright);
  }
}

TEST_F(PictureWorker, RefusesWhatIsNoPicture) {
  EXPECT_EQ(refusal(""), Refusal::kNoPicture);
  EXPECT_EQ(refusal("<html><script>alert(1)</script></html>"), Refusal::kNoPicture);
  EXPECT_EQ(refusal("GIF89a" + std::string(100, 'x')), Refusal::kNoPicture);
  EXPECT_EQ(refusal(std::string(kMaxPictureBytes + 1, 'x')), Refusal::kNoPicture);
}

TEST_F(PictureWorker, RefusesTooManyPixelsByTheirHeader) {
  EXPECT_EQ(refusal(png_claiming(50'001, 1'000)), Refusal::kTooManyPixels);
  EXPECT_EQ(refusal(png_claiming(0xFFFFFFFF, 0xFFFFFFFF)), Refusal::kTooManyPixels);
  // As many as may be, but there are none.
  EXPECT_EQ(refusal(png_claiming(50'000, 1'000)), Refusal::kDamaged);
}

TEST_F(PictureWorker, RefusesDamagedPictures) {
  for (const std::string& whole :
       {test_jpeg(640, 480), test_png(*test_image(640, 480)), test_webp(640, 480)}) {
    EXPECT_EQ(refusal(whole.substr(0, whole.size() / 2)), Refusal::kDamaged);
  }
  // A size that is not that of the data.
  std::string lying = test_png(*test_image(8, 8));
  lying.replace(16, 8, big_endian(6'000, 4) + big_endian(6'000, 4));
  EXPECT_EQ(refusal(lying), Refusal::kDamaged);
  EXPECT_EQ(refusal(std::string("\xFF\xD8\xFF\xC0\0\x0B\x08\0\x08\0\x08\x01\0\0\0\xFF\xD9", 17)),
            Refusal::kDamaged);
}

TEST_F(PictureWorker, IsEndedWhenItTakesTooLong) {
  PictureWorkers::Options options;
  options.command = {"/bin/sleep", "600"};
  options.time_limit = std::chrono::milliseconds(30);
  PictureWorkers slow(options);
  EXPECT_EQ(refusal(slow, std::string(1'000'000, 'x')), Refusal::kTooMuchWork);
}

TEST_F(PictureWorker, IsNotBelieved) {
  PictureWorkers::Options options;
  options.command = {"/usr/bin/yes"};  // Without an end.
  PictureWorkers loud(options);
  EXPECT_EQ(refusal(loud, "x"), Refusal::kTooMuchWork);
  options.command = {"/bin/echo", "No picture, but a long text that is taken for one."};
  PictureWorkers echo(options);
  EXPECT_EQ(refusal(echo, "x"), Refusal::kDamaged);
  options.command = {"/bin/false"};
  PictureWorkers broken(options);
  EXPECT_EQ(refusal(broken, test_jpeg(8, 8)), Refusal::kTooMuchWork);
  options.command = {"/nonexistent/worker"};
  PictureWorkers missing(options);
  EXPECT_FALSE(missing.re_encode(test_jpeg(8, 8)).has_value());
}

TEST_F(PictureWorker, GetsNeitherTheEnvironmentNorOpenFiles) {
  const std::string seen = ::testing::TempDir() + "/picture_worker_sees";
  PictureWorkers::Options options;
  options.command = {"/bin/sh", "-c", "env > '" + seen + "'; ls /proc/self/fd >> '" + seen + "'"};
  ::setenv("NORN_TEST_SECRET", "secret", 1);
  PictureWorkers spy(options);
  refusal(spy, "x");
  std::string text;
  if (FILE* const file = std::fopen(seen.c_str(), "r")) {
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file))
      text.push_back(static_cast<char>(c));
    std::fclose(file);
  }
  ::unlink(seen.c_str());
  EXPECT_EQ(text.find("secret"), std::string::npos) << text;
  // Input, output, errors, and the folder that `ls` reads.
  EXPECT_TRUE(text.ends_with("0\n1\n2\n3\n")) << text;
}

TEST_F(PictureWorker, WaitsForItsTurn) {
  PictureWorkers::Options options = test_options();
  options.patience = std::chrono::milliseconds(0);
  PictureWorkers hasty(options);
  // One after the other there is always a permit, so that none was lost.
  for (int i = 0; i < 2 * PictureWorkers::kMostAtOnce; ++i) {
    EXPECT_EQ(refusal(hasty, "x"), Refusal::kNoPicture);
  }
}

}  // namespace
}  // namespace norn::pictures
