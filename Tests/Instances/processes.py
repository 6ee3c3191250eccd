"""Processes of the tests with several servers: a throw-away PostgreSQL, `oyna serve` and nginx, each in one folder."""

import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
OYNA = os.environ.get("OYNA", str(ROOT / ".build/release/oyna"))


def free_ports(count):
    """Ports that nobody listens on at the moment."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


class Folder:
    """A folder with a short path that goes with the test."""

    def __enter__(self):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="oyna-"))
        self.path.chmod(0o755)
        return self.path

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)


class Postgres:
    """A cluster in `folder`, made and started."""

    def __init__(self, folder):
        self.folder = str(folder)
        self.script("create")
        self.start()
        self.url = self.script("url").strip()

    def script(self, verb, *more):
        run = subprocess.run(
            [str(ROOT / "Scripts/postgres"), verb, self.folder, *more], stdout=subprocess.PIPE, text=True, check=True)
        return run.stdout

    def start(self):
        self.script("start")

    def stop(self, mode="immediate"):
        self.script("stop", mode)

    def remove(self):
        self.script("remove")

    def sql(self, text):
        """The rows as lists of texts."""
        run = subprocess.run(
            ["psql", "-qAtX", "-F", "\t", "-v", "ON_ERROR_STOP=1", self.url, "-c", text], stdout=subprocess.PIPE,
            text=True, check=True)
        return [line.split("\t") for line in run.stdout.splitlines()]

    def number(self, text):
        return int(self.sql(text)[0][0])


class Instance:
    """`oyna serve` on one port; killed and started again at will."""

    def __init__(self, port, database, folder, screens, log):
        self.port, self.log = port, open(log, "ab")
        self.arguments = [
            OYNA, "serve", str(screens), "--demo", "--port", str(port), "--key-file", str(folder / "keys"), "--uploads",
            str(folder / "uploads"), "--log", "error"]
        # Not among the arguments: a URL may hold a password.
        self.environment = os.environ | {"OYNA_DATABASE": database}
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            self.arguments, env=self.environment, stdout=subprocess.DEVNULL, stderr=self.log)

    def wait_until_it_listens(self, seconds=20):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            assert self.process.poll() is None, f"the server on port {self.port} ended: {self.process.returncode}"
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.02)
        raise AssertionError(f"the server on port {self.port} does not listen")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        assert self.process.wait(20) == 0, f"the server on port {self.port} did not stop well"


class Nginx:
    """nginx in front of instances, as Docs/PostgreSQL.md configures it."""

    def __init__(self, port, upstreams, folder):
        servers = "\n".join(f"      server 127.0.0.1:{upstream} max_fails=0;" for upstream in upstreams)
        folder = folder / "nginx"
        folder.mkdir()
        folder.chmod(0o777)
        temporary = "\n".join(
            f"  {name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (folder / "nginx.conf").write_text(f"""
daemon off;
pid {folder}/pid;
error_log {folder}/error.log crit;
events {{ worker_connections 1024; }}
http {{
  access_log off;
{temporary}
  upstream oyna {{
{servers}
      keepalive 32;
  }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://oyna;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_connect_timeout 1s;
      # Every request that writes carries a key or is asked again by its provider: it may be sent to the next server.
      proxy_next_upstream error timeout non_idempotent;
    }}
  }}
}}
""")
        self.process = subprocess.Popen(
            ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=subprocess.DEVNULL)

    def stop(self):
        self.process.terminate()
        self.process.wait(10)
