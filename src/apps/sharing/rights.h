#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

namespace norn::sharing {

// What a member may do with a shared thing. Sharing decides by these alone; what a role is called,
// and which rights it has, is the app's affair.
enum class Right : uint8_t {
  kRead,    // See it, and who is in it; leave it.
  kWrite,   // Change the content. Sharing itself never checks this one.
  kManage,  // Invite people, change their roles and remove them, up to the rights one has oneself.
  kOwn,     // Make others owners and owners others, delete it.
};

class Rights {
 public:
  constexpr Rights() = default;
  constexpr Rights(std::initializer_list<Right> rights) {
    for (const Right right : rights) bits_ |= bit(right);
  }

  constexpr bool has(Right right) const { return (bits_ & bit(right)) != 0; }
  friend constexpr bool operator==(const Rights&, const Rights&) = default;

 private:
  static constexpr unsigned bit(Right right) { return 1U << static_cast<unsigned>(right); }
  unsigned bits_ = 0;
};

// A role as its app calls it: "writer".
struct Role {
  std::string name;
  Rights rights;
};

}  // namespace norn::sharing
