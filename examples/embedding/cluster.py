"""
Plays many games on a Dask cluster: `python cluster.py grangol 100000 tcp://scheduler:8786`.

Without an address the cluster is on this machine. Needs `pip install -e '.[dask]'`.
"""

from __future__ import annotations

import sys

from distributed import Client, LocalCluster

import ruleslang


def main(rulebook: str = "leduc_poker", games: str = "2000", address: str = "") -> None:
    """Play, and say who won how often; what was done is not lost with the workers."""
    game = ruleslang.load(rulebook)
    with Client(address or LocalCluster(dashboard_address=":0")) as client:
        try:
            report = game.simulate(games=int(games), client=client)
        except ruleslang.WorkerLost as lost:
            if lost.report is None:
                raise
            report = lost.report
            print(f"{lost}; go on with first={report.games}")
    print(f"{report.games} games, won {report.winners}, drawn {report.draws}, chain {report.chain}")


if __name__ == "__main__":
    main(*sys.argv[1:])
