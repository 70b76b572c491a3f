import type { Bench, Comparison } from "@/bench/support/bench";
import { bodyOf, followLink, type Client } from "@/bench/support/http";
import type { Row } from "@/bench/support/report";
import { APPLICATION_DATE, checkOf } from "@/bench/support/requests";
import type { Service } from "@/bench/support/service";
import { inRounds, median, spreadOf, timeEach } from "@/bench/support/rounds";
import { singlePath } from "@/bench/comparisons/compliance";

const ROUNDS = 8;
const REPEATS = 40;
const WARM_ROUNDS = 10;
/** No-till, of EPA's menu. */
const NO_TILL = 210;
/** Stands where the map will be: the page is complete but for it. */
const MAP_FOLLOWS = "The map is loading.";

type Browser = Awaited<ReturnType<typeof followLink>>;

interface CheckAnswer {
  application_event_id: string;
  mitigation_portal_url: string;
}

/** The overview, again and again: to its last word, and to the end of the map that follows. */
async function openAll(client: Client, page: string): Promise<{ words: number[]; whole: number[] }> {
  const times = { words: [] as number[], whole: [] as number[] };
  for (let each = 0; each < REPEATS; each += 1) {
    const started = performance.now();
    const { status, text, untilMs } = await client.get(page, MAP_FOLLOWS);
    if (status !== 200 || untilMs === null || !text.includes("</html>")) throw new Error(`the overview: ${status}`);
    times.words.push(untilMs);
    times.whole.push(performance.now() - started);
  }
  return times;
}

/** A check on a field of its own, and a browser that has followed its link. */
async function openPortal({ client, served, server }: Service) {
  const [field] = served.ordinary;
  if (field === undefined) throw new RangeError("no field is served");
  // A field of its own: an overview has all applications of its field, and an edit scores them all.
  const body = checkOf(field, "portal", { provider_field_id: "bench-portal" });
  const checked = bodyOf(await client.post("/api/v2/esa-check", body), "the check");
  const { application_event_id: id, mitigation_portal_url: link } = checked as CheckAnswer;
  return { id, answerPath: singlePath(id), browser: await followLink(server.url, link) };
}

/** A measure chosen and given up again, a request each, as the portal sends them. */
async function editAll({ client, page }: Browser, applicationEventId: string): Promise<number[]> {
  const { pathname } = new URL(page, "http://localhost");
  const [grant = "", fieldId = ""] = pathname.split("/").slice(3);
  const empty = { implementationDate: null, notes: null };
  return timeEach(
    Array.from({ length: REPEATS }, (_, index) => index % 2 === 0),
    async (isChosen) => {
      const body = {
        kind: "selection",
        fieldId,
        year: Number(APPLICATION_DATE.slice(0, 4)),
        applicationEventId,
        system: "epa_runoff",
        subOptionId: NO_TILL,
        base: isChosen ? null : empty,
        selection: isChosen ? empty : null,
      };
      bodyOf(await client.post(`/portal/g/${grant}/api/edits`, JSON.stringify(body)), "the edit");
    },
  );
}

/** What a page of the portal costs beside the answer that it shows: both over HTTP, of one application. */
export const portal: Comparison = {
  name: "portal",
  run: async (bench: Bench): Promise<Row[]> => {
    const service = await bench.service();
    const { id, answerPath, browser } = await openPortal(service);
    const { client, page } = browser;
    const repeats = Array.from({ length: REPEATS }, (_, index) => index);
    const askAll = (): Promise<number[]> =>
      timeEach(repeats, async () => bodyOf(await service.client.get(answerPath), "its compliance"));
    // Both sides with their code compiled.
    for (let round = 0; round < WARM_ROUNDS; round += 1) {
      await openAll(client, page);
      await editAll(browser, id);
      await askAll();
    }
    bench.say(`portal: the overview and its compliance answer; ${ROUNDS} rounds`);
    const whole: number[] = [];
    const open = async (): Promise<number[]> => {
      const times = await openAll(client, page);
      whole.push(...times.whole);
      return times.words;
    };
    const rounds = await inRounds(ROUNDS, { work: open, base: askAll });
    const edits = await inRounds(ROUNDS, { work: () => editAll(browser, id), base: askAll });
    client.close();
    const comparedWith = "compliance GET of its application";
    return [
      {
        work: "overview page of the portal, all but its map",
        comparedWith,
        ratio: rounds.ratio,
        target: { bound: "at most", value: 3 },
        figures: { ...rounds },
      },
      {
        work: "overview page of the portal, with the map that follows",
        comparedWith,
        ratio: median(whole) / rounds.base.p50Ms,
        target: null,
        figures: { whole: spreadOf(whole), base: rounds.base },
      },
      {
        work: "an edit in the portal: a measure chosen or given up, the field scored again",
        comparedWith,
        ratio: edits.ratio,
        target: null,
        figures: { ...edits },
      },
    ];
  },
};
