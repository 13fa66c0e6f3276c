"""The findings as a Markdown table, and what the figures depend on."""

import os
import platform
import subprocess
import sys
import time


class Report:
    def __init__(self):
        self.rows = []

    def add(self, question, answer, remark="", target="", met=True):
        verdict = "" if not target else "met" if met else "MISSED"
        self.rows.append((question, answer, target, verdict, remark))
        print(f"  {question}: {answer} {verdict} ({remark})", file=sys.stderr, flush=True)

    def to_markdown(self):
        lines = ["| question | answer | target | | remark |", "|---|---|---|---|---|"]
        lines += [f"| {' | '.join(row)} |" for row in self.rows]
        return "\n".join(lines) + "\n"


def short(rate):
    """Plain numbers read badly above a few digits: 123456 becomes "123 k"."""
    return f"{rate:.0f}" if rate < 10_000 else f"{rate / 1000:.0f} k"


def proc_value(path, name):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith(name):
                return line.split(":", 1)[1].strip()
    return "unknown"


def machine_facts():
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
    return (f"{time.strftime('%Y-%m-%d %H:%M', time.gmtime())} UTC; "
            f"{proc_value('/proc/cpuinfo', 'model name')} ({os.cpu_count()} cores), "
            f"{proc_value('/proc/meminfo', 'MemTotal')} of memory, Linux {platform.release()}, "
            f"dynalite 4.0.0 on Node {node.stdout.strip()}, dynoxide 1.2.1, "
            f"load average {os.getloadavg()[0]:.1f} at the end.")
