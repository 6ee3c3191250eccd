"""Three `oyna serve` on one PostgreSQL behave as one, while they are killed and while the database is.

64 clients post submissions, orders, transfers and callbacks of Payme to nginx or to any of the servers, many of them twice at
once and again later, each under one key until its outcome is known. Meanwhile servers are killed (-9) and started again; then
the database is stopped at once and started again. In the end the rows must be those that were acknowledged, each once.

    Tests/Instances/run [--seconds 12] [--clients 64] [--seed N]
"""

import argparse
import asyncio
import collections
import json
import random as randomness
import shutil
import subprocess
import time

from client import Operation, fetch
from processes import ROOT, Folder, Instance, Nginx, Postgres, free_ports

ACCOUNTS = {"card": 5_000_000_00, "savings": 12_000_000_00}


class Clients:
    """What is done, and what came of it."""

    def __init__(self, ports, random):
        self.ports, self.random = ports, random
        self.counts = collections.Counter()
        self.done = collections.defaultdict(list)
        self.started = collections.defaultdict(list)
        self.serial = 0

    def next_operation(self, kind):
        self.serial += 1
        number = self.serial
        if kind == "submission":
            return Operation(kind, "/api/v1/applications", {
                "full_name": f"Ism {number}", "phone": "+998901234567", "document": "AA1234567", "region": "Toshkent",
                "age": 30, "months": 12, "consent": True}, f"s{number}", f"Ism {number}")
        if kind == "order":
            quantity = self.random.randint(1, 3)
            cart = {"lines": [{"product": "obi_non", "quantity": quantity, "unitPrice": 450000}], "promoCode": None,
                    "total": 450000 * quantity, "currency": "UZS"}
            return Operation(kind, "/api/v1/orders", {
                "cart": cart, "customer_name": "Zuhra", "customer_phone": "+998901234567",
                "delivery_address": f"Uy {number}"}, f"o{number}", f"Uy {number}")
        sides = self.random.sample(sorted(ACCOUNTS), 2)
        return Operation("transfer", "/api/v1/transfers", {
            "id": f"transfer-{number}", "from": sides[0], "to": sides[1], "amount": self.random.randint(1, 100_000),
            "currency": "UZS"}, f"t{number}", f"transfer-{number}")

    async def perform(self, operation, until):
        """Sends it, perhaps twice at once, perhaps again later."""
        self.started[operation.kind].append(operation)
        copies = 2 if self.random.random() < 0.4 else 1
        sends = [operation.send(self.ports, self.random, self.counts, until) for _ in range(copies)]
        answers = await asyncio.gather(*sends)
        if None in answers:
            return None
        if self.random.random() < 0.25:
            await operation.send(self.ports, self.random, self.counts, until)
        self.done[operation.kind].append(operation)
        return operation.answer

    async def client(self, stop, until):
        while not stop.is_set():
            kind = self.random.choice(["submission", "submission", "order", "transfer", "transfer"])
            answer = await self.perform(self.next_operation(kind), until)
            if kind == "order" and answer and answer.status == 200:
                await self.pay(answer.json["screen"]["state"], until)

    async def pay(self, order, until):
        """Payme's calls for an order, each of which it sends again whenever it likes."""
        self.serial += 1
        payment = f"payme-{self.serial}"
        create = Operation("payment created", "/payme", {"id": 1, "method": "CreateTransaction", "params": {
            "id": payment, "time": int(time.time() * 1000), "amount": order["order_total"],
            "account": {"order_id": order["order_id"]}}}, note=payment)
        if await self.perform(create, until) is None:
            return
        perform = Operation("payment performed", "/payme", {
            "id": 1, "method": "PerformTransaction", "params": {"id": payment}}, note=payment)
        await self.perform(perform, until)


async def drill(instances, nginx_port, database, arguments):
    random = randomness.Random(arguments.seed)
    ports = [nginx_port, *(instance.port for instance in instances)]
    clients = Clients(ports, random)
    stop, until = asyncio.Event(), asyncio.Event()
    tasks = [asyncio.create_task(clients.client(stop, until)) for _ in range(arguments.clients)]
    kills = 0
    end = time.monotonic() + arguments.seconds
    while time.monotonic() < end:
        await asyncio.sleep(random.uniform(0.3, 0.9))
        victim = random.choice(instances)
        await asyncio.to_thread(victim.kill)
        kills += 1
        await asyncio.sleep(random.uniform(0, 0.3))
        victim.start()
    print(f"servers killed and started again: {kills}", flush=True)
    for instance in instances:
        await asyncio.to_thread(instance.wait_until_it_listens)
    await stop_the_database(instances, database)
    await asyncio.sleep(1)
    stop.set()
    # Whatever is under way gets its answer: then every key is known.
    done, pending = await asyncio.wait(tasks, timeout=30)
    until.set()
    for task in done:
        task.result()
    assert not pending, f"{len(pending)} clients have no answer 30 s after the end"
    return clients


async def stop_the_database(instances, database):
    await asyncio.to_thread(database.stop, "immediate")
    body = json.dumps({"id": "probe", "from": "card", "to": "savings", "amount": 1, "currency": "UZS"}).encode()
    headers = {"Content-Type": "application/json", "Idempotency-Key": "probe"}
    for instance in instances:
        ready = await fetch(instance.port, "GET", "/readyz")
        assert ready.status == 503, ready.status
        health = await fetch(instance.port, "GET", "/healthz")
        assert health.status == 200, health.status
        answer = await fetch(instance.port, "POST", "/api/v1/transfers", body, headers)
        assert answer.status == 503 and answer.json["type"].startswith("/problems/"), answer.body
        assert int(answer.headers["retry-after"]) > 0
        assert answer.headers["content-type"].startswith("application/problem+json")
    await asyncio.to_thread(database.start)
    started = time.monotonic()
    for instance in instances:
        while (await fetch(instance.port, "GET", "/readyz")).status != 200:
            assert time.monotonic() - started < 10, "a server does not find the database again"
            await asyncio.sleep(0.05)
    print(f"database stopped at once: 503 and not ready; ready again {time.monotonic() - started:.1f} s after its start")


def check(clients, database):
    """The rows against the answers. A row whose answer was lost cannot be: every key was asked until it was known."""
    done = clients.done
    problems = []

    def same(what, acknowledged, rows):
        lost = len(set(acknowledged) - set(rows))
        doubled = len(rows) - len(set(rows))
        strange = len(set(rows) - set(acknowledged))
        print(f"{what}: {len(acknowledged)} acknowledged, {len(rows)} rows, {lost} lost, {doubled} doubled")
        if lost or doubled or strange:
            problems.append(f"{what}: {lost} lost, {doubled} doubled, {strange} never acknowledged")

    for kind, operations in done.items():
        expected = {"transfer": (201, 422)}.get(kind, (200,))
        odd = [operation.answer.body for operation in operations if operation.answer.status not in expected]
        if odd:
            problems.append(f"{kind}: {odd[0]!r}")
    same("submissions", [operation.note for operation in done["submission"]], [
        row[0] for row in database.sql("SELECT body::json->>'full_name' FROM submission WHERE screen = 'application'")])
    same("orders", [operation.answer.json["screen"]["state"]["order_id"] for operation in done["order"]], [
        row[0] for row in database.sql("SELECT id FROM shop_order")])
    same("orders' addresses", [operation.note for operation in done["order"]], [
        row[0] for row in database.sql("SELECT recipient_address FROM shop_order")])
    same("transfers", [operation.note for operation in done["transfer"] if operation.answer.status == 201], [
        row[0] for row in database.sql("SELECT id FROM transfer")])
    same("payments", [operation.note for operation in done["payment created"]], [
        row[0] for row in database.sql("SELECT provider_id FROM payment")])
    same("payments performed", [operation.note for operation in done["payment performed"]], [
        row[0] for row in database.sql("SELECT provider_id FROM payment_movement JOIN payment ON payment = number")])
    keys = sum(len(done[kind]) for kind in ("submission", "order", "transfer"))
    # The probe of the stopped database may have been kept: its client did not ask again.
    rows = database.number("SELECT count(*) FROM idempotency WHERE key <> 'probe'")
    print(f"keys: {keys} used, {rows} rows")
    if keys != rows:
        problems.append(f"{keys} keys were used, {rows} are kept")
    balances = {row[0]: int(row[1]) for row in database.sql("SELECT id, balance FROM account")}
    entries = collections.Counter()
    for account, amount in database.sql("SELECT account_id, sum(amount) FROM entry GROUP BY 1"):
        entries[account] = int(amount)
    for account, opening in ACCOUNTS.items():
        if balances[account] != opening + entries[account] or balances[account] < 0:
            problems.append(f"{account}: {balances[account]} is not {opening} + {entries[account]}")
    if sum(balances.values()) != 0 or sum(entries.values()) != 0:
        problems.append(f"the books do not balance: {balances}, {entries}")
    paid = database.number("SELECT coalesce(sum(amount), 0) FROM payment_movement")
    due = database.number("SELECT coalesce(sum(amount), 0) FROM payable_order WHERE state = 'paid'")
    shop = database.number("SELECT coalesce(sum(total), 0) FROM shop_order WHERE status = 'paid'")
    print(f"ledger: sum {sum(balances.values())}, entries {sum(entries.values())}; paid {paid}, orders paid {due}, {shop}")
    if not paid == due == shop:
        problems.append("what was paid is not what the paid orders cost")
    return problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seed", type=int, default=randomness.randrange(1 << 32))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}")
    with Folder() as folder:
        screens = folder / "screens"
        shutil.copytree(ROOT / "Screens", screens)
        shutil.copy(ROOT / "Benchmarks/load/screens/application.json", screens)
        (folder / "keys").write_text("ab" * 32 + "\n")
        (folder / "keys").chmod(0o600)
        database = Postgres(folder / "pg")
        nginx_port, *ports = free_ports(4)
        # All at once: each finds an empty database, one makes the tables.
        instances = [
            Instance(port, database.url, folder, screens, folder / f"{port}.log") for port in ports]
        nginx = Nginx(nginx_port, ports, folder)
        try:
            for instance in instances:
                instance.wait_until_it_listens()
            migrations = database.number("SELECT count(*) FROM schema_migration")
            print(f"three servers started at once on an empty database: {migrations} migrations, each once")
            clients = asyncio.run(drill(instances, nginx_port, database, arguments))
            problems = check(clients, database)
            for instance in instances:
                instance.stop()
        except BaseException:
            for log in folder.glob("*.log"):
                print(log.name, subprocess.run(["tail", "-5", log], stdout=subprocess.PIPE, text=True).stdout)
            raise
        finally:
            nginx.stop()
            for instance in instances:
                instance.process.kill()
            database.remove()
    counts = clients.counts
    print(", ".join(f"{name}: {counts[name]}" for name in sorted(counts)))
    for problem in problems:
        print("FAILED", problem)
    print("three servers behaved as one" if not problems else f"FAILED, seed {arguments.seed}")
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
