import { createHash } from "node:crypto";
import { median } from "@/bench/support/rounds";

const SAMPLES = 9;
const PIECES = 60;

/** Some 60 kB of the kind of text that the service reads and writes. */
const TEXT = JSON.stringify(
  Array.from({ length: 400 }, (_, index) => ({
    id: index,
    label: `measure ${index}`,
    points: index % 7,
    ring: Array.from({ length: 4 }, (_each, corner) => [-86.5 + index / 1e4, 33.1 + corner / 1e4]),
  })),
);

/**
 * How long this machine takes for a piece of work that never changes: reading, writing, and hashing JSON. Machines of one
 * kind made half of it in some hours, so that a figure in milliseconds says nothing beside one of another day without it.
 *
 * Units: milliseconds of processor time, the median of nine samples.
 */
export function machinePace(): number {
  return median(Array.from({ length: SAMPLES }, sample));
}

function sample(): number {
  const started = process.cpuUsage();
  let text = TEXT;
  for (let piece = 0; piece < PIECES; piece += 1) {
    text = JSON.stringify(JSON.parse(text));
    createHash("sha256").update(text).digest();
  }
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}
