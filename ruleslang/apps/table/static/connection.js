// The connection of the page with its server. Another house of this page brings one of its own.
"use strict";

const Connection = {
  socket: null,
  waits: 500, // milliseconds before the next try to connect

  open(hear) {
    const token = location.pathname.split("/").pop();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/socket/${token}`);
    this.socket.onopen = () => { this.waits = 500; };
    this.socket.onmessage = (event) => hear(JSON.parse(event.data));
    this.socket.onclose = (event) => {
      if (event.code === 1008) return;
      hear({ type: "lost", text: "The connection is gone; trying again …" });
      setTimeout(() => this.open(hear), this.waits);
      this.waits = Math.min(this.waits * 2, 10000);
    };
  },
  send(message) {
    if (this.socket && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  },
};
