"""`python -m ruleslang`."""

try:
    from ruleslang.cli.main import run

    if __name__ == "__main__":
        run()
except KeyboardInterrupt:  # before `run` could see to it
    raise SystemExit(130) from None
