"""What every operation costs in capacity units of DynamoDB, as docs/data_model.md lists it. With
NORN_WRITE_COSTS=1 the list is written anew; read what has changed before you commit it."""

import os
import pathlib
import sys
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "rest"))

from family_crash_test import gedcom_file
from file_things import send_file
from further_operations import FURTHER_OPERATIONS, extend
from meter import MeteredServer
from operations import OPERATIONS, Scene
from planner_things import make_planner_task

DOCUMENT = ROOT / "docs" / "data_model.md"
BEGIN, END = "<!-- costs: written by tests/costs -->\n", "<!-- end of costs -->\n"
HEAD = ("| app or table | operation | read units | write units | the design |\n"
        "|---|---|---:|---:|---|\n")
QUOTAS = ("All apps", "before the first change of a person in 2 seconds: how much they have")
# What is known of quotas holds for 2 seconds. It is read before every so many operations, a fixed
# number, because reading it adds items.
QUOTAS_HOLD_S = 2
OPERATIONS_AT_ONCE = 13
FURTHER_AT_ONCE = 10
# After some operations something is removed in the background, which belongs to them.
QUIET_S = 1
IMPORTED = 1000
IMPORT = ("`Yggdrasil`", f"import a file of {IMPORTED:,} people")
JOBS = "/api/v1/tree-import-jobs"
MAX_ATTEMPTS = 15


class TooSlow(Exception):
    """The machine was too busy for what was measured to be what it is without a pause."""


class Measurement:
    def __init__(self, server):
        self.meter = server.meter
        self.tables = server.tables
        self.scene = Scene(server.world)
        self.rows = []
        # When the quotas were read, and when anything was done last, which may have read some.
        self.read_at = self.done_at = time.monotonic()

    def read_quotas(self):
        """After the pause none is known: of each thing, the first one that asks reads them."""
        time.sleep(max(0, self.done_at + QUOTAS_HOLD_S + 0.05 - time.monotonic()))
        self.read_at = time.monotonic()
        self.scene.read_quotas()
        self.done_at = time.monotonic()

    def units(self, act):
        """What is consumed by something, when the quotas were read not long before."""
        self.meter.take()
        act()
        taken = self.meter.take()
        self.done_at = time.monotonic()
        if self.done_at > self.read_at + QUOTAS_HOLD_S - 0.1:
            raise TooSlow()
        return taken

    def all(self):
        scene = self.scene
        for number, (app, name, act, design) in enumerate(OPERATIONS):
            if number % OPERATIONS_AT_ONCE == 0:
                self.read_quotas()
            taken = self.units(lambda act=act: act(scene))
            self.rows.append((app or self.rows[-1][0], name, taken.read, taken.write, design))
        quotas = self.quotas()
        extend(scene, self.tables)
        self.done_at = time.monotonic()
        for number, (app, name, act) in enumerate(FURTHER_OPERATIONS):
            if number % FURTHER_AT_ONCE == 0:
                self.read_quotas()
            taken = self.units(lambda act=act: act(scene))
            if name.endswith("removal of the upload"):
                time.sleep(QUIET_S)
                rest = self.meter.take()
                taken.read, taken.write = taken.read + rest.read, taken.write + rest.write
                self.read_quotas()
            self.rows.append((app, name, taken.read, taken.write, ""))
        self.rows.append((*IMPORT, *self.imported(), ""))
        self.rows.append((*QUOTAS, quotas, 0, ""))
        return self.rows

    def imported(self):
        """An import works in the background, and notes how far it is, and asks how much the person
        has, by the clock: what it consumes is about the same each time, and is rounded."""
        client = self.scene.client
        jobs = self.tables.Table("norn")  # Asked without the meter.
        upload = send_file(self.scene.ada, gedcom_file(IMPORTED), "line.ged", purpose="familyTree")
        time.sleep(QUOTAS_HOLD_S + 0.05)  # So that it always asks.
        self.meter.take()
        job = client.post(JOBS, {"uploadId": upload["id"]}, expect=202).json
        key = {"PK": f"TREE_IMPORTS#{self.scene.ada.id}", "SK": job["id"]}
        while job["state"] not in ("done", "failed"):
            time.sleep(0.05)
            job = jobs.get_item(Key=key, ConsistentRead=True)["Item"]
        assert job["state"] == "done", job
        taken = self.meter.take()
        return taken.read // 100 * 100, round(taken.write, 2 - len(f"{taken.write:.0f}"))

    def quotas(self):
        """How much more a change costs when it reads the quotas, too."""
        self.read_quotas()
        known = self.units(lambda: make_planner_task(self.scene.ada, "Known"))
        time.sleep(QUOTAS_HOLD_S + 0.05)
        self.meter.take()
        make_planner_task(self.scene.ada, "Asked")
        return self.meter.take().read - known.read


def measured():
    for _ in range(MAX_ATTEMPTS):
        server = MeteredServer()
        try:
            return Measurement(server).all()
        except TooSlow:
            continue
        finally:
            server.stop()
    raise TooSlow(f"{MAX_ATTEMPTS} attempts")


def listed():
    """{operation: (read, write)} of the document, and its text before and after the list."""
    text = DOCUMENT.read_text()
    before, rest = text.split(BEGIN)
    rows, after = rest.split(END)
    found = {}
    app = ""
    for line in rows.splitlines()[2:]:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        app = cells[0] or app
        found[app, cells[1]] = (float(cells[2]), float(cells[3]))
    return found, before, after


def table_of(rows):
    """By app; its name is in the first row of each."""
    text = HEAD
    for app in dict.fromkeys(row[0] for row in rows):
        shown = app
        for _, name, read, write, design in (row for row in rows if row[0] == app):
            text += (f"| {shown} | {name} | {number_text(read)} | {number_text(write)} "
                     f"| {design} |\n")
            shown = ""
    return text


def number_text(number):
    return f"{number:.1f}".removesuffix(".0")


def consumed():
    """{operation: (read, write)} as measured."""
    return {(app, name): (read, write) for app, name, read, write, _ in measured()}


def changes(expected, found):
    return [f"{key}: {expected.get(key)} are listed, {found.get(key)} were consumed"
            for key in sorted(expected.keys() | found.keys())
            if expected.get(key) != found.get(key)]


class CostsTest(unittest.TestCase):
    maxDiff = None

    def test_each_operation_costs_what_the_document_says(self):
        expected, before, after = listed()
        if os.environ.get("NORN_WRITE_COSTS"):
            DOCUMENT.write_text(before + BEGIN + table_of(measured()) + END + after)
            return
        changed = changes(expected, consumed())
        # On a busy machine, work in the background can fall into an operation. The next time it
        # hits another one, or none.
        if changed:
            again = changes(expected, consumed())
            changed = [change for change in changed if change in again]
        self.assertEqual(changed, [], "An operation costs more, or less, than docs/data_model.md "
                         "says (read units, write units). If it has to, run this test with "
                         "NORN_WRITE_COSTS=1.")


if __name__ == "__main__":
    unittest.main()
