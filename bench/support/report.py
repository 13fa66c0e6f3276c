"""The findings as a Markdown table, and what the figures depend on."""

import os
import platform
import sys
import time


class Report:
    def __init__(self):
        self.rows = []

    def add(self, question, answer, remark="", target="", met=True):
        verdict = "" if not target else "met" if met else "MISSED"
        self.rows.append((question, answer, target, verdict, remark))
        print(f"  {question}: {answer} {verdict} ({remark})", file=sys.stderr, flush=True)

    def write(self, path, facts):
        """Into a file, and to be seen."""
        text = f"{self.to_markdown()}\n{facts}\n"
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        print(text)

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


def machine_facts(*programs):
    """What the figures depend on; the programs are those that were measured beside Norn."""
    facts = [f"{proc_value('/proc/cpuinfo', 'model name')} ({os.cpu_count()} cores)",
             f"{proc_value('/proc/meminfo', 'MemTotal')} of memory",
             f"Linux {platform.release()}", *programs,
             f"load average {os.getloadavg()[0]:.1f} at the end."]
    return f"{time.strftime('%Y-%m-%d %H:%M', time.gmtime())} UTC; {', '.join(facts)}"
