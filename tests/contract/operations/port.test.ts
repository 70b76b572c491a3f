import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** What the script of `npm start` says of a port before it makes anything. */
async function saidOf(port: number): Promise<string> {
  const asked = `import { whyPortIsTaken } from "./scripts/setup/port.mjs"; console.log(await whyPortIsTaken("${port}", "0.0.0.0"));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", asked], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return text(child.stdout);
}

// Before, the start built the application first, and ended after minutes because another program had the port.
it("a port that another program has is named before anything is made, and one that is free is not", async () => {
  const other = createServer().listen(0, "0.0.0.0");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  expect(await saidOf(port)).toContain(`PORT=${port} cannot be had: another program listens there.`);
  other.close();
  await once(other, "close");
  expect(await saidOf(port)).toBe("null\n");
});
