#!/usr/bin/env python3
"""Runs clang-tidy over the sources of src/ (tests left out), in parallel.

The build compiles batches: generated files that include several sources. clang-tidy gets a whole
batch, which takes a fifth of the time that its sources take one by one. The compiler then reads
each source of a batch by itself, to find those that compile only together with their neighbours.

What is clean is checked again only when something that it depends on has changed. The cache,
~/.cache/norn/clang-tidy or $NORN_TIDY_CACHE, holds an empty file for each clean result, whose name
is a hash of everything that the result depends on. Nothing in the hash depends on where the
repository is, so all clones share results. Findings are not kept.
"""

import argparse
import concurrent.futures
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

# Part of every hash: raise it when a change of this program makes old results worthless.
CACHE_VERSION = "2"
# A result that no run has used for so long is removed. This is the bound of the cache.
KEPT_DAYS = 30

INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)', re.MULTILINE)
# Options of a command that name outputs. clang-tidy has none.
OUTPUT_OPTIONS = {"-o", "-MF", "-MT", "-MQ"}
OUTPUT_FLAGS = {"-c", "-MD", "-MMD"}
FOLDER_OPTIONS = {"-I", "-iquote", "-isystem"}
PCH_OPTION = ["-Xclang", "-include-pch", "-Xclang"]


@dataclasses.dataclass(frozen=True)
class File:
    digest: str
    includes: list  # Of (name, whether it is in quotes).
    stamp: tuple


def stamp(status):
    """Differs when a file has been written since."""
    return status.st_mtime_ns, status.st_size, status.st_ino


class Tree:
    """The files of the repository and of one build folder. Reads each of them once.

    All other headers belong to packages, whose versions stand for them.
    """

    def __init__(self, root, build):
        self.root = str(root)
        self.build = str(build)
        self._files = {}
        self._included = {}
        self._settings = {}

    def without_place(self, text):
        """The text with the paths of this clone replaced, so that it is the same in all clones."""
        return text.replace(self.build, "@build@").replace(self.root, "@root@")

    def is_generated(self, path):
        return path.startswith(self.build + "/")

    def name(self, path):
        # A generated file is in the folder of some target, and which one makes no difference.
        return os.path.basename(path) if self.is_generated(path) else self.without_place(path)

    def read(self, path):
        """The File; None if it does not exist or does not belong to the tree."""
        if path not in self._files:
            self._files[path] = self._read(path)
        return self._files[path]

    def _read(self, path):
        if not path.startswith((self.root + "/", self.build + "/")) or not os.path.isfile(path):
            return None
        with open(path, "rb") as file:
            read_from = stamp(os.fstat(file.fileno()))
            content = file.read()
        includes = [(os.fsdecode(quoted or angled), bool(quoted))
                    for quoted, angled in INCLUDE.findall(content)]
        if self.is_generated(path):
            content = os.fsencode(self.without_place(os.fsdecode(content)))
        return File(hashlib.sha256(content).hexdigest(), includes, read_from)

    def included(self, path, folders):
        """The files of the tree that `path` includes, looked for in `folders` (a tuple)."""
        key = path, folders
        if key not in self._included:
            here = (os.path.dirname(path),)
            found = (self.find(name, here + folders if quoted else folders)
                     for name, quoted in self.read(path).includes)
            self._included[key] = [file for file in found if file]
        return self._included[key]

    def find(self, name, folders):
        paths = (os.path.normpath(os.path.join(folder, name)) for folder in folders)
        return next((path for path in paths if self.read(path)), None)

    def with_includes(self, paths, folders):
        """These files and all that they include, directly or not."""
        found = set()
        left = list(paths)
        while left:
            path = left.pop()
            if path not in found:
                found.add(path)
                left += self.included(path, folders)
        return found

    def settings(self, folder):
        """A hash of the .clang-tidy files that hold for a folder."""
        if folder not in self._settings:
            file = self.read(os.path.join(folder, ".clang-tidy"))
            above = "" if folder == self.root else self.settings(os.path.dirname(folder))
            self._settings[folder] = above + (file.digest if file else "-")
        return self._settings[folder]

    def is_unchanged(self, paths):
        """Whether the files still are as they were read."""
        try:
            return all(stamp(os.stat(path)) == self.read(path).stamp for path in paths)
        except FileNotFoundError:
            return False


@dataclasses.dataclass(frozen=True)
class Command:
    """How a source is compiled, without its name."""
    directory: str
    arguments: list
    key: str  # The part of the hash.
    folders: tuple  # Where includes are looked for.
    headers: list  # Those that the command includes.


def split_command(text):
    # shlex takes most of the time of a run in which everything comes from the cache.
    return shlex.split(text) if re.search(r"[\"'\\]", text) else text.split()


def without_outputs(words, source):
    kept = []
    words = iter(words)
    for word in words:
        if word in OUTPUT_OPTIONS:
            next(words, None)
        elif word not in OUTPUT_FLAGS and word != source:
            kept.append(word)
    return kept


def split_pch(words, directory):
    """(the arguments for clang-tidy, those without the precompiled header).

    CMake also passes the header itself, with -include: where nothing has precompiled it, clang-tidy
    reads it and is only slower.
    """
    without = list(words)
    for position in range(len(words) - len(PCH_OPTION)):
        end = position + len(PCH_OPTION)
        if words[position:end] == PCH_OPTION:
            del without[position:end + 1]
            exists = os.path.exists(os.path.join(directory, words[end]))
            return (list(words) if exists else list(without)), without
    return list(words), without


def make_command(entry, tree):
    """The Command of an entry of a compilation database."""
    directory = entry["directory"]
    words = entry.get("arguments") or split_command(entry["command"])
    arguments, words = split_pch(without_outputs(words, entry["file"]), directory)
    folders = []
    headers = []
    for position, word in enumerate(words):
        if word in FOLDER_OPTIONS:
            folders.append(words[position + 1])
        elif word.startswith("-I"):
            folders.append(word.removeprefix("-I"))
        elif word == "-include":
            at = position + (2 if words[position + 1] == "-Xclang" else 1)
            header = os.path.normpath(os.path.join(directory, words[at]))
            if file := tree.read(header):
                headers.append(header)
                words[at] = file.digest  # Libraries with equal headers share results.
    folders = tuple(os.path.normpath(os.path.join(directory, folder)) for folder in folders)
    return Command(directory, arguments, tree.without_place("\0".join(words)), folders, headers)


def path_of(entry):
    return os.path.normpath(os.path.join(entry["directory"], entry["file"]))


@dataclasses.dataclass(frozen=True)
class Unit:
    """What the build compiles: a source, or a batch of them."""
    path: str
    sources: list
    command: Command

    def is_batch(self):
        return self.sources != [self.path]


def find_units(database, tree, sources):
    """The Units that have sources of ours. A source that several have is checked in the first."""
    left = set(sources)
    folders = tuple(os.path.join(tree.root, folder) for folder in ("src", "", "tests"))
    units = []
    for entry in database:
        path = path_of(entry)
        found = [path] if path in left else []
        if not found and tree.is_generated(path) and tree.read(path):
            found = [source for source in tree.included(path, folders) if source in left]
        if found:
            left -= set(found)
            units.append(Unit(path, found, make_command(entry, tree)))
    return units


def find_sources(root):
    return sorted(str(path) for path in root.glob("src/**/*.cc")
                  if not path.name.endswith("_test.cc"))


def named_packages(root):
    """The packages that Norn names (tools/packages)."""
    lines = (root / "tools" / "packages").read_text(encoding="utf-8").splitlines()
    return {line.split()[1] for line in lines if re.match("(build|test|full) ", line)}


def with_dependencies(names, depends):
    """These packages, and those that they depend on; `depends` has the installed ones."""
    found = set()
    left = [name for name in names if name in depends]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            # Of alternatives, apt installs the first.
            first = (part.split("|")[0].split() for part in depends[name].split(","))
            left += [words[0] for words in first if words and words[0] in depends]
    return found


def installed_packages(root):
    """The versions of the packages that have the headers of libraries and clang's own: of those
    that Norn needs, so that a machine with more of them has the same results."""
    form = "${db:Status-Status}\t${Package}\t${Version}\t${Depends}, ${Pre-Depends}\n"
    said = subprocess.run(["dpkg-query", "-W", "-f", form], capture_output=True, text=True,
                          check=True).stdout
    rows = [line.split("\t") for line in said.splitlines()]
    rows = [row for row in rows if row[0] == "installed"]
    needed = with_dependencies(named_packages(root), {row[1]: row[3] for row in rows})
    return "\n".join(sorted(f"{name} {version}" for _, name, version, _ in rows if name in needed
                            and re.fullmatch(r"\S+-dev|clang\S*|libclang\S*", name)))


def program_version(program):
    return subprocess.run([program, "--version"], capture_output=True, text=True,
                          check=True).stdout


class Cache:
    """Remembers which hashes belong to clean sources."""

    def __init__(self, folder):
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def has(self, key):
        try:
            os.utime(self._folder / key)
            return True
        except FileNotFoundError:
            return False

    def add(self, key):
        (self._folder / key).touch()

    def remove_unused(self):
        oldest = time.time() - KEPT_DAYS * 24 * 3600
        for path in self._folder.iterdir():
            try:
                if path.stat().st_mtime < oldest:
                    path.unlink()
            except FileNotFoundError:
                pass  # Another run was faster.


def default_cache_folder():
    if folder := os.environ.get("NORN_TIDY_CACHE"):
        return pathlib.Path(folder)
    above = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(above, "norn", "clang-tidy")


@dataclasses.dataclass(frozen=True)
class Job:
    path: str
    command: Command
    tidies: bool  # Otherwise it is compiled only.
    inputs: set
    key: str


def make_job(path, unit, tidies, tree, environment):
    """`environment` is what all results depend on."""
    command = unit.command
    read = [path, *unit.sources] if tidies else [path]
    inputs = tree.with_includes([*read, *command.headers], command.folders)
    parts = [*environment, "tidy" if tidies else "compile", tree.settings(os.path.dirname(path)),
             command.key, tree.name(path),
             *sorted(f"{tree.name(input)} {tree.read(input).digest}" for input in inputs)]
    key = hashlib.sha256(os.fsencode("\0".join(parts))).hexdigest()
    return Job(path, command, tidies, inputs, key)


def make_jobs(units, tree, environment):
    jobs = [make_job(unit.path, unit, True, tree, environment) for unit in units]
    return jobs + [make_job(source, unit, False, tree, environment)
                   for unit in units if unit.is_batch() for source in unit.sources]


def write_database(folder, jobs):
    entries = [{"directory": job.command.directory, "file": job.path,
                "arguments": [*job.command.arguments, "-c", job.path]} for job in jobs]
    pathlib.Path(folder, "compile_commands.json").write_text(json.dumps(entries), encoding="utf-8")


def tidy(program, folder, job):
    """What clang-tidy says; nothing of a clean source or batch."""
    # That a batch includes sources is its purpose; tools/tidy.py looks for others that do.
    done = subprocess.run([program, "-quiet", "--checks=-bugprone-suspicious-include", "-p", folder,
                           job.path], capture_output=True, text=True, errors="replace", check=False)
    if done.returncode == 0 and not done.stdout.strip():
        return ""
    # Findings are on the standard output; the other has only their number, unless it crashed.
    if done.returncode in (0, 1) and done.stdout.strip():
        return done.stdout
    return f"{done.stdout}{done.stderr}{program} failed on {job.path}: {done.returncode}\n"


def compile_alone(job):
    """What the compiler says; nothing of a source that includes what it uses."""
    done = subprocess.run([*job.command.arguments, "-fsyntax-only", job.path],
                          cwd=job.command.directory, capture_output=True, text=True,
                          errors="replace", check=False)
    if done.returncode == 0:
        return ""
    return f"{done.stdout}{done.stderr}{job.path} does not compile by itself\n"


def run_jobs(program, jobs, cache, tree, parallel):
    """The findings, as texts. Clean results are kept at once, so that an interrupted run counts."""
    def run(folder, job):
        finding = tidy(program, folder, job) if job.tidies else compile_alone(job)
        if not finding and tree.is_unchanged(job.inputs):
            cache.add(job.key)
        return finding

    with (tempfile.TemporaryDirectory(prefix="norn-clang-tidy-") as folder,
          concurrent.futures.ThreadPoolExecutor(parallel) as pool):
        write_database(folder, jobs)
        yield from filter(None, pool.map(lambda job: run(folder, job), jobs))


def check(root, build, program, cache, parallel):
    """Prints findings and the last line; returns whether everything is clean."""
    tree = Tree(root, build)
    database = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    sources = find_sources(root)
    units = find_units(database, tree, sources)
    environment = CACHE_VERSION, program_version(program), installed_packages(root)
    jobs = make_jobs(units, tree, environment)
    left = [job for job in jobs if not cache.has(job.key)]
    cache.remove_unused()
    clean = True
    for source in sorted(set(sources).difference(*(unit.sources for unit in units))):
        clean = False
        print(f"{source}: {build} has no command that compiles it; build it first")
    for finding in run_jobs(program, left, cache, tree, parallel):
        clean = False
        print(finding.rstrip(), flush=True)
    print(f"{len(sources)} files, {len(jobs)} checks, {len(jobs) - len(left)} from the cache")
    return clean


def main(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    here = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("--root", type=pathlib.Path, default=here, help="the repository")
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/tsan"),
                        help="the build folder, made with clang; relative to the repository")
    parser.add_argument("--program", default="clang-tidy-19")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    build = (root / options.build).resolve()
    if not shutil.which(options.program):
        sys.exit(f"{options.program} is missing: ./check --full installs it")
    if not (build / "compile_commands.json").exists():
        sys.exit(f"{build} has no compile_commands.json: build it first, with clang")
    cache = Cache(default_cache_folder())
    return 0 if check(root, build, options.program, cache, options.jobs) else 1


if __name__ == "__main__":
    sys.exit(main())
