import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { composeReport } from "@/lib/pages/reports/document";
import { getDeps } from "@/lib/runtime/deps";
import { gatherReport } from "@/lib/usecases/reports/gather";
import { issueReport } from "@/lib/usecases/reports/issue-report";
import { verifyReport } from "@/lib/usecases/reports/verify-report";
import { sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { inLanguage } from "@/lib/views/language";
import { activateAreas, loadOneArea } from "@/tests/contract/radar/support";
import { prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { NEEDS_4 } from "@/tests/contract/v2/compliance/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";
import { squareField } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

const DAY = daysFromNow()(20);
const ASKED = { key: { providerFieldId: "home" }, year: Number(DAY.slice(0, 4)), kind: "runoff" as const };

let caller: Caller;
let soil: Connected;

const save = () =>
  saved(caller, {
    ...{ application_id: "planned", provider_field_id: "home", field_boundary: squareField(-87.597, 32.55, 0.004) },
    ...{ application_date: DAY, products: [NEEDS_4] },
  });
const gathered = async () =>
  gatherReport({ deps: await getDeps(), providerId: caller.providerId }, ASKED, { withFigure: false });

/** What the report says first of the application. */
async function saidFirst(language: "en" | "es" = "en"): Promise<{ word: string; said: string }> {
  const report = await gathered();
  const { sections } = inLanguage(language, () => composeReport(report));
  const blocks = sections.find(({ id }) => id === "standing")?.blocks ?? [];
  const [first] = blocks.flatMap((block) => (block.kind === "statuses" ? block.statuses : []));
  return { word: first?.word ?? "", said: first?.lines.join(" ") ?? "" };
}

beforeAll(async () => {
  soil = await prepareGround();
  await loadOneArea("before", "One.");
  await activateAreas("before");
  caller = await makeCaller("radar-reports");
  await save();
  await sweepRadar(await getDeps());
});
afterAll(() => soil.close());

describe("a report of an answer that newer data make another one", () => {
  it("says so before what was found, and is the same record", async () => {
    const { word } = await saidFirst();
    expect(word).not.toBe("Check again");
    const { hash } = await issueReport({ deps: await getDeps(), providerId: caller.providerId }, ASKED);
    await loadOneArea("after", "One, and more.");
    await activateAreas("after");
    const { said, word: after } = await saidFirst();
    expect(after).toBe("Check again");
    expect(said).toMatch(/^EPA's limits for this field changed on \w+ \d+, \d{4}: check again\. .*Do not spray by it/);
    expect((await saidFirst("es")).word).toBe("Verifique de nuevo");
    expect((await gathered()).hash).toBe(hash);
    expect(await verifyReport(await getDeps(), hash)).toMatchObject({ state: "current", standing: "indeterminate" });
    await sweepRadar(await getDeps());
    expect((await saidFirst()).word).toBe("Check again");
  });

  it("says it no longer once the application was checked again", async () => {
    await save();
    expect((await saidFirst()).word).not.toBe("Check again");
  });
});
