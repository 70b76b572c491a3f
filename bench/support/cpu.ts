import { readdirSync, readFileSync } from "node:fs";
import type pg from "pg";

/** Linux counts processor time in hundredths of a second, whatever the kernel's own clock. */
const MS_PER_TICK = 10;

interface Times {
  parent: number;
  /** User and system time of the process itself, milliseconds. */
  ownMs: number;
  /** The same of children that have ended and were waited for. */
  endedMs: number;
}

function timesOf(pid: number): Times | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in parentheses, may hold spaces: fields are counted behind it, the state first.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ms = (index: number): number => Number(fields[index]) * MS_PER_TICK;
    return { parent: Number(fields[1]), ownMs: ms(11) + ms(12), endedMs: ms(13) + ms(14) };
  } catch {
    // It ended between the listing and the reading.
    return null;
  }
}

/** Processor time of one process with its threads, milliseconds. */
export function cpuOf(pid: number): number {
  const times = timesOf(pid);
  if (times === null) throw new Error(`process ${pid} is not there any more`);
  return times.ownMs;
}

/**
 * Processor time of a PostgreSQL server with all that it started, milliseconds: back ends of every database, the writers
 * and vacuum. Null where the server runs on another machine.
 */
export async function postgresCpu(sql: pg.Client): Promise<(() => number) | null> {
  const { rows } = await sql.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const backEnd = timesOf(rows[0]?.pid ?? 0);
  if (backEnd === null) return null;
  const postmaster = backEnd.parent;
  return () => cpuWithChildren(postmaster);
}

/** Processor time of a process and its children, those that have ended included, milliseconds. */
export function cpuWithChildren(pid: number): number {
  const own = timesOf(pid);
  if (own === null) throw new Error("PostgreSQL is not there any more");
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter((times) => times?.parent === pid);
  return children.reduce((total, times) => total + (times?.ownMs ?? 0), own.ownMs + own.endedMs);
}

/** Processor time of this process, milliseconds. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
