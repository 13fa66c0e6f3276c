#!/usr/bin/env python3
"""Runs the journeys of this folder in Firefox, as ../run.py runs all other tests in Chromium."""

import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))
sys.dont_write_bytecode = True
import run

if __name__ == "__main__":
    sys.exit(run.main(FOLDER, "firefox"))
