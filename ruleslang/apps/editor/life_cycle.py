"""The life cycle of the protocol, which pygls leaves open: what is answered before and after."""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidRequest, JsonRpcServerNotInitialized
from pygls.protocol import LanguageServerProtocol


class LifeCycle(LanguageServerProtocol):
    """
    Refuses requests before `initialize`, after `shutdown`, and those that cannot be read.

    Notifications are ignored then, except `exit`, which ends the server with `exit_status`.
    """

    exit_status = 0
    _initialized = False

    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcException as problem:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=problem.to_response_error())
            raise

    def handle_message(self, message: Any) -> None:
        method, id = getattr(message, "method", ""), getattr(message, "id", None)
        if method == types.EXIT:
            self.exit_status = 0 if self._shutdown else 1
        elif method and (refusal := self._refusal(method)) is not None:
            if id is not None:
                self._send_response(id, error=refusal.to_response_error())
            return
        self._initialized = self._initialized or method == types.INITIALIZE
        super().handle_message(message)

    def _refusal(self, method: str) -> JsonRpcException | None:
        if self._shutdown:
            return JsonRpcInvalidRequest("the server was shut down; only `exit` may follow")
        if not self._initialized and method != types.INITIALIZE:
            return JsonRpcServerNotInitialized("the first request is `initialize`")
        if self._initialized and method == types.INITIALIZE:
            return JsonRpcInvalidRequest("the server is initialized already")
        return None
