#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

// Photos as Norn keeps them: decoded, turned upright, scaled and encoded anew. Only pixels get
// through, so neither the place where a photo was taken nor a script that hides in it does.
namespace norn::pictures {

// What is taken: JPEG, PNG and WebP within these limits.
constexpr size_t kMaxPictureBytes = size_t{25} << 20;
constexpr int64_t kMaxPixels = 50'000'000;

// The longer sides of what is kept. Smaller pictures stay as large as they are.
constexpr int kLargePixels = 1600;
constexpr int kThumbnailPixels = 160;

// Both are JPEG. What was transparent is white.
struct Picture {
  std::string large;
  std::string thumbnail;
  int width = 0;  // Of the large one.
  int height = 0;
};

enum class Refusal : uint8_t {
  kNoPicture,      // Not JPEG, PNG or WebP.
  kTooManyPixels,  // Over kMaxPixels.
  kDamaged,        // It cannot be decoded: cut off, for instance, or animated.
  kTooMuchWork,    // It took too much time or memory.
  kBusy,           // Too many others are at work. Try again.
};

using Outcome = std::variant<Picture, Refusal>;

}  // namespace norn::pictures
