import { Presets, SingleBar } from "cli-progress";

/** One piece of long work, measured in `total` units when that is known. */
export interface ProgressTask {
  /** Says how much is done by now, and may correct the total. */
  at: (done: number, total?: number) => void;
  end: () => void;
}

/** Where an import says what it is doing. */
export interface Progress {
  begin: (label: string, total: number | null, unit: string) => ProgressTask;
  note: (line: string) => void;
}

const idle: ProgressTask = { at: () => undefined, end: () => undefined };
export const silentProgress: Progress = { begin: () => idle, note: () => undefined };

const LINE_EVERY_MS = 5000;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

function describe(done: number, total: number | null, unit: string, elapsedMs: number): string {
  const perS = elapsedMs > 0 ? done / (elapsedMs / 1000) : 0;
  const rate = `${Math.round(perS).toLocaleString("en-US")} ${unit}/s`;
  if (total === null || total <= 0) return `${done.toLocaleString("en-US")} ${unit}, ${rate}`;
  const leftS = perS > 0 ? Math.max(0, total - done) / perS : 0;
  const share = Math.min(100, Math.floor((100 * done) / total));
  return `${share} % of ${total.toLocaleString("en-US")} ${unit}, ${rate}, ${Math.round(leftS)} s left`;
}

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
        end: () => write(`${label}: done, ${done.toLocaleString("en-US")} ${unit} in ${seconds(now() - started)}`),
      };
    },
  };
}

/** A bar with rate and time left, for terminals. */
export function barProgress(write: (line: string) => void, stream: NodeJS.WriteStream): Progress {
  return {
    note: write,
    begin: (label, firstTotal, unit) => {
      const started = Date.now();
      let total = firstTotal;
      const bar = new SingleBar(
        { stream, format: `${label} {bar} {figures}`, clearOnComplete: true, hideCursor: true, fps: 8 },
        Presets.shades_classic,
      );
      const figures = (done: number) => ({ figures: describe(done, total, unit, Date.now() - started) });
      let last = 0;
      bar.start(total ?? 1, 0, figures(0));
      return {
        at: (done, nowTotal) => {
          last = done;
          total = nowTotal ?? total;
          if (total !== null) bar.setTotal(total);
          bar.update(total === null ? 0 : Math.min(done, total), figures(done));
        },
        end: () => {
          bar.stop();
          write(`${label}: ${last.toLocaleString("en-US")} ${unit} in ${seconds(Date.now() - started)}`);
        },
      };
    },
  };
}
