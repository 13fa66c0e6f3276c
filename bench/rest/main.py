#!/usr/bin/env python3
"""How fast is Norn's REST API beside fixed replies of the same bytes, and how soon do open pages
hear of a change? docs/benchmarks.md explains the questions."""

import argparse
import contextlib
import os

import servers
from agenda import Agenda
from bookings import Bookings
from family import Family
from month import Month
from planner import Planner
from projects import Projects
from report import Report, machine_facts
from streams import Streams

QUESTIONS = {"agenda": Agenda, "bookings": Bookings, "family": Family, "month": Month,
             "planner": Planner, "projects": Projects, "streams": Streams}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build", help="the folder of builds")
    parser.add_argument("--seconds", type=int, default=5, help="of one turn of one server")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--stream-seconds", type=int, default=20, help="of watching the streams")
    parser.add_argument("--people", type=int, default=10_000, help="who have planners")
    parser.add_argument("--beside", help="another norn program, whose week views made anew are "
                        "measured in turns with those of this one")
    parser.add_argument("--tasks", type=int, default=100_000, help="that are searched")
    parser.add_argument("--others", type=int, default=1_000_000, help="events of other projects")
    parser.add_argument("--relatives", type=int, default=100_000, help="of the largest tree")
    parser.add_argument("--only", action="append", default=[], choices=QUESTIONS)
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    build = os.path.abspath(arguments.build)
    folder = servers.clean(os.path.join(build, "bench-rest"))
    report = Report()
    for name in arguments.only or QUESTIONS:
        with contextlib.ExitStack() as stack:
            QUESTIONS[name](arguments, build, folder, report).measure(stack)
    report.write(os.path.join(build, "bench-rest.md"), machine_facts())


if __name__ == "__main__":
    main()
