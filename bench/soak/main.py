#!/usr/bin/env python3
"""Do honest people notice that hostile ones use the same server? docs/benchmarks.md explains the
questions."""

import argparse
import multiprocessing
import os
import time

import hostile
import honest
import people
import servers
from report import Report, machine_facts

P99_FACTOR = 2  # Of honest requests: under attack against quiet.
MEMORY_MB = 1024  # The server, whatever happens.
HONEST = 4
SAMPLE_S = 1


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build", help="the folder of builds")
    parser.add_argument("--minutes", type=float, default=30, help="of attacks")
    parser.add_argument("--quiet-minutes", type=float, default=2, help="before them")
    return parser.parse_args()


class Soak:
    def __init__(self, arguments, report):
        build = os.path.abspath(arguments.build)
        self.arguments = arguments
        self.report = report
        self.folder = servers.clean(os.path.join(build, "bench-soak"))
        self.norn, self.administrator = people.set_up(servers.Norn(build, self.folder))
        self.stopping = None
        self.most_mb = 0

    def measure(self):
        count = HONEST + len(hostile.ATTACKS)
        everybody = people.sign_up(self.administrator, count)
        workers = [honest.Worker(person) for person in everybody[:HONEST]]
        attackers = everybody[HONEST:]
        hostile.prepare(attackers)
        quiet = self.work(workers, [], self.arguments.quiet_minutes)
        attacked = self.work(workers, attackers, self.arguments.minutes)
        self.norn.process.kill()  # As the power would.
        self.norn.process.wait()
        self.norn.start()
        written = sum(each.written for each in (quiet, attacked))
        lost = sum(worker.count_lost(ids) for worker, ids in
                   zip(workers, zip(quiet.ids, attacked.ids)))
        self.tell(quiet, attacked, written, lost)

    def work(self, workers, attackers, minutes):
        """What honest people did and saw for some minutes."""
        stopping = multiprocessing.Event()
        results = [multiprocessing.Queue() for _ in workers]
        doing = [multiprocessing.Process(target=worker.work, args=(stopping, result))
                 for worker, result in zip(workers, results)]
        doing += [multiprocessing.Process(target=hostile.attack, args=(attack, person, stopping))
                  for attack, person in zip(hostile.ATTACKS, attackers)]
        for process in doing:
            process.start()
        end = time.monotonic() + minutes * 60
        while time.monotonic() < end:
            self.most_mb = max(self.most_mb, self.norn.memory_mb())
            time.sleep(SAMPLE_S)
        stopping.set()
        seen = honest.Seen([result.get() for result in results])
        for process in doing:
            process.join(servers.PATIENCE_S)
            if process.is_alive():
                process.terminate()
        return seen

    def tell(self, quiet, attacked, written, lost):
        add = self.report.add
        factor = attacked.p99_ms / quiet.p99_ms
        add("p99 of honest requests under attack, against quiet", f"{factor:.1f} times",
            f"{attacked.p99_ms:.1f} ms against {quiet.p99_ms:.1f} ms; medians "
            f"{attacked.median_ms:.1f} and {quiet.median_ms:.1f} ms; {attacked.count} requests",
            f"at most {P99_FACTOR}", factor <= P99_FACTOR)
        add("honest requests that failed", str(attacked.failed),
            ", ".join(sorted(attacked.failures)) or "none", "0", attacked.failed == 0)
        add("most memory of the server", f"{self.most_mb:.0f} MB",
            "resident, looked at each second", f"at most {MEMORY_MB} MB", self.most_mb <= MEMORY_MB)
        add("acknowledged writes that were lost", str(lost),
            f"of {written}; looked for after kill -9", "0", lost == 0)

    def stop(self):
        self.norn.stop()


def main():
    arguments = parse_arguments()
    report = Report()
    soak = Soak(arguments, report)
    try:
        soak.measure()
    finally:
        soak.stop()
    report.write(os.path.join(os.path.abspath(arguments.build), "bench-soak.md"), machine_facts())


if __name__ == "__main__":
    main()
