"""Backups encrypted by age to keys of the operator (`age1…`, SSH), private halves elsewhere."""

import shutil
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO

from config.backup.dumps import DumpError

HEADER = b"age-encryption.org/v1"
"""What a file that age has encrypted begins with."""

HOW_TO_DECRYPT = (
    "The backup is encrypted. Decrypt it where the private key is, and send it here: "
    "age --decrypt --identity KEY BACKUP | ssh SERVER docker/restore -"
)


@contextmanager
def encrypt(target: IO[bytes], recipients: Sequence[str]) -> Iterator[IO[bytes]]:
    """Yield where to write what shall reach the target encrypted to all recipients."""
    program = shutil.which("age")
    if program is None:
        raise DumpError("age is not on this machine: install the package age.")
    keys = [part for each in recipients for part in ("--recipient", each)]
    with subprocess.Popen(  # noqa: S603 - our own words, no shell
        [program, "--encrypt", *keys],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as age:
        assert age.stdin and age.stdout and age.stderr  # noqa: PT018, S101 - all are pipes
        failures: list[OSError] = []
        copying = threading.Thread(target=_copy, args=[age, target, failures])
        copying.start()
        try:
            yield age.stdin
            age.stdin.close()
        except BrokenPipeError:
            pass  # age has ended, and below stands why
        except BaseException:
            age.kill()
            raise
        finally:
            copying.join()
        complaint = age.stderr.read().decode(errors="replace").strip()
    if failures:
        raise failures[0]
    if age.returncode:
        raise DumpError(f"age failed: {complaint.splitlines()[0] if complaint else 'no reason'}")


def _copy(age: "subprocess.Popen[bytes]", target: IO[bytes], failures: list[OSError]) -> None:
    """Copy what age writes to the target; where that cannot be written, age ends."""
    assert age.stdout  # noqa: S101 - it is a pipe
    try:
        shutil.copyfileobj(age.stdout, target)
    except OSError as error:
        age.kill()
        failures.append(error)
