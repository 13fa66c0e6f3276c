#!/usr/bin/env python3
"""Makes a sample of the store's layout with a released program: make.py PROGRAM NAME

Writes NAME.tar.gz (the data folder) and NAME.json (what is in it)."""

import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

import sample


def private(entry):
    """The same owner on every machine."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return entry


def main():
    program, name = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        data = f"{folder}/data"
        with subprocess.Popen(
                [program, "serve", "--data", data, "--listen", "127.0.0.1:0", "--dynamodb-listen",
                 "127.0.0.1:0"], stdout=subprocess.PIPE, text=True) as server:
            app, api = (int(re.search(r":(\d+)", server.stdout.readline())[1]) for _ in range(2))
            secret = re.search(r"setup#(\S+)", server.stdout.readline())[1]
            assert sample.post(app, "/api/v1/setup", {
                "secret": secret, "name": "Ada", "email": sample.EMAIL,
                "password": sample.PASSWORD}) == 201
            sample.call(api, "CreateTable", sample.TABLE)
            sample.call(api, "UpdateTimeToLive", {
                "TableName": "sample",
                "TimeToLiveSpecification": {"Enabled": True, "AttributeName": "expires"}})
            for item in sample.items():
                sample.call(api, "PutItem", {"TableName": "sample", "Item": item})
            contents = sample.contents(api)
            server.terminate()
        text = json.dumps(contents, indent=1, sort_keys=True) + "\n"
        pathlib.Path(f"{name}.json").write_text(text)
        with tarfile.open(f"{name}.tar.gz", "w:gz") as archive:
            archive.add(data, "data", filter=private)


if __name__ == "__main__":
    main()
