"""`python -m ruleslang`."""

try:
    from ruleslang.apps.cli.main import run

    if __name__ == "__main__":
        run()
except KeyboardInterrupt:  # before `run` could see to it
    from ruleslang.apps.cli.interrupt import INTERRUPTED, print_interrupted

    print_interrupted()
    raise SystemExit(INTERRUPTED) from None
