import type { Locator } from "@playwright/test";

/** Counts what a thumb does: taps, and scrolls of more than one screen to reach what is tapped next. */
export interface Thumb {
  taps: number;
  longScrolls: number;
  tap: (target: Locator, at?: { x: number; y: number }) => Promise<void>;
}

export function thumbOf(): Thumb {
  const thumb: Thumb = {
    taps: 0,
    longScrolls: 0,
    tap: async (target, at) => {
      await target.waitFor();
      const away = await target.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return Math.max(0, top - window.innerHeight, -bottom) / window.innerHeight;
      });
      if (away > 1) thumb.longScrolls += 1;
      thumb.taps += 1;
      await target.tap(at === undefined ? {} : { position: at });
    },
  };
  return thumb;
}
