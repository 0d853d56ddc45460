"""Flags of the test run itself."""


def pytest_addoption(parser):
    parser.addoption(
        "--update-goldens",
        action="store_true",
        help="write what the command line says now into tests/golden; read the difference",
    )
