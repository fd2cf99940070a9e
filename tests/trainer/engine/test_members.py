"""The first process of several does not wait for the dead."""

import json
import subprocess
import sys
import textwrap
import time

# The main thread sleeps, as one does that waits in NCCL's own code; the member is called wrongly and ends at once.
SCRIPT = """
    import time
    from trainer.engine.members import members_started
    from trainer.reporter import JsonLinesReporter

    with members_started(["sing"], 2, JsonLinesReporter()):
        time.sleep(300)
"""


def test_a_member_that_is_gone_ends_even_a_process_that_only_waits():
    began = time.monotonic()
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(SCRIPT)], capture_output=True, text=True, timeout=120)
    failure = json.loads(done.stdout.splitlines()[-1])
    assert (done.returncode, failure["code"], failure["measured"]) == (1, "member-lost", "exit 2"), done.stderr
    assert (failure["rank"], failure["limit"]) == (2, 2)
    assert "member-lost" in done.stderr
    assert time.monotonic() - began < 60
