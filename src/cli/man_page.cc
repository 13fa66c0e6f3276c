// The man page, from the texts of --help.
#include <fmt/format.h>

#include "cli/command_line.h"
#include "cli/command_tree.h"

namespace norn::cli {
namespace {

// Text for groff: a backslash and a leading dot or quote would mean something.
std::string roff_text(std::string_view text) {
  std::string out;
  if (text.starts_with('.') || text.starts_with('\'')) out += "\\&";
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

// Writes a help text: paragraphs, headings (a line with indented lines below it), options with what
// they do, and everything else that is indented as it is.
class HelpRenderer {
 public:
  explicit HelpRenderer(std::string& out) : out_(out) {}

  void render(std::string_view help) {
    const auto lines = lines_of(help);
    for (size_t i = 0; i < lines.size(); ++i) {
      const bool is_heading = i + 1 < lines.size() && lines[i + 1].starts_with("  ") &&
                              !lines[i].starts_with("  ") && !lines[i].empty() &&
                              (i == 0 || lines[i - 1].empty());
      add(lines[i], is_heading);
    }
    end_block();
  }

 private:
  void add(std::string_view line, bool is_heading) {
    if (line.empty()) {
      end_block();
      is_new_ = true;
    } else if (is_heading) {
      end_block();
      out_ += fmt::format(".PP\n.B \"{}\"\n", roff_text(line));
    } else if (line.starts_with("  --") && line.find("  ", 4) == std::string_view::npos) {
      // An option whose line has no room for more: what it does follows.
      add_option(line.substr(2), {});
    } else if (line.starts_with("  --") && is_one_option(line)) {
      const size_t gap = line.find("  ", 4);
      const size_t text = line.find_first_not_of(' ', gap);
      add_option(line.substr(2, gap - 2), line.substr(text));
    } else if (in_option_ && line.starts_with("      ")) {
      out_ += roff_text(line.substr(line.find_first_not_of(' '))) + "\n";
    } else if (line.starts_with("  ")) {
      add_verbatim(line);
    } else {
      add_prose(line);
    }
  }

  // Not a line of several options beside one another.
  static bool is_one_option(std::string_view line) {
    const size_t text = line.find_first_not_of(' ', line.find("  ", 4));
    return text != std::string_view::npos && !line.substr(text).starts_with("--");
  }

  void add_option(std::string_view name, std::string_view text) {
    end_verbatim();
    out_ += fmt::format(".TP\n.B \"{}\"\n", roff_text(name));
    if (!text.empty()) out_ += roff_text(text) + "\n";
    in_option_ = true;
  }
  void add_verbatim(std::string_view line) {
    if (!in_verbatim_) out_ += ".PP\n.nf\n";
    in_verbatim_ = true;
    in_option_ = false;
    out_ += roff_text(line) + "\n";
  }
  void add_prose(std::string_view line) {
    end_verbatim();
    if (is_new_ || in_option_) out_ += ".PP\n";
    is_new_ = in_option_ = false;
    out_ += roff_text(line) + "\n";
  }
  void end_verbatim() {
    if (in_verbatim_) out_ += ".fi\n";
    in_verbatim_ = false;
  }
  void end_block() {
    end_verbatim();
    in_option_ = false;
  }

  std::string& out_;
  bool is_new_ = true;
  bool in_verbatim_ = false;
  bool in_option_ = false;
};

}  // namespace

std::string man_page(const Commands& commands, std::string_view version) {
  std::string out = fmt::format(
      ".TH NORN 1 \"\" \"norn {}\" \"User Commands\"\n"
      ".SH NAME\n"
      "norn \\- shared calendars, planners, projects, bookings and family trees on a server of "
      "your "
      "own\n"
      ".SH SYNOPSIS\n"
      ".B norn\n.I command\n.RI [ options ]\n"
      ".SH DESCRIPTION\n",
      version);
  HelpRenderer(out).render(main_help(commands));
  out += ".SH COMMANDS\n";
  for (const auto& command : commands) {
    out += fmt::format(".SS \"norn {}\"\n", command->about().name);
    HelpRenderer(out).render(command->about().help);
  }
  return out;
}

}  // namespace norn::cli
