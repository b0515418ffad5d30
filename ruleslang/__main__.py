"""`python -m ruleslang`."""

from ruleslang.cli.main import run

if __name__ == "__main__":
    run()
