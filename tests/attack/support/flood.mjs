import { request } from "node:http";

/**
 * A client in a process of its own, so that what it costs to attack is not measured as what it costs to answer:
 * sends one body over and over, on so many connections, until it is stopped. Tells its parent of each answer.
 */
const [port, path, apiKey, connections] = process.argv.slice(2);

process.once("message", ({ body }) => {
  const bytes = Buffer.from(body);
  const headers = { "X-API-Key": apiKey, "Content-Type": "application/json", "Content-Length": bytes.length };
  const send = () => {
    const sent = request({ host: "127.0.0.1", port, path, method: "POST", agent: false, headers }, (response) => {
      response.resume();
      process.send({ status: response.statusCode });
    });
    // The server ends the connection as soon as it has refused the body.
    sent.on("error", () => undefined);
    sent.on("close", send);
    sent.end(bytes);
  };
  for (let started = 0; started < Number(connections); started += 1) send();
});
process.on("disconnect", () => process.exit(0));
