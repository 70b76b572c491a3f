import { createServer } from "node:http";

/** The least that a Node server can do with a request: read its body and answer a few bytes of JSON. */
const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const bytes = Buffer.concat(chunks).length;
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ bytes }));
  });
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: server.address().port }));
process.on("disconnect", () => process.exit(0));
