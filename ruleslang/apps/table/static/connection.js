// The connection of the page with its server. Another house of this page brings one of its own.
"use strict";

const BEAT = 10000; // milliseconds between two signs of life
const PATIENCE = 4000; // until an answer must have come
const LONGEST_WAIT = 8000; // between two tries to connect

const Connection = {
  socket: null,
  isNew: true, // the socket, which has shown nothing yet
  hear: null,
  waits: 500, // milliseconds before the next try to connect
  next: 0, // the timer of that try
  deadline: 0, // the timer of an answer that must come
  sent: 0, // how many messages have numbers
  unanswered: new Map(), // messages by their numbers

  open(hear) {
    this.hear = hear;
    for (const [on, event] of [[window, "online"], [window, "pageshow"], [document, "visibilitychange"]]) {
      on.addEventListener(event, () => { if (!document.hidden) this.look(); });
    }
    window.addEventListener("offline", () => this.lose());
    window.addEventListener("pagehide", () => this.drop()); // `pageshow` opens another
    setInterval(() => this.beat(PATIENCE), BEAT);
    this.connect();
  },
  connect() {
    clearTimeout(this.next);
    this.drop();
    const token = location.pathname.split("/").pop();
    const url = new URL(`../socket/${token}`, location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.socket = socket;
    this.isNew = true;
    this.expect(PATIENCE * 2);
    socket.onmessage = (event) => { if (this.socket === socket) this.take(JSON.parse(event.data)); };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      if (event.code === 1008) this.drop(); // the server says why, and means it
      else this.lose();
    };
  },
  drop() { // the socket, whose end may never be heard of
    clearTimeout(this.deadline);
    const { socket } = this;
    this.socket = null;
    if (socket) socket.close();
  },
  lose() {
    this.drop();
    this.hear({ type: "lost" });
    clearTimeout(this.next);
    this.next = setTimeout(() => this.connect(), this.waits);
    this.waits = Math.min(this.waits * 2, LONGEST_WAIT);
  },
  look() { // after a sleep, or in another network: does the server still hear?
    this.waits = 500;
    if (!this.socket || this.socket.readyState > WebSocket.OPEN) this.connect();
    else this.beat(PATIENCE / 2);
  },
  beat(patience) {
    if (this.socket && this.socket.readyState === WebSocket.OPEN) {
      this.socket.send('{"do":"beat"}');
      this.expect(patience);
    }
  },
  expect(patience) { // something must be heard within this time
    clearTimeout(this.deadline);
    this.deadline = setTimeout(() => this.lose(), patience);
  },
  take(message) {
    clearTimeout(this.deadline);
    this.waits = 500;
    if (message.type === "beat") return;
    if (message.type === "opening") { this.hear(message); return; }
    const answered = this.unanswered.delete(message.id);
    if (!answered || message.type !== "done") this.hear(message);
    if (message.type === "state" && this.isNew) this.again(message.question);
    this.hear({ type: this.unanswered.size ? "sending" : "connected" });
    if (this.unanswered.size) this.expect(PATIENCE);
  },
  again(question) { // what was not answered before the connection broke: a choice for what is still asked
    this.isNew = false;
    for (const [id, message] of this.unanswered) {
      if (message.do === "choose" && question && question.ticket === message.ticket) this.post(id, message);
      else {
        this.unanswered.delete(id);
        this.hear({ type: "unsent", message });
      }
    }
  },
  send(message) {
    if (["why", "rules", "position", "look", "record"].includes(message.do)) this.post(undefined, message);
    else {
      this.sent += 1;
      this.unanswered.set(this.sent, message);
      this.hear({ type: "sending" });
      this.post(this.sent, message);
    }
  },
  post(id, message) {
    if (!this.socket || this.socket.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify({ ...message, of: undefined, id }));
    this.expect(PATIENCE);
  },
};
