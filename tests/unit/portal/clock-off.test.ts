import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ClockNotice } from "@/components/portal/record/clock-notice";
import { minutesAhead, withClock } from "@/components/portal/record/clock-off";
import type { Outcome } from "@/lib/portal-client/queue-host";

const NOW = new Date("2026-11-29T18:00:00Z");

/** An entry that was made and saved so long ago, by the device's clock and by the server's. */
const outcome = (madeSecondsAgo: number, savedMinutesAgo: number): Outcome =>
  ({
    edit: { madeAt: new Date(NOW.getTime() - madeSecondsAgo * 1000).toISOString() },
    verdict: {
      kind: "saved",
      answer: { savedAt: new Date(NOW.getTime() - savedMinutesAgo * 60_000).toISOString() },
    },
  }) as unknown as Outcome;

const noticeOf = (minutes: number | null): string =>
  renderToStaticMarkup(createElement(ClockNotice, { minutesAhead: minutes }));

describe("how far a device's clock is off", () => {
  it.each([
    ["ahead", outcome(2, 60), 60],
    ["behind", outcome(2, -12), -12],
    ["by less than readings tell: it is right", outcome(2, 4), 0],
    ["not said by what was made before the clock was set back", outcome(-3600, 0), null],
    ["not said by what waited to be sent, and may have been saved long before", outcome(90, 60), null],
    ["not said by what was refused", { ...outcome(2, 60), verdict: { kind: "refused" } } as Outcome, null],
  ])("%s", (_, told, minutes) => {
    expect(minutesAhead(told, NOW)).toBe(minutes);
  });

  it("is said until an entry tells that the clock is right, and over those that do not tell", () => {
    const ahead = withClock(null, minutesAhead(outcome(2, 60), NOW));
    expect(noticeOf(ahead)).toContain("60 minutes ahead");
    expect(noticeOf(withClock(ahead, minutesAhead(outcome(90, 60), NOW)))).toContain("60 minutes ahead");
    expect(noticeOf(withClock(ahead, minutesAhead(outcome(2, 0), NOW)))).toBe("");
    expect(noticeOf(null)).toBe("");
  });
});
