#include "gedcom/records.h"

#include <algorithm>
#include <memory>

#include "base/faults.h"
#include "base/text.h"
#include "gedcom/sentences.h"

namespace norn::gedcom {
namespace {

constexpr std::string_view kRecordField = "file";

bool continues(const Line& line) {
  return line.tag == "CONT" || line.tag == "CONC";
}

}  // namespace

const Record* Record::child(std::string_view child_tag) const {
  const auto found = std::ranges::find(children, child_tag, &Record::tag);
  return found == children.end() ? nullptr : &*found;
}

std::string_view Record::child_text(std::string_view child_tag) const {
  const Record* const found = child(child_tag);
  return found == nullptr || found->is_pointer ? std::string_view() : found->value;
}

Result<RecordReader> RecordReader::open(ByteSource source, Notes& notes) {
  NORN_ASSIGN(LineReader lines, LineReader::open(std::move(source), notes));
  RecordReader reader(std::move(lines), notes);
  NORN_ASSIGN(std::optional<Record> first, reader.read());
  if (first && first->tag == "HEAD") {
    reader.header_ = *std::move(first);
  } else {
    notes.add(0, kNoHeader);
    reader.first_ = std::move(first);
  }
  return reader;
}

Result<std::optional<Record>> RecordReader::next() {
  if (first_) return std::exchange(first_, std::nullopt);
  NORN_ASSIGN(std::optional<Record> record, read());
  if (record && ++count_ > kMaxRecords) {
    return invalid(kRecordField, kGedcomTooManyRecords(kMaxRecords));
  }
  return record;
}

Result<std::optional<Record>> RecordReader::read() {
  while (!ended_) {
    NORN_ASSIGN(const bool more, lines_.next());
    if (!more) {
      notes_->add(0, kNoTrailer);
      ended_ = true;
      return finish();
    }
    const auto line = parse_line(lines_.text());
    if (!line) {
      add_unreadable(line.error());
    } else if (line->level == 0 && line->tag == "TRLR") {
      ended_ = true;
      std::optional<Record> last = finish();
      NORN_ASSIGN(const bool has_more, lines_.next());
      if (has_more) note(kAfterTrailer);
      return last;
    } else if (std::optional<Record> record = add(*line)) {
      return record;
    }
  }
  return std::nullopt;
}

std::optional<Record> RecordReader::add(const Line& line) {
  if (line.level == 0 && !continues(line)) return begin(line);
  if (left_out_level_ && line.level > *left_out_level_) return std::nullopt;
  left_out_level_.reset();
  if (open_.empty() || line.level == 0) {
    note(kLineLeftOut(Said(kContinuesNothing)));
    return std::nullopt;
  }
  if (!fits(lines_.text().size())) return std::nullopt;
  while (open_.back().level >= line.level) open_.pop_back();
  if (continues(line)) {
    continue_text(line);
  } else {
    add_child(line);
  }
  return std::nullopt;
}

std::optional<Record> RecordReader::begin(const Line& line) {
  std::optional<Record> done = finish();
  record_ = std::make_unique<Record>(
      Record{.tag = std::string(line.tag),
             .xref = std::string(line.xref),
             .value = line.is_pointer ? std::string(line.value) : unescaped(line.value, version()),
             .is_pointer = line.is_pointer,
             .line = lines_.number()});
  open_.push_back({record_.get(), 0});
  return done;
}

void RecordReader::add_child(const Line& line) {
  if (open_.size() == kMaxDepth) {
    note(kLineTooDeep(kMaxDepth));
    left_out_level_ = line.level;
    return;
  }
  const int most = open_.back().level + 1;
  if (line.level > most) note(kLevelJump(line.level, most));
  std::vector<Record>& children = open_.back().record->children;
  children.push_back(
      {.tag = std::string(line.tag),
       .xref = std::string(line.xref),
       .value = line.is_pointer ? std::string(line.value) : unescaped(line.value, version()),
       .is_pointer = line.is_pointer,
       .line = lines_.number()});
  open_.push_back({&children.back(), line.level});
}

// 7.0 has no CONC, but a file that has it means what 5.5.1 says.
void RecordReader::continue_text(const Line& line) {
  Record& record = *open_.back().record;
  // A level that is wrong by one would join the text to the record instead of its last line.
  if (record.is_pointer || (record.value.empty() && !record.children.empty())) {
    note(kLineLeftOut(Said(kContinuesNothing)));
    return;
  }
  if (line.tag == "CONT") record.value += '\n';
  if (line.is_pointer) {
    record.value.append("@").append(line.value).append("@");
  } else {
    record.value += unescaped(line.value, version());
  }
}

void RecordReader::add_unreadable(const Said& reason) {
  const bool has_text = !open_.empty() && !left_out_level_ && !open_.back().record->is_pointer &&
                        !open_.back().record->value.empty();
  if (!has_text || !fits(lines_.text().size())) {
    note(kLineLeftOut(reason));
    return;
  }
  note(kLineTakenAsText(reason));
  open_.back().record->value.append("\n").append(lines_.text());
}

// Counts a line, and notes the first one that is too many.
bool RecordReader::fits(size_t bytes) {
  if (is_full_) return false;
  ++record_lines_;
  record_bytes_ += bytes;
  is_full_ = record_lines_ > kMaxRecordLines || record_bytes_ > kMaxRecordBytes;
  if (is_full_) note(kRecordTooLarge(kMaxRecordLines, kMaxRecordBytes));
  return !is_full_;
}

std::optional<Record> RecordReader::finish() {
  open_.clear();
  record_lines_ = 0;
  record_bytes_ = 0;
  is_full_ = false;
  left_out_level_.reset();
  if (!record_) return std::nullopt;
  std::optional<Record> done(std::move(*record_));
  record_.reset();
  return done;
}

}  // namespace norn::gedcom
