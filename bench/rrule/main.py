"""Puts the same questions about recurrence to Norn, libical and rrule.js, in turns."""

import argparse
import json
import os
import pathlib
import statistics
import subprocess

from report import Report, machine_facts, short

HERE = pathlib.Path(__file__).resolve().parent
ENGINES = ("norn", "libical", "rrule.js")
TEN_YEARS = "UNTIL=20350106T100000"
# At least so many occurrences a second, or so many times those of libical.
TARGET_RATE = 20e6
TARGET_RATIO = 20
TARGET_FAR_US = 2

START = ("--dtstart", "20250106T100000")
RATES = (
    ("`WEEKLY;BYDAY=MO,WE,FR`", f"FREQ=WEEKLY;BYDAY=MO,WE,FR;{TEN_YEARS}", ()),
    ("`MONTHLY;BYDAY=-1FR`", f"FREQ=MONTHLY;BYDAY=-1FR;{TEN_YEARS}", ()),
    ("`DAILY`", f"FREQ=DAILY;{TEN_YEARS}", ()),
    ("`DAILY` in America/New_York to UTC", "FREQ=DAILY;UNTIL=20350106T150000Z",
     ("--tzid", "America/New_York")),
)
WEEK = ("--from", "20750107T000000", "--to", "20750114T000000")
FAR = (
    ("`DAILY`", "FREQ=DAILY", ()),
    ("`DAILY` in America/New_York", "FREQ=DAILY", ("--tzid", "America/New_York")),
    ("`WEEKLY;BYDAY=MO,WE,FR`", "FREQ=WEEKLY;BYDAY=MO,WE,FR", ()),
    ("`MONTHLY;BYDAY=2FR`", "FREQ=MONTHLY;BYDAY=2FR", ()),
    ("`YEARLY;BYMONTH=1;BYDAY=2MO`", "FREQ=YEARLY;BYMONTH=1;BYDAY=2MO", ()),
    ("`HOURLY;INTERVAL=5`", "FREQ=HOURLY;INTERVAL=5", ()),
    ("`WEEKLY;BYDAY=MO,WE,FR;COUNT=10000`", "FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=10000", ()),
)


class Engines:
    def __init__(self, options):
        self.options = options
        self.program = options.build / "release" / "bench" / "bench_rrule"

    def ask(self, engine, rule, arguments):
        """One turn of one engine: what it found, and how long an expansion takes."""
        command = ([str(self.program), "--engine", engine] if engine != "rrule.js"
                   else ["node", str(HERE / "rrule_js.mjs")])
        # rrule.js turns wall times of a zone into instants by way of the zone of the process.
        result = subprocess.run(
            [*command, *START, "--rrule", rule, *arguments, "--ms", str(self.options.ms)],
            capture_output=True, text=True, check=True, env=os.environ | {"TZ": "UTC"})
        return json.loads(result.stdout)

    def ask_all(self, rule, arguments):
        """The middle of all turns, by engine: nanoseconds an expansion, and occurrences in it."""
        turns = {engine: [] for engine in ENGINES}
        for _ in range(self.options.turns):
            for engine in ENGINES:
                turns[engine].append(self.ask(engine, rule, arguments))
        ours = turns["norn"][0]
        answers = {}
        for engine, replies in turns.items():
            same = all((reply["count"], reply["sum"]) == (ours["count"], ours["sum"])
                       for reply in replies)
            answers[engine] = (statistics.median(reply["ns"] for reply in replies), same)
        return ours["count"], answers


def different(answers):
    """Which engines found something else, as a remark."""
    others = [engine for engine, (_, same) in answers.items() if not same]
    return f"; {' and '.join(others)} found other times" if others else ""


def measure_rates(engines, report):
    for name, rule, arguments in RATES:
        count, answers = engines.ask_all(rule, arguments)
        rate = {engine: count / ns * 1e9 for engine, (ns, _) in answers.items()}
        ratio = rate["norn"] / rate["libical"]
        report.add(
            f"{name}, ten years", f"{rate['norn'] / 1e6:.0f} million/s",
            f"libical {short(rate['libical'])}/s ({ratio:.0f} times slower), rrule.js "
            f"{short(rate['rrule.js'])}/s ({rate['norn'] / rate['rrule.js']:.0f} times slower); "
            f"{count} occurrences{different(answers)}",
            f">= {TARGET_RATE / 1e6:.0f} million/s or {TARGET_RATIO} times libical",
            rate["norn"] >= TARGET_RATE or ratio >= TARGET_RATIO)


def measure_far(engines, report):
    for name, rule, arguments in FAR:
        count, answers = engines.ask_all(rule, (*arguments, *WEEK))
        us = {engine: ns / 1000 for engine, (ns, _) in answers.items()}
        counted = "COUNT" in rule
        report.add(f"{name}, a week 50 years on", f"{us['norn']:.2f} us",
                   f"libical {us['libical']:.0f} us, rrule.js {us['rrule.js']:.0f} us; {count} "
                   f"occurrences{different(answers)}",
                   "" if counted else f"< {TARGET_FAR_US} us", us["norn"] < TARGET_FAR_US)
    rule = "FREQ=WEEKLY;BYDAY=MO,WE,FR"
    count, answers = engines.ask_all(rule, (*WEEK, "--read-each-time"))
    us = {engine: ns / 1000 for engine, (ns, _) in answers.items()}
    report.add("`WEEKLY;BYDAY=MO,WE,FR`, the same, with reading the rule", f"{us['norn']:.2f} us",
               f"libical {us['libical']:.0f} us, rrule.js {us['rrule.js']:.0f} us")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--ms", type=int, default=300, help="of each turn")
    parser.add_argument("--turns", type=int, default=5)
    options = parser.parse_args()
    engines = Engines(options)
    report = Report()
    measure_rates(engines, report)
    measure_far(engines, report)
    libical = subprocess.run(["dpkg-query", "-W", "-f", "${source:Upstream-Version}", "libical3"],
                             capture_output=True, text=True, check=True).stdout
    packages = json.loads((HERE / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
    report.write(options.build / "bench-rrule.md", machine_facts(
        f"libical {libical}", f"rrule.js {packages['node_modules/rrule']['version']} on Node "
        f"{node.stdout.strip()}"))


if __name__ == "__main__":
    main()
