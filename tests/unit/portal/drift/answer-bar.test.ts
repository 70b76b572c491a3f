import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { AnswerBar } from "@/components/portal/drift/answer/answer-bar";
import { inSpanish } from "@/tests/support/spanish";
import { driftBarWords } from "@/lib/views/portal/drift-bar-words";

type Props = Parameters<typeof AnswerBar>[0];

const ground = { isExact: false, bufferAcres: 4, treatablePercent: 90 };
const likely = { ground, keptAt: "2026-11-21T12:00:00.000Z", forbids: null } as unknown as Props["likely"];
const body = { wind_speed_mph: 8, wind_direction_deg: 270 } as Props["body"];

const barOf = (problem: string | null, isOnline = true): string => {
  const preview = { problem, isCurrent: false } as Props["preview"];
  const said = { text: driftBarWords(), answer: null, missing: null, isRunning: true };
  return renderToStaticMarkup(createElement(AnswerBar, { ...said, likely, body, preview, isOnline }));
};

describe("beside what is likely, that it is not worked out for this very wind is said", () => {
  it.each([
    ["while it is asked", () => barOf(null)],
    ["where the server cannot be reached", () => barOf("The server cannot be reached.")],
    ["offline", () => barOf(null, false)],
  ])("%s", (_, bar) => {
    expect(bar()).toMatch(/not worked out for this very wind/i);
    expect(inSpanish(bar)).toMatch(/no se calculó para este mismo viento/i);
  });
});
