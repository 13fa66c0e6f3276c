#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <string>
#include <utility>

namespace norn {

// A body that is sent many times: it is shared by the replies that send it, and compressed once for
// each content coding. Thread-safe.
class KeptBody {
 public:
  static constexpr size_t kCodings = 2;
  // A compressed form that is larger than this part of the text is not kept.
  static constexpr size_t kSmallestPart = 4;

  explicit KeptBody(std::string text) : text_(std::move(text)) {}

  const std::string& text() const { return text_; }

  // The body in a content coding. `compress(text, out)` is called once, and returns whether it
  // could. Empty if the form is not kept.
  template <typename Compress>
  const std::string& coded(size_t coding, Compress compress) const {
    Form& form = forms_[coding];
    std::call_once(form.once, [&] {
      std::string bytes;
      if (!compress(text_, bytes) || bytes.size() > text_.size() / kSmallestPart) return;
      bytes.shrink_to_fit();
      form.bytes = std::move(bytes);
    });
    return form.bytes;
  }

  // How much memory it may take, with all forms.
  size_t bytes() const { return text_.size() + kCodings * text_.size() / kSmallestPart; }

 private:
  struct Form {
    std::once_flag once;
    std::string bytes;
  };

  std::string text_;
  mutable std::array<Form, kCodings> forms_;
};

}  // namespace norn
