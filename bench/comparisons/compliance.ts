import { agree, type Bench, type Comparison } from "@/bench/support/bench";
import { bodyOf } from "@/bench/support/http";
import type { Row } from "@/bench/support/report";
import { checkOf } from "@/bench/support/requests";
import { inRounds, timeEach } from "@/bench/support/rounds";
import { ACCOUNT, type Service } from "@/bench/support/service";

const ROUNDS = 8;
const REPEATS = 40;
export const GROUP = "bench-group";
export const GROUP_PATH = `/api/v2/groups/${GROUP}/compliance?account_id=${ACCOUNT}&limit=100`;

export const singlePath = (eventId: string): string => `/api/v2/applications/${eventId}/compliance`;

interface GroupAnswer {
  total: number;
  applications: { application_event_id: string }[];
}

/** Applications of one group, one on each served field; sending them again changes nothing. Gives their references. */
export async function fillGroup({ client, served }: Service): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, field] of served.ordinary.entries()) {
    const body = checkOf(field, `group-${index}`, { provider_group_id: GROUP });
    const answer = bodyOf(await client.post("/api/v2/esa-check", body), "a check of the group");
    ids.push((answer as { application_event_id: string }).application_event_id);
  }
  return ids;
}

/** Each member reads the same in the group as alone. */
async function compareReads({ client }: Service, ids: readonly string[]): Promise<void> {
  const group = bodyOf(await client.get(GROUP_PATH), "the group") as GroupAnswer;
  agree(
    "members of the group",
    group.applications.map((member) => member.application_event_id).sort(),
    [...ids].sort(),
  );
  for (const member of group.applications) {
    const answer = bodyOf(await client.get(singlePath(member.application_event_id)), "the single one");
    agree(`application ${member.application_event_id}`, member, (answer as { application: unknown }).application);
  }
}

export const compliance: Comparison = {
  name: "compliance",
  run: async (bench: Bench): Promise<Row[]> => {
    const service = await bench.service();
    bench.say(`compliance: saving a group of ${service.served.ordinary.length}`);
    const ids = await fillGroup(service);
    await compareReads(service, ids);
    bench.say(`compliance: the group reads as its members do; ${ROUNDS} rounds`);
    const groups = Array.from({ length: REPEATS }, () => GROUP_PATH);
    const singles = ids.slice(0, REPEATS).map(singlePath);
    const get = async (path: string): Promise<unknown> => bodyOf(await service.client.get(path), path);
    const rounds = await inRounds(ROUNDS, {
      work: () => timeEach(groups, get),
      base: () => timeEach(singles, get),
    });
    return [
      {
        work: `compliance GET of a group of ${ids.length}`,
        comparedWith: "compliance GET of a single application",
        ratio: rounds.ratio,
        target: { bound: "at most", value: 12 },
        figures: { ...rounds, members: ids.length },
      },
    ];
  },
};
