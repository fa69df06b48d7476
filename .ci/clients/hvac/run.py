"""Plays all flows of hvac, tells each, and says "N passed, N failed" in the last line."""

import sys
import unittest
import warnings
from pathlib import Path


class Telling(unittest.TestResult):
    """Tells every flow when it has ended, and counts those that passed."""

    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1
        print(f"  ✔ {test.id()}", flush=True)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.tell_trouble(test, self.failures)

    def addError(self, test, err):
        super().addError(test, err)
        self.tell_trouble(test, self.errors)

    @staticmethod
    def tell_trouble(test, troubles):
        print(f"  ✖ {test.id()}\n{troubles[-1][1]}", flush=True)


def main():
    # Advice of the library for its next major release is not what is tested.
    warnings.simplefilter("ignore")
    here = str(Path(__file__).parent)
    flows = unittest.defaultTestLoader.discover(here, pattern="flows_*.py", top_level_dir=here)
    result = Telling()
    flows.run(result)
    failed = len(result.failures) + len(result.errors)
    print(f"{result.passed} passed, {failed} failed")
    return 1 if failed or not result.passed else 0


if __name__ == "__main__":
    sys.exit(main())
