#include "cli/line_editor.h"

#include <histedit.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "cli/sql_statements.h"

namespace norn::cli {
namespace {

constexpr int kMaxHistory = 1000;

// $XDG_STATE_HOME/norn/sql_history, by the XDG Base Directory Specification. Statements may have
// anything in them: the folder and the file are for their owner alone (the umask of main.cc).
std::filesystem::path history_file() {
  const char* const state = std::getenv("XDG_STATE_HOME");
  const char* const home = std::getenv("HOME");
  std::filesystem::path folder;
  if (state != nullptr && std::string_view(state).starts_with('/')) {
    folder = state;
  } else if (home != nullptr && std::string_view(home).starts_with('/')) {
    folder = std::filesystem::path(home) / ".local" / "state";
  } else {
    return {};
  }
  return folder / "norn" / "sql_history";
}

// What all of them begin with.
std::string common_beginning(const std::vector<std::string>& words) {
  std::string common = words.front();
  for (const std::string& word : words) {
    const auto end = std::ranges::mismatch(common, word).in1;
    common.erase(end, common.end());
  }
  return common;
}

}  // namespace

class LineEditor::Terminal {
 public:
  explicit Terminal(const std::vector<std::string>& names)
      : names_(names),
        file_(history_file()),
        history_(::history_init()),
        editor_(::el_init("norn", stdin, stdout, stderr)) {
    HistEvent event{};
    ::history(history_, &event, H_SETSIZE, kMaxHistory);
    ::history(history_, &event, H_SETUNIQUE, 1);
    if (!file_.empty()) ::history(history_, &event, H_LOAD, file_.c_str());
    ::el_set(editor_, EL_CLIENTDATA, this);
    ::el_set(editor_, EL_PROMPT, &Terminal::prompt_of);
    ::el_set(editor_, EL_EDITOR, "emacs");
    ::el_set(editor_, EL_SIGNAL, 1);  // So that Ctrl-C leaves the terminal as it was.
    ::el_set(editor_, EL_HIST, ::history, history_);
    // With el_set() libedit would copy both texts and never free them.
    ::el_wset(editor_, EL_ADDFN, L"complete", L"Complete the word", &Terminal::complete);
    ::el_set(editor_, EL_BIND, "^I", "complete", nullptr);
    ::el_set(editor_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
  }
  ~Terminal() {
    ::el_end(editor_);
    ::history_end(history_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  std::optional<std::string> read(const std::string& prompt) {
    prompt_ = prompt;
    int count = 0;
    const char* const line = ::el_gets(editor_, &count);
    if (line == nullptr || count <= 0) return std::nullopt;
    std::string text(line, static_cast<size_t>(count));
    while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
    return text;
  }

  void remember(const std::string& statement) {
    HistEvent event{};
    ::history(history_, &event, H_ENTER, statement.c_str());
    if (file_.empty()) return;
    std::error_code error;
    std::filesystem::create_directories(file_.parent_path(), error);
    // A history that cannot be written is only missing next time.
    if (!error) ::history(history_, &event, H_SAVE, file_.c_str());
  }

 private:
  static Terminal* of(EditLine* editor) {
    void* terminal = nullptr;
    ::el_get(editor, EL_CLIENTDATA, &terminal);
    return static_cast<Terminal*>(terminal);
  }
  static char* prompt_of(EditLine* editor) { return of(editor)->prompt_.data(); }

  static unsigned char complete(EditLine* editor, wint_t /*character*/) {
    const LineInfo* const line = ::el_line(editor);
    const std::string_view text(line->buffer, static_cast<size_t>(line->cursor - line->buffer));
    const std::string word(word_before(text, text.size()));
    const auto found = completions_of(word, of(editor)->names_);
    if (found.empty()) return CC_ERROR;
    const std::string common = common_beginning(found);
    // A name that needs quotes replaces the word that was begun without them.
    const bool is_longer = common.size() > word.size();
    if (found.size() == 1 || is_longer) {
      ::el_deletestr(editor, static_cast<int>(word.size()));
      ::el_insertstr(editor, (found.size() == 1 ? common + " " : common).c_str());
      return CC_REFRESH;
    }
    std::fputc('\n', stdout);
    for (const std::string& one : found) std::fprintf(stdout, "%s  ", one.c_str());
    std::fputc('\n', stdout);
    return CC_REDISPLAY;
  }

  const std::vector<std::string>& names_;
  const std::filesystem::path file_;
  std::string prompt_;
  History* const history_;
  EditLine* const editor_;
};

LineEditor::LineEditor(const std::vector<std::string>& names)
    : terminal_(std::make_unique<Terminal>(names)) {}

LineEditor::~LineEditor() = default;

std::optional<std::string> LineEditor::read(const std::string& prompt) {
  return terminal_->read(prompt);
}

void LineEditor::remember(const std::string& statement) {
  terminal_->remember(statement);
}

}  // namespace norn::cli
