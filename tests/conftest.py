"""Flags of the test run itself, and how long generated tests may think."""

from hypothesis import HealthCheck, settings

# A machine that is busy must not decide a test.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def pytest_addoption(parser):
    parser.addoption(
        "--update-goldens",
        action="store_true",
        help="write what the command line says now into tests/golden; read the difference",
    )
