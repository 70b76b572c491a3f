/**
 * Ends an HTTP server and cuts off no answer. From then on each connection says with its next answer that it was the last: a client
 * that could go on sending would do so until the process is gone, and its last request would be lost. A connection whose answer had
 * begun by then cannot say so, and ends when it is idle.
 *
 * @param {import("node:http").Server} server before its first request
 * @returns {(ended: () => void) => void} begins the end; `ended` when the last connection is gone
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
  return (ended) => {
    isDraining = true;
    server.close(ended);
    server.closeIdleConnections();
    for (const response of answering) sayLast(response);
  };
}
