import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { beginAs } from "@/lib/data/db";
import type { Drawing } from "@/lib/domain/portal-edit";
import type { PortalPass } from "@/lib/usecases/portal/pass";
import { saved } from "@/tests/contract/v2/compliance/support";
import { passOf, placeOf, type Place } from "@/tests/contract/v2/drift/portal";
import { prepareSoundGround, READY } from "@/tests/contract/v2/drift/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { asOwner } from "@/tests/support/owner-connections";
import { claimPractice, markDownslope, readChanges, saveDrawnFeature } from "@/tests/support/portal-edits";
import { box } from "@/tests/support/reference-data";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let soil: Connected;
let pass: PortalPass;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("edits-at-once");
  pass = await passOf(caller);
});
afterAll(() => soil.close());

/** Two edits that both come while a third holds their field and application. */
const atOnce = (place: Place, edits: (() => Promise<unknown>)[]): Promise<PromiseSettledResult<unknown>[]> =>
  asOwner(async (client) => {
    await client.query(beginAs(caller.providerId, { isOwnRole: true }));
    for (const table of ["field", "application"]) {
      const own = `SELECT 1 FROM ${table} WHERE provider_id = $1 AND field_id = $2 FOR UPDATE`;
      await client.query(own, [caller.providerId, place.fieldId]);
    }
    const done = Promise.allSettled(edits.map((edit) => edit()));
    await vi.waitFor(
      async () => {
        // Not by pg_locks: on Citus it is a worker that waits.
        const { rows } = await asOwner((watcher) =>
          watcher.query(
            `SELECT 1 FROM pg_stat_activity
             WHERE datname = current_database() AND state = 'active' AND query LIKE '%FOR NO KEY UPDATE%' AND pid <> pg_backend_pid()`,
          ),
        );
        expect(rows).toHaveLength(edits.length);
      },
      { timeout: 10_000, interval: 20 },
    );
    await client.query("COMMIT");
    return done;
  });

interface Asked {
  id: string;
  place: Place;
  featureId: string;
}

const HOOD = 505;
const geometry = box(-87.246, 32.889, -87.2457, 32.895);
const drawing = (label: string): Drawing => ({
  category: "mowed_grass",
  label,
  geometry: geometry as Drawing["geometry"],
});

const claim = ({ id }: Asked, notes: string) =>
  claimPractice(pass, {
    applicationEventId: id,
    subOptionId: HOOD,
    claim: { customValue: null, notes },
    replaces: null,
  });
const draw = ({ place, featureId }: Asked, label: string) =>
  saveDrawnFeature(pass, { ...place, featureId, drawing: drawing(label), replaces: null });
const mark = ({ place }: Asked) =>
  markDownslope(pass, { ...place, edges: [{ partIndex: 0, ringIndex: 0, edgeIndex: 0 }] });

test.each([
  ["practice", claim, "changed"],
  ["drawing", draw, "changed"],
  ["slope mark that is there by then", mark, undefined],
])("of two edits at once of one %s, one is made and the other has not seen it", async (name, edit, reason) => {
  const { id } = await saved(caller, { application_id: name, ...READY });
  const asked = { id, place: await placeOf(caller, id), featureId: uuidv7() };
  const settled = await atOnce(asked.place, [() => edit(asked, "one"), () => edit(asked, "other")]);
  const refused = settled.flatMap((each): unknown[] => (each.status === "rejected" ? [each.reason] : []));
  expect(refused).toHaveLength(1);
  if (reason !== undefined) expect(refused[0]).toMatchObject({ reason });
  expect(await readChanges(pass, asked.place)).toHaveLength(1);
});
