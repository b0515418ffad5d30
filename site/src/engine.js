// The workers that know the language: one that answers, and a spare one, so that a text which never
// ends costs a moment and no more. Whoever waits too long ends the first, and the spare one goes on.
const TOO_LONG = 25000; // milliseconds, after which a check is stopped: nobody waits so long for it
const STARTS = 20; // a check may take as many times what the start took: there is no clock of the
// processor in a browser, and on a busy machine both take longer

export function patience(work) {
  return Math.max(TOO_LONG, STARTS * (work || 0));
}

const SPARE_AFTER = 1500; // milliseconds of rest until a spare one is begun

class Answering {
  constructor() {
    this.worker = new Worker("worker.js", { type: "module" });
    this.waiting = new Map();
    this.number = 0;
    this.ready = new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => {
        if (data.ready) { this.work = data.work; resolve(); }
        else if (data.broken !== undefined) { reject(new Error(data.broken)); this.end(data.broken); }
        else this.settle(data);
      };
      this.worker.onerror = (event) => {
        reject(new Error(event.message || "the worker did not start"));
        this.end(event.message || "the worker ended");
      };
    });
    this.ready.catch(() => {});
  }
  settle({ id, answer }) {
    const waits = this.waiting.get(id);
    this.waiting.delete(id);
    if (waits) waits(answer);
  }
  async ask(message) {
    await this.ready;
    if (this.ended) return { ended: this.ended };
    const id = this.number += 1;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.worker.postMessage({ id, message });
    });
  }
  end(why) {
    this.ended = why;
    this.worker.terminate();
    for (const waits of this.waiting.values()) waits({ ended: why });
    this.waiting.clear();
  }
}

export class Engine {
  constructor(changed) {
    this.changed = changed; // called when it begins, is ready, or cannot begin
    this.spare = null;
    this.take(new Answering());
  }
  take(answering) {
    this.now = answering;
    this.state = "loading";
    this.changed(this.state);
    answering.ready.then(() => {
      if (this.now !== answering) return;
      this.state = "ready";
      this.changed(this.state);
      setTimeout(() => { if (!this.spare) this.spare = new Answering(); }, SPARE_AFTER);
    }, (problem) => {
      if (this.now !== answering) return;
      this.state = `failed: ${problem.message}`;
      this.changed(this.state);
    });
  }
  async ask(message) { // {ended} when it was ended before it had answered
    try {
      const answer = await this.now.ask(message);
      if (answer.ended && this.now.ended) this.replace();
      return answer;
    } catch (problem) {
      return { problem: problem.message };
    }
  }
  get patience() { // milliseconds
    return patience(this.now.work);
  }
  stop() { // whatever is being done is given up
    this.now.end("it was stopped");
    this.replace();
  }
  replace() {
    if (!this.now.ended) return;
    const next = this.spare && !this.spare.ended ? this.spare : new Answering();
    this.spare = null;
    this.take(next);
  }
}
