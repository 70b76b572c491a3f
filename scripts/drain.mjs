/**
 * How long a process that is asked to end still takes connections, in milliseconds.
 *
 * @param {string | undefined} seconds `STOP_WAIT_S`; unset means not at all
 * @throws {Error} that names the variable
 */
export function stopWaitMs(seconds) {
  if (seconds === undefined || seconds === "") return 0;
  if (!/^\d{1,3}$/.test(seconds))
    throw new Error(`STOP_WAIT_S must be a whole number from 0 to 999, not "${seconds}".`);
  return 1000 * Number(seconds);
}

/**
 * Ends an HTTP server and cuts off no answer. From then on each connection says with its next answer that it was the last: a client
 * that could go on sending would do so until the process is gone, and its last request would be lost. A connection whose answer had
 * begun by then cannot say so, and ends when it is idle.
 *
 * @param {import("node:http").Server} server before its first request
 * @returns {{ announce: () => void, close: (ended: () => void) => void }} `announce`: answers say so from now on, and connections are
 *   still taken; `close`: none is taken any more, and `ended` is called when the last one is gone
 */
export function drainOf(server) {
  const answering = new Set();
  let isDraining = false;
  const sayLast = (response) => {
    if (!response.headersSent) response.setHeader("Connection", "close");
  };
  server.prependListener("request", (_request, response) => {
    if (isDraining) sayLast(response);
    answering.add(response);
    response.once("close", () => {
      answering.delete(response);
      // Once its connection counts as idle.
      if (isDraining) setImmediate(() => server.closeIdleConnections());
    });
  });
  const announce = () => {
    isDraining = true;
    for (const response of answering) sayLast(response);
  };
  return {
    announce,
    close: (ended) => {
      announce();
      server.close(ended);
      server.closeIdleConnections();
    },
  };
}
