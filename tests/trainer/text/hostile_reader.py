"""A reader whose engine does its worst on certain texts; else it is the real one. Run by path, as a child."""

import os
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from trainer.errors import EngineUnavailable
from trainer.text import phonemize
from trainer.text.reader import main

STARTED_AT = time.time()


def read(text, language, dictionary, override):
    word, _, argument = text.partition(" ")
    if word == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if word == "crash-once" and not Path(argument).exists():
        Path(argument).touch()
        os.kill(os.getpid(), signal.SIGABRT)
    if word == "end-all-readers":
        if not Path(argument).exists():
            Path(argument).touch()
        if Path(argument).stat().st_mtime > STARTED_AT:
            os.kill(os.getpid(), signal.SIGKILL)
    if word == "exit":
        os._exit(7)
    if word == "hang":
        # As native code does it: no Python handler would run before it returns.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT})
        time.sleep(3600)
    if word == "slow":
        time.sleep(float(argument))
    if word == "chatter":
        print('{"phonemes": null}', flush=True)
        os.write(1, b"garbage\n" * 1000)
        os.write(2, b"warning\n" * 200_000)
    if word == "bug":
        raise ZeroDivisionError("by the engine")
    if word == "full":
        raise EngineUnavailable("phonemes-engine-unavailable", measured="No space left on device")
    if word == "memory":
        bytearray(64 * 1024**3)
    return phonemize(text, language, dictionary, override)


if __name__ == "__main__":
    sys.exit(main(read=read))
