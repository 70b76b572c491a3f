import type { z } from "zod";
import { POST } from "@/app/api/v2/applications/[applicationEventId]/drift-buffer/compute/route";
import { driftBufferResponse } from "@/lib/contracts/v2/drift-buffer-compute";
import { importFeatures } from "@/lib/imports/features/import-features";
import { NEEDS_4, prepareGround } from "@/tests/contract/v2/compliance/support";
import { FAR_PULA, loadGround, type Body } from "@/tests/contract/v2/esa-check/support";
import { answer, call, refusal, type Caller, type Refusal } from "@/tests/support/api";
import { connectStub, groundOf, type Connected } from "@/tests/support/soil-ground";

export type DriftAnswer = z.output<typeof driftBufferResponse>;

/** Wind from the west at 8 mph. */
export const WEST_WIND = { wind_direction_deg: 270, wind_speed_mph: 8 };

export const sendCompute = (
  caller: Caller | null,
  id: string,
  { body = WEST_WIND, query }: { body?: unknown; query?: string } = {},
): Promise<Response> =>
  call(POST, caller, {
    params: { applicationEventId: id },
    body,
    ...(query === undefined ? {} : { query }),
  });

/** A computation, read with the strict schema of its contract. */
export const compute = async (caller: Caller, id: string, more: Body = {}, query?: string): Promise<DriftAnswer> =>
  answer(
    await sendCompute(caller, id, { body: { ...WEST_WIND, ...more }, ...(query === undefined ? {} : { query }) }),
    driftBufferResponse,
  );

export const refusedCompute = async (caller: Caller, id: string, status: number, more: Body = {}): Promise<Refusal> =>
  refusal(await sendCompute(caller, id, { body: { ...WEST_WIND, ...more } }), status);

export const codesOf = ({ compliance }: DriftAnswer): string[] => compliance.issues.map(({ code }) => code);

/** A setup that leaves nothing open for the tiered demonstration product. */
export const READY = { products: [NEEDS_4], droplet_size: "VC", boom_height: "low", gpa: 15 };

/** The edges of the square test field, by their index. */
export const EDGE_NAMES = ["south", "east", "north", "west"];

const FAR_LIMITATION = { pulaId: FAR_PULA.pulaId, registration: "264-1241", code: "T1", limitation: "Far away." };

/** Ground whose PULA set is sound, so that nothing but the application decides. Close it when the file is done. */
export const prepareSoundGround = (): Promise<Connected> => prepareGround([], [FAR_LIMITATION]);

/** The same on which automatic credits come to 3 points: tracking 1, county 2. */
export async function prepareClayGround(): Promise<Connected> {
  await loadGround([], [FAR_LIMITATION]);
  return connectStub(groundOf([{ box: [-88, 32, -86, 34], mukey: "1", group: "D", slope: 5 }]));
}

/** Puts a set of mapped ground in force. */
export const loadFeatures = (...features: { category: string; geometry: unknown }[]) =>
  importFeatures(process.env.DATABASE_DIRECT_URL ?? "", {
    source: {
      name: "ground",
      records: features.map(({ category, geometry }) => ({ type: "Feature", properties: { category }, geometry })),
    },
    activate: true,
    force: true,
  });
