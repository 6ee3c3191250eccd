"""A full disk: what was acknowledged stays, clients are told to come again, and room is all it takes to go on.

SQLite lies on a small file system in memory; of PostgreSQL the tables do, its log does not. Mounting needs root.

    Tests/Instances/run full_disk
"""

import asyncio
import os
import random
import shutil
import subprocess
import sys

from client import Operation, check_problem, fetch
from processes import ROOT, Folder, Instance, Postgres, free_ports


class SmallDisk:
    """A file system in memory of so many megabytes."""

    def __init__(self, path, megabytes, mode="755"):
        self.path = path
        path.mkdir()
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode={mode}", "tmpfs", str(path)], check=True)
        self.ballast = path / "ballast"

    def fill(self, leaving):
        """Takes all but so many bytes."""
        state = os.statvfs(self.path)
        with open(self.ballast, "wb") as file:
            os.posix_fallocate(file.fileno(), 0, state.f_bavail * state.f_frsize - leaving)

    def free(self):
        self.ballast.unlink()

    def unmount(self):
        subprocess.run(["umount", "-l", str(self.path)], check=False)


def submission(number):
    return Operation("submission", "/api/v1/applications", {
        "full_name": f"Ism {number} " + "x" * 80, "phone": "+998901234567", "document": "AA1234567",
        "region": "Toshkent", "age": 30, "months": 12, "consent": True}, f"k{number}")


async def post(port, number):
    operation = submission(number)
    return await fetch(port, "POST", operation.path, operation.body, operation.headers)


async def drill(name, disk, port):
    """Posts until nothing fits, makes room, and posts on. Every key that was refused goes in at last."""
    acknowledged, refused = {}, []
    number = 0
    disk.fill(leaving=256 << 10)
    while len(refused) < 20:
        number += 1
        assert number < 20_000, f"{name}: the disk does not get full"
        answer = await post(port, number)
        if answer.status == 200:
            acknowledged[number] = answer.body
        else:
            check_problem(answer)
            refused.append(number)
    first = len(acknowledged)
    assert (await fetch(port, "GET", "/healthz")).status == 200
    for known in random.sample(sorted(acknowledged), min(20, first)):
        assert (await post(port, known)).body == acknowledged[known], f"{name}: a replay differs while the disk is full"
    disk.free()
    waits = 0
    for number in refused:
        while (answer := await post(port, number)).status != 200:
            check_problem(answer)
            waits += 1
            assert waits < 100, f"{name}: it does not go on though there is room"
            await asyncio.sleep(0.1)
        acknowledged[number] = answer.body
    assert (await fetch(port, "GET", "/readyz")).status == 200
    for number, body in acknowledged.items():
        answer = await post(port, number)
        assert answer.status == 200 and answer.body == body, f"{name}: {number} was acknowledged and is lost"
        assert answer.headers["idempotency-replayed"] == "true"
    print(f"{name}: {first} acknowledged, then the disk was full and {len(refused)} were refused with 503; with room "
          f"again all {len(acknowledged)} are there, after {waits} more refusals and without a hand")


def run(name, folder, disk, database):
    [port] = free_ports(1)
    (folder / "keys").write_text("ab" * 32 + "\n")
    (folder / "keys").chmod(0o600)
    instance = Instance(port, database, folder, ROOT / "Benchmarks/load/screens", folder / "log")
    try:
        instance.wait_until_it_listens()
        asyncio.run(drill(name, disk, port))
        instance.stop()
    except BaseException:
        print(subprocess.run(["tail", "-3", folder / "log"], stdout=subprocess.PIPE, text=True).stdout)
        raise
    finally:
        instance.process.kill()


def may_mount(folder):
    try:
        SmallDisk(folder / "probe", 1).unmount()
        return True
    except subprocess.CalledProcessError:
        return False


def main():
    with Folder() as folder:
        if not may_mount(folder):
            print("full_disk: skipped, nobody may mount a small disk here")
            return 1 if os.environ.get("OYNA_REQUIRE_ALL") else 0
    with Folder() as folder:
        disk = SmallDisk(folder / "disk", 4)
        try:
            run("SQLite", folder, disk, f"sqlite:{folder}/disk/db")
        finally:
            disk.unmount()
    with Folder() as folder:
        database = Postgres(folder / "pg")
        disk = None
        try:
            database.stop("fast")
            # The tables move to the small disk, the log stays.
            base, moved = folder / "pg/data/base", folder / "base"
            disk = SmallDisk(moved, 64, mode="700")
            for entry in base.iterdir():
                shutil.copytree(entry, moved / entry.name)
            subprocess.run(["chown", "-R", "postgres", str(moved)], check=True)
            shutil.rmtree(base)
            base.symlink_to(moved)
            database.start()
            run("PostgreSQL", folder, disk, database.url)
        finally:
            database.remove()
            if disk:
                disk.unmount()
    return 0


if __name__ == "__main__":
    sys.exit(main())
