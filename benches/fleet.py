"""A fleet of many small servers: time by jobs, memory, and a cluster that loses a worker.

``fleet.py --servers 1000 --jobs 1 2 4`` runs a light audit (lint) over as many servers for each
number of jobs. Ideal is the time of one job, divided by the jobs that have a core. ``--engine dask
--kill`` ends one of the cluster's workers half-way. Times mean something on a quiet machine alone.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

HERE = Path(__file__).parent
KINDS = {
    "mock": ["-m", "mcptest", "mock", "--tools-from", str(HERE / "mock.yml")],
    "echo": [str(HERE / "echo_server.py")],
}


def main() -> None:
    said = _arguments()
    alone: float | None = None
    for jobs in said.jobs:
        took, watch, document = _measure(said.servers, jobs, said)
        each = took / said.servers
        ends = dict(Counter(row["status"] for row in document["servers"]))
        names = {row["name"] for row in document["servers"]}
        alone = each if jobs == 1 else alone
        ideal = f"{alone / min(jobs, os.cpu_count() or 1) / each:.0%} of ideal, " if alone else ""
        print(
            f"{said.engine} jobs {jobs}: {took:.1f} s, {each * 1000:.0f} ms each, {ideal}"
            f"processor {watch.cpu / said.servers:.2f} s a server; "
            f"ours {watch.early:.0f} MiB at a tenth, {watch.late:.0f} MiB at the end, "
            f"all processes {watch.tree:.0f} MiB at most; "
            f"{len(names)} servers, each once: {len(names) == len(document['servers'])}, {ends}",
            flush=True,
        )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--servers", type=int, default=100)
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--engine", choices=["local", "dask"], default="local")
    parser.add_argument("--kind", choices=KINDS, default="mock")
    parser.add_argument("--stages", nargs="+", default=["lint"])
    parser.add_argument("--kill", action="store_true", help="End one Dask worker half-way.")
    return parser.parse_args()


def _measure(servers: int, jobs: int, said: argparse.Namespace):
    with TemporaryDirectory(prefix="fleet-bench-") as folder:
        _write(Path(folder, "fleet.yml"), servers, said.kind)
        return _run(folder, servers, jobs, said)


def _write(path: Path, count: int, kind: str) -> None:
    servers = {f"s{n:05}": {"command": [sys.executable, *KINDS[kind]]} for n in range(count)}
    path.write_text(json.dumps({"fleet": "bench", "servers": servers}))


def _run(folder: str, servers: int, jobs: int, said: argparse.Namespace):
    stages = [word for stage in said.stages for word in ("--only", stage)]
    words = ["fleet", "run", *stages, "--jobs", str(jobs), "--engine", said.engine, "--out", "r"]
    begun = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "mcptest", *words],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    watch = Watch(process.pid)
    watch.start()
    for line in process.stderr:
        done = line.partition("/")[0].removeprefix("[")
        if done == str(max(1, servers // 10)):
            watch.early = watch.own()
        if done == str(servers // 2) and said.kill:
            _kill_a_worker(process.pid)
        if done == str(servers):
            watch.late = watch.own()
    process.wait()
    took = time.monotonic() - begun
    watch.stop()
    return took, watch, json.loads(Path(folder, "r", "fleet.json").read_text())


def _kill_a_worker(pid: int) -> None:
    workers = [
        child
        for child in psutil.Process(pid).children()
        if "spawn_main" in " ".join(child.cmdline()) and child.children()
    ]
    os.kill(workers[0].pid, signal.SIGKILL)
    print(f"killed worker {workers[0].pid} of {len(workers)}", flush=True)


class Watch(threading.Thread):
    """The memory and the processor time of a process and of everything below it, sampled."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._process = psutil.Process(pid)
        self._done = threading.Event()
        self.early = self.late = self.tree = self.cpu = 0.0

    def own(self) -> float:
        return self._process.memory_info().rss / 2**20

    def run(self) -> None:
        while not self._done.wait(0.2):
            memory = spent = 0.0
            for each in self._below():
                try:
                    memory += each.memory_info().rss / 2**20
                    spent += sum(each.cpu_times()[:4])  # with the time of children that ended
                except psutil.Error:
                    continue
            self.tree = max(self.tree, memory)
            self.cpu = max(self.cpu, spent)

    def _below(self) -> list[psutil.Process]:
        try:
            return [self._process, *self._process.children(recursive=True)]
        except psutil.Error:
            return []

    def stop(self) -> None:
        self._done.set()
        self.join()


if __name__ == "__main__":
    main()
