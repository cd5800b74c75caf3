"""A solver for tests: it does what its first number says."""

from __future__ import annotations

import os
import signal
import time

from bot.ai.problem import Problem, Values

ADD, DIE, HANG, FAIL, PID, NICE = range(6)
NAME = "tests.ai.sums"


def ask(what: int, *numbers: int) -> Problem:
    return Problem(NAME, (what, *numbers))


def solve(problem: Problem) -> Values:
    what, *numbers = problem.numbers
    match what:
        case 1:
            os.kill(os.getpid(), signal.SIGKILL)
            raise AssertionError
        case 2:
            time.sleep(3600)  # a worker that hangs: whoever asked gives it up and kills it, which is what is tested
            raise AssertionError
        case 3:
            raise ZeroDivisionError
        case 4:
            return (os.getpid(),)
        case 5:
            return (os.nice(0),)
        case _:
            return (sum(numbers),)
