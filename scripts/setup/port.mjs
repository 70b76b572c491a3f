import { createServer } from "node:net";

/** Why nothing can listen on the port of this address, with what to do; null: something can. */
export const whyPortIsTaken = (port, host) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", ({ code, message }) =>
      resolve(`PORT=${port} cannot be had: ${REASONS[code] ?? `${message}.`}`),
    );
    server.listen(Number(port), host, () => server.close(() => resolve(null)));
  });

const REASONS = {
  EADDRINUSE: "another program listens there. Stop that one, or start with another, as in PORT=3001 npm start.",
  EACCES: "this account may not listen there. Start with one above 1023, as in PORT=3001 npm start.",
};
