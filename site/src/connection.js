// The table's page in the playground: what it says and hears goes to the page around it.
"use strict";

const Connection = {
  open(hear) {
    addEventListener("message", (event) => {
      if (event.source === parent && event.origin === location.origin) hear(event.data);
    });
    parent.postMessage({ do: "hello" }, location.origin);
  },
  send(message) {
    parent.postMessage({ do: "say", message }, location.origin);
  },
};
