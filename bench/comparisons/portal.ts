import type { Bench, Comparison } from "@/bench/support/bench";
import { bodyOf, followLink } from "@/bench/support/http";
import type { Row } from "@/bench/support/report";
import { checkOf } from "@/bench/support/requests";
import { inRounds, median, spreadOf, timeEach } from "@/bench/support/rounds";
import { singlePath } from "@/bench/comparisons/compliance";

const ROUNDS = 8;
const REPEATS = 40;
const WARM_ROUNDS = 3;
/** Stands where the map will be: the page is complete but for it. */
const MAP_FOLLOWS = "The map is loading.";

interface CheckAnswer {
  application_event_id: string;
  mitigation_portal_url: string;
}

/** What a page of the portal costs beside the answer that it shows: both over HTTP, of one application. */
export const portal: Comparison = {
  name: "portal",
  run: async ({ service: start, say }: Bench): Promise<Row[]> => {
    const service = await start();
    const [field] = service.served.ordinary;
    if (field === undefined) throw new RangeError("no field is served");
    const checked = bodyOf(await service.client.post("/api/v2/esa-check", checkOf(field, "portal")), "the check");
    const { application_event_id: id, mitigation_portal_url: link } = checked as CheckAnswer;
    const { page, client } = await followLink(service.server.url, link);
    try {
      const whole: number[] = [];
      const open = async (): Promise<number> => {
        const started = performance.now();
        const { status, text, untilMs } = await client.get(page, MAP_FOLLOWS);
        if (status !== 200 || untilMs === null || !text.includes("</html>")) {
          throw new Error(`the overview answered ${status}`);
        }
        whole.push(performance.now() - started);
        return untilMs;
      };
      const openAll = async (): Promise<number[]> => {
        const times: number[] = [];
        for (let each = 0; each < REPEATS; each += 1) times.push(await open());
        return times;
      };
      const repeats = Array.from({ length: REPEATS }, (_, index) => index);
      const ask = async (): Promise<unknown> => bodyOf(await service.client.get(singlePath(id)), "its compliance");
      const askAll = (): Promise<number[]> => timeEach(repeats, ask);
      // Both sides with their code compiled.
      for (let round = 0; round < WARM_ROUNDS; round += 1) {
        await openAll();
        await askAll();
      }
      whole.length = 0;
      say(`portal: the overview and its compliance answer; ${ROUNDS} rounds`);
      const rounds = await inRounds(ROUNDS, { work: openAll, base: askAll });
      const row = { comparedWith: "compliance GET of its application" };
      return [
        {
          ...row,
          work: "overview page of the portal, all but its map",
          ratio: rounds.ratio,
          target: { bound: "at most", value: 3 },
          figures: { ...rounds },
        },
        {
          ...row,
          work: "overview page of the portal, with the map that follows",
          ratio: median(whole) / rounds.base.p50Ms,
          target: null,
          figures: { whole: spreadOf(whole), base: rounds.base },
        },
      ];
    } finally {
      client.close();
    }
  },
};
