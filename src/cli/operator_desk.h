#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "base/json_text.h"
#include "base/json_writer.h"
#include "cli/control.h"
#include "cli/data_options.h"

namespace norn::cli {

// Carries out the commands of apps: by the server that uses the data, or in this process.
class OperatorDesk {
 public:
  // The options and the clock must outlive it.
  OperatorDesk(const DataOptions& options, const Clock& clock);
  ~OperatorDesk();

  // What to do if the data folder is not there.
  enum class Folder : uint8_t { kExists, kIsMade };
  // To be called first. Returns kNotFound if the folder has to be there and is not.
  Result<void> open(Folder folder);
  // Returns the text of the command; `receive` gets the parts of a long one.
  Result<std::string> ask(std::string_view request, const SendPart& receive = no_parts);
  // Where the data is: the folder, or the endpoint.
  std::string location() const;

 private:
  class AppsHere;

  static Result<void> no_parts(std::string_view part);
  Result<void> open_here();

  const DataOptions& options_;
  const Clock& clock_;
  std::filesystem::path folder_;
  bool has_server_ = false;
  std::unique_ptr<AppsHere> here_;  // Unless a server carries them out.
};

// A request under construction.
class OperatorRequest {
 public:
  explicit OperatorRequest(std::string_view command) { object_.text("command", command); }
  OperatorRequest& text(std::string_view name, std::string_view value) {
    object_.text(name, value);
    return *this;
  }
  OperatorRequest& texts(std::string_view name, const std::vector<std::string>& values) {
    ListWriter list(object_.key(name));
    for (const std::string& value : values) append_json_string(list.next(), value);
    list.close();
    return *this;
  }
  OperatorRequest& integer(std::string_view name, int64_t value) {
    object_.integer(name, value);
    return *this;
  }
  OperatorRequest& boolean(std::string_view name, bool value) {
    object_.boolean(name, value);
    return *this;
  }
  const std::string& json() {
    object_.close();
    return json_;
  }

 private:
  std::string json_;
  ObjectWriter object_{json_};
};

}  // namespace norn::cli
