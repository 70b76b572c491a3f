import { Presets, SingleBar } from "cli-progress";
import { decimalText } from "@/lib/domain/numbers";

/** Says how much of a piece of long work is done by now, and may correct how much there is. */
export type Advance = (done: number, total?: number) => void;

/** One piece of long work, measured in `total` units when that is known. */
export interface ProgressTask {
  at: Advance;
  /** `hasFailed`: it ended before it was done. */
  end: (hasFailed: boolean) => void;
}

/** Where an import says what it is doing. */
export interface Progress {
  begin: (label: string, total: number | null, unit: string) => ProgressTask;
  note: (line: string) => void;
}

const idle: ProgressTask = { at: () => undefined, end: () => undefined };
export const silentProgress: Progress = { begin: () => idle, note: () => undefined };

/** Shows a piece of work from beginning to end, also when it fails: a bar left running would keep the process alive. */
export async function track<T>(task: ProgressTask, work: (at: Advance) => Promise<T>): Promise<T> {
  let hasFailed = true;
  try {
    const result = await work(task.at);
    hasFailed = false;
    return result;
  } finally {
    task.end(hasFailed);
  }
}

const LINE_EVERY_MS = 5000;

const number = (value: number): string => decimalText(value, 0);

function describe(done: number, total: number | null, unit: string, elapsedMs: number): string {
  const perS = elapsedMs > 0 ? done / (elapsedMs / 1000) : 0;
  const rate = `${number(perS)} ${unit}/s`;
  if (total === null || total <= 0) return `${number(done)} ${unit}, ${rate}`;
  const leftS = perS > 0 ? Math.max(0, total - done) / perS : 0;
  const share = Math.min(100, Math.floor((100 * done) / total));
  return `${share} % of ${number(total)} ${unit}, ${rate}, ${number(leftS)} s left`;
}

const describeEnd = (label: string, done: number, unit: string, ms: number, hasFailed: boolean): string =>
  `${label}: ${hasFailed ? "stopped" : "done"}, ${number(done)} ${unit} in ${(ms / 1000).toFixed(1)} s`;

/** Plain lines, for logs and pipes: one at the start, one every five seconds, one at the end. */
export function lineProgress(write: (line: string) => void, now: () => number = Date.now): Progress {
  return {
    note: write,
    begin: (label, firstTotal, unit) => {
      const started = now();
      let total = firstTotal;
      let done = 0;
      let said = started;
      write(`${label} ...`);
      return {
        at: (nowDone, nowTotal) => {
          done = nowDone;
          total = nowTotal ?? total;
          if (now() - said < LINE_EVERY_MS) return;
          said = now();
          write(`${label}: ${describe(done, total, unit, now() - started)}`);
        },
        end: (hasFailed) => write(describeEnd(label, done, unit, now() - started, hasFailed)),
      };
    },
  };
}

/** A bar with rate and time left, for terminals. Notes that come meanwhile are shown below it once it has ended. */
export function barProgress(write: (line: string) => void, stream: NodeJS.WriteStream): Progress {
  let isBusy = false;
  const waiting: string[] = [];
  return {
    note: (line) => {
      if (isBusy) waiting.push(line);
      else write(line);
    },
    begin: (label, firstTotal, unit) => {
      const started = Date.now();
      let total = firstTotal;
      let done = 0;
      const bar = new SingleBar(
        { stream, format: "{label} {bar} {figures}", barsize: 24, clearOnComplete: true, fps: 8 },
        Presets.shades_classic,
      );
      const payload = () => ({ label, figures: describe(done, total, unit, Date.now() - started) });
      isBusy = true;
      bar.start(total ?? 1, 0, payload());
      return {
        at: (nowDone, nowTotal) => {
          done = nowDone;
          total = nowTotal ?? total;
          if (total !== null) bar.setTotal(total);
          bar.update(total === null ? 0 : Math.min(done, total), payload());
        },
        end: (hasFailed) => {
          bar.stop();
          isBusy = false;
          write(describeEnd(label, done, unit, Date.now() - started, hasFailed));
          for (const line of waiting.splice(0)) write(line);
        },
      };
    },
  };
}
