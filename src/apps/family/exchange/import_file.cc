#include "apps/family/exchange/import_file.h"

#include <algorithm>
#include <span>
#include <utility>

#include "apps/family/exchange/sentences.h"

namespace norn::family {
namespace {

constexpr size_t kZipMarkBytes = 4;

}  // namespace

gedcom::ByteSource ImportMeter::next_pass(gedcom::ByteSource source, uint64_t bytes) {
  ++pass_;
  read_bytes_ = 0;
  bytes_ = bytes;
  return [this, source = std::move(source)](std::span<char> out) -> Result<size_t> {
    NORN_ASSIGN(const size_t count, source(out));
    read_bytes_ += count;
    NORN_TRY(tell());
    return count;
  };
}

Result<void> ImportMeter::tell() {
  if (!tell_) return {};
  const size_t pass = std::min(pass_, ends_.size() - 1);
  const int from = pass == 0 ? 0 : ends_[pass - 1];
  // What an archive says of the size of its file may be wrong.
  const uint64_t part = bytes_ == 0 ? 0 : std::min(read_bytes_, bytes_) * 100 / bytes_;
  progress_.percent = from + (ends_[pass] - from) * static_cast<int>(part) / 100;
  return tell_(progress_);
}

Result<std::unique_ptr<ImportFile>> ImportFile::open(const gedcom::FileBytes& file,
                                                     TellProgress tell, PassEnds ends) {
  auto opened = std::make_unique<ImportFile>(std::move(tell), ends);
  ImportMeter& meter = opened->meter_;
  NORN_ASSIGN(const std::string beginning, gedcom::read_at(file, 0, kZipMarkBytes));
  if (!gedcom::is_zip(beginning)) {
    opened->open_ = [&meter, file]() -> Result<gedcom::ByteSource> {
      return meter.next_pass(gedcom::stream_of(file), file.size);
    };
    return opened;
  }
  NORN_ASSIGN(opened->archive_, gedcom::Gedzip::open(file));
  const size_t media = opened->archive_->media().size();
  if (media > 0) opened->tell()(0, kGedcomMediaLeftOut(media));
  opened->open_ = [&meter, &archive = *opened->archive_]() -> Result<gedcom::ByteSource> {
    NORN_ASSIGN(auto source, archive.gedcom());
    return meter.next_pass(std::move(source), archive.gedcom_bytes());
  };
  return opened;
}

TellImport ImportFile::tell() {
  return [this](size_t line, Said said) {
    (said.code() == kGedcomKept.code ? kept_ : others_).add(line, std::move(said));
  };
}

std::vector<apps::ImportNote> ImportFile::take_notes(const gedcom::Notes& read) {
  for (const gedcom::Note& note : read.list()) others_.add(note.line, note.said);
  others_.add_all(std::move(kept_));
  return others_.take();
}

}  // namespace norn::family
