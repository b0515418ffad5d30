"""A TCP forwarder whose open connections can go silent: they stay open, and nothing comes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from attrs import define, field


@define(eq=False)
class SilentProxy:
    """Forwards to a port; what was opened before `silence` is never heard of again."""

    to: int
    port: int = 0
    refuses: bool = False  # new connections too are silent
    _silent: set[int] = field(factory=set)
    _writers: list[asyncio.StreamWriter] = field(factory=list)
    _open: int = 0

    def silence(self) -> None:
        """Let nothing more through on the connections that are open now."""
        self._silent |= set(range(self._open))

    async def _forward(
        self, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if number in self._silent:
                    await asyncio.sleep(3600)
                writer.write(data)
                await writer.drain()
        if number not in self._silent:
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        number, self._open = self._open, self._open + 1
        if self.refuses:
            self._silent.add(number)
        there, back = await asyncio.open_connection("127.0.0.1", self.to)
        self._writers += [writer, back]
        both = (self._forward(number, reader, back), self._forward(number, there, writer))
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*both)

    async def run(self, is_ready: threading.Event, end: asyncio.Event) -> None:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        is_ready.set()
        await end.wait()
        server.close()
        for writer in self._writers:
            writer.transport.abort()


@contextmanager
def silent_proxy(to: int) -> Iterator[SilentProxy]:
    """A proxy in its own thread."""
    proxy, is_ready = SilentProxy(to), threading.Event()
    loop, end = asyncio.new_event_loop(), asyncio.Event()

    def work() -> None:
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(proxy.run(is_ready, end))
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0.05))
        loop.close()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    assert is_ready.wait(10)
    yield proxy
    loop.call_soon_threadsafe(end.set)
    thread.join(10)
