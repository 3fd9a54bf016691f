"""The rate at which replies are read right stands in the output of the tests, as do slow traps."""

import pytest

RATE = "replies read right"
TRAP_TIMES = "slowest traps"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [report for kept in terminalreporter.stats.values() for report in kept]
    lines = [
        str(value)
        for report in reports
        if getattr(report, "when", "") == "call"
        for name, value in report.user_properties
        if name in (RATE, TRAP_TIMES)
    ]
    if lines:
        terminalreporter.section("replies by mail")
    for line in lines:
        terminalreporter.write_line(line)
