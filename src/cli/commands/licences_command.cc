#include "cli/commands/licences_command.h"

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>

#include "cli/exit_code.h"
#include "cli/web_pack.h"
#include "http/content_coding.h"
#include "http/static_files.h"

// Norn's own licence and those of Debian's libraries, as tools/list_licences.sh collects them when
// the program is built, compressed with gzip. The assembler copies them in (as in web_pack.cc).
asm(R"(
  .pushsection .rodata
norn_licences_begin:
  .incbin ")" NORN_LICENCES R"("
norn_licences_end:
  .popsection
)");

namespace norn::cli {
namespace {

extern "C" {
[[gnu::visibility("hidden")]] extern const char kLicencesBegin[] asm("norn_licences_begin");
[[gnu::visibility("hidden")]] extern const char kLicencesEnd[] asm("norn_licences_end");
}

constexpr size_t kMaxTextBytes = size_t{64} << 20;
constexpr std::string_view kWebLicences = "/licenses.txt";

constexpr std::string_view kLicencesHelp =
    R"(Prints the licences of everything inside this program: its own, those of the libraries that
it is built with and uses, and those of the packages in the web app.

Examples
  norn licences | less

Options
  --help              this text
)";

Result<std::string> library_licences() {
  http::Request request;
  request.headers.emplace_back("Content-Encoding", "gzip");
  request.body = {kLicencesBegin, static_cast<size_t>(kLicencesEnd - kLicencesBegin)};
  std::string buffer;
  NORN_ASSIGN(const std::string_view text, http::decode_body(request, kMaxTextBytes, buffer));
  return std::string(text);
}

}  // namespace

LicencesCommand::LicencesCommand()
    : Command({.name = "licences",
               .group = CommandGroup::kOther,
               .summary = "print the licences of everything inside this program",
               .help = kLicencesHelp}) {}

Result<int> LicencesCommand::run(Console& console) {
  NORN_ASSIGN(const std::string libraries, library_licences());
  NORN_ASSIGN(const auto files, http::StaticFiles::read(web_pack()));
  const http::StaticFile* const web = files.find(kWebLicences);
  if (web == nullptr) return fail(ErrorCode::kInternal, "The web app has no licences in it.");
  console.out << libraries << "==== The web app ====\n\n" << web->plain << std::flush;
  return kExitOk;
}

}  // namespace norn::cli
