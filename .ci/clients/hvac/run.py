"""Runs all flows of hvac, prints each result, and ends with the line "N passed, N failed"."""

import sys
import unittest
import warnings
from pathlib import Path


class PrintingResult(unittest.TestResult):
    """Prints every flow's result when it has ended, and counts those that passed."""

    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1
        print(f"  ✔ {test.id()}", flush=True)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.print_failure(test, self.failures)

    def addError(self, test, err):
        super().addError(test, err)
        self.print_failure(test, self.errors)

    @staticmethod
    def print_failure(test, troubles):
        print(f"  ✖ {test.id()}\n{troubles[-1][1]}", flush=True)


def main():
    # Deprecation warnings of the library are not tested.
    warnings.simplefilter("ignore")
    here = str(Path(__file__).parent)
    flows = unittest.defaultTestLoader.discover(here, pattern="flows_*.py", top_level_dir=here)
    result = PrintingResult()
    flows.run(result)
    failed = len(result.failures) + len(result.errors)
    print(f"{result.passed} passed, {failed} failed")
    return 1 if failed or not result.passed else 0


if __name__ == "__main__":
    sys.exit(main())
