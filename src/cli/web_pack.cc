#include "cli/web_pack.h"

#include <cstddef>

// The assembler copies the file in as it is, which takes no time and no memory, however large it
// is. CMake passes its path, and compiles this file again when it changes. (ccache does not cache
// files with an .incbin.)
asm(R"(
  .pushsection .rodata
  .balign 16
norn_web_pack_begin:
  .incbin ")" NORN_WEB_PACK R"("
norn_web_pack_end:
  .popsection
)");

namespace norn::cli {
namespace {

extern "C" {
[[gnu::visibility("hidden")]] extern const char kBegin[] asm("norn_web_pack_begin");
[[gnu::visibility("hidden")]] extern const char kEnd[] asm("norn_web_pack_end");
}

}  // namespace

std::string_view web_pack() {
  return {kBegin, static_cast<size_t>(kEnd - kBegin)};
}

}  // namespace norn::cli
