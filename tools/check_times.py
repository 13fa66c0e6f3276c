#!/usr/bin/env python3
"""Prints where the time of the last ./check went: steps, test programs, test cases, compiling.

Reads what ./check leaves in the build folder:

  logs/times.tsv         one line per step: name, seconds, "ok" or "FAILED"
  PRESET/ctest.xml       the test programs (ctest --output-junit)
  PRESET/results/*.xml   their cases, in gtest's format
  PRESET/.ninja_log      what ninja ran, and when

The names of the steps say which of these belong to the last ./check and not to an earlier one:
"build PRESET" has written the log of ninja, "test PRESET" the results, "long NAME" those of
build/long.
"""

import argparse
import collections
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

Step = collections.namedtuple("Step", "name seconds result")
Program = collections.namedtuple("Program", "seconds build name")
Case = collections.namedtuple("Case", "seconds build program name")
# One command of ninja. Start and end are milliseconds since ninja started.
Command = collections.namedtuple("Command", "start end output hash")
Compile = collections.namedtuple("Compile", "seconds build file")

COMPILED = re.compile(r"(?:.*/)?CMakeFiles/(?P<target>[^/]+)\.dir/(?P<file>.+)\.(o|gch|pch)")


def read_steps(path):
    steps = []
    for line in path.read_text(encoding="utf-8").splitlines():
        name, seconds, result = line.split("\t")
        steps.append(Step(name, float(seconds), result))
    return steps


def builds_of(steps, kind):
    """The presets of the steps "KIND PRESET", in their order."""
    words = (step.name.split() for step in steps)
    return list(dict.fromkeys(name for first, *rest in words if first == kind for name in rest))


def seconds_of(element):
    return float(element.get("time") or 0)


def test_cases(path):
    """The elements of a JUnit or gtest file; none if the file is missing or broken."""
    try:
        return list(ElementTree.parse(path).getroot().iter("testcase"))
    except (FileNotFoundError, ElementTree.ParseError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return []


def read_programs(folder, build):
    return [Program(seconds_of(element), build, element.get("name"))
            for element in test_cases(folder / build / "ctest.xml")]


def case_name(element):
    suite, name = element.get("classname"), element.get("name")
    if not suite:
        return name  # Python's and node's names are complete.
    # Suite.Case as --gtest_filter wants it; a file and a sentence of the web app's tests.
    return f"{suite}: {name}" if " " in name else f"{suite}.{name}"


def read_cases(folder, build):
    cases = []
    for path in sorted(folder.joinpath(build).glob("results/*.xml")):
        for element in test_cases(path):
            cases.append(Case(seconds_of(element), build, path.stem, case_name(element)))
    return cases


def read_ninja_log(path):
    """The commands of the last run of ninja.

    Ninja appends to its log, run after run. A run writes its commands as they end, counts time from
    its own start, and makes no output twice: where time goes back or an output comes again, another
    run begins.
    """
    run = []
    outputs = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        start, end, _, output, command_hash = line.split("\t")
        command = Command(int(start), int(end), output, command_hash)
        if run and (command.end < run[-1].end or output in outputs):
            run = []
            outputs = set()
        run.append(command)
        outputs.add(output)
    return without_second_outputs(run)


def without_second_outputs(commands):
    """A command with several outputs has a line for each; it ran once."""
    once = {(command.start, command.end, command.hash): command for command in reversed(commands)}
    return sorted(once.values(), key=lambda command: command.end)


def compiled_file(output):
    """The name of what was compiled into `output`; None if that was not done by the compiler."""
    match = COMPILED.fullmatch(output)
    if not match:
        return None
    if match["file"].startswith("cmake_pch."):
        return f"precompiled header of {match['target']}"
    return match["file"]


def seconds_taken(command):
    return (command.end - command.start) / 1000


def table(title, heads, rows):
    """Lines of aligned columns: numbers to the right, text to the left."""
    texts = [[f"{cell:.1f}" if isinstance(cell, float) else str(cell) for cell in row]
             for row in rows]
    widths = [max(map(len, column)) for column in zip(heads, *texts)]
    is_number = [isinstance(cell, (int, float)) for cell in rows[0]]
    yield title
    for cells in [heads, *texts]:
        yield "  " + "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(cells, widths, is_number)).rstrip()
    yield ""


def slowest(items, top):
    return sorted(items, key=lambda item: item.seconds, reverse=True)[:top]


def step_report(steps):
    rows = [(step.seconds, step.name, "" if step.result == "ok" else step.result)
            for step in steps]
    rows.append((sum(step.seconds for step in steps), "all steps", ""))
    yield from table("Steps", ("seconds", "step", ""), rows)


def test_report(folder, steps, top):
    builds = builds_of(steps, "test")
    # The long tests run by themselves, without ctest.
    long = ["long"] if builds_of(steps, "long") else []
    cases = [case for build in builds + long for case in read_cases(folder, build)]
    in_cases = collections.Counter()
    for case in cases:
        in_cases[case.build, case.program] += case.seconds
    for build in builds:
        # A program that takes much longer than its cases spends the time in what they share, such
        # as servers. One that runs cases in parallel takes less than their sum.
        rows = [(program.seconds, float(in_cases[build, program.name]), program.name)
                for program in slowest(read_programs(folder, build), None)]
        if rows:
            yield from table(f"Test programs, {build}", ("seconds", "in cases", "program"), rows)
    if cases:
        yield from table(f"Slowest of {len(cases)} test cases",
                         ("seconds", "build", "program", "case"), slowest(cases, top))


def compile_report(folder, steps, top):
    builds = [build for build in builds_of(steps, "build")
              if (folder / build / ".ninja_log").exists()]
    sums = []
    compiles = {}
    for build in builds:
        commands = read_ninja_log(folder / build / ".ninja_log")
        compiles[build] = [Compile(seconds_taken(command), build, compiled_file(command.output))
                           for command in commands if compiled_file(command.output)]
        compiling = sum(item.seconds for item in compiles[build])
        rest = sum(map(seconds_taken, commands)) - compiling
        whole = max((command.end for command in commands), default=0) / 1000
        sums.append((whole, float(compiling), len(compiles[build]), float(rest), build))
    if builds:
        yield from table("Builds: what ninja took, and the sums of its commands",
                         ("seconds", "compiling", "files", "all else", "build"), sums)
    for build in builds:
        if compiles[build]:
            yield from table(f"Slowest of {len(compiles[build])} files to compile, {build}",
                             ("seconds", "file"),
                             [(item.seconds, item.file) for item in slowest(compiles[build], top)])
    if sum(map(bool, compiles.values())) > 1:
        everything = [item for items in compiles.values() for item in items]
        yield from table(f"Slowest of {len(everything)} files to compile, all builds",
                         ("seconds", "build", "file"), slowest(everything, top))


def report(folder, top):
    """The whole report on the build folder `folder`, as lines; none without a ./check."""
    times = folder / "logs" / "times.tsv"
    steps = read_steps(times) if times.exists() else []
    if not steps:
        return []
    return [*step_report(steps), *test_report(folder, steps, top),
            *compile_report(folder, steps, top)]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    default = pathlib.Path(__file__).resolve().parent.parent / "build"
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=default,
                        help="the build folder")
    parser.add_argument("--top", type=int, default=20, help="how many cases and files to list")
    arguments = parser.parse_args()
    lines = report(arguments.folder, arguments.top)
    if not lines:
        print(f"There has been no ./check yet: {arguments.folder}/logs/times.tsv has no steps.",
              file=sys.stderr)
        return 1
    print("\n".join(lines).rstrip())
    return 0


if __name__ == "__main__":
    sys.exit(main())
