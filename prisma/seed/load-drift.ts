import type { Polygon, Position } from "geojson";
import { driftBufferBody, toDriftBufferRequest } from "@/lib/contracts/v2/drift-buffer-compute";
import { asProvider } from "@/lib/data/db";
import type { Deps } from "@/lib/runtime/deps";
import { computeDriftBuffer } from "@/lib/usecases/applications/compute-drift-buffer";
import { changeDrawing } from "@/lib/usecases/portal/edits/drawings";
import type { FieldFeature } from "@/prisma/seed/landscape/fields";
import type { DemoProvider } from "@/prisma/seed/load-providers";

/** The application that the demonstration shows, where it lies on the ground. */
export interface ShownApplication {
  applicationEventId: string;
  fieldId: string;
  field: FieldFeature;
}

/** Any number that the demonstration alone uses: what was drawn by an earlier start is not drawn again. */
const DRAWING_ID = "01930000-0000-7000-8000-000000000001";
/** About 20 m at the demonstration's latitude. */
const STRIP_DEG = 0.00024;
/** Wind from the south-west, as a provider would send it from the sprayer. */
const CONDITIONS = { wind_direction_deg: 225, wind_speed_mph: 8, temperature_f: 72, humidity_percent: 55 };

/**
 * Draws mowed grass along the eastern side of the shown field and computes its buffers once, so that the demonstration has
 * an answer with wind in it. Returns how many computations were run now.
 */
export async function loadDrift(deps: Deps, { provider }: DemoProvider, shown: ShownApplication): Promise<number> {
  const { providerId } = provider;
  const { applicationEventId, fieldId } = shown;
  const found = await asProvider(deps.db, providerId, async (tx) => ({
    drawings: await tx.drawnFeature.count({ where: { providerId, featureId: DRAWING_ID } }),
    placements: await tx.driftPlacement.count({ where: { providerId, applicationEventId } }),
  }));
  if (found.drawings === 0) {
    const change = {
      fieldId,
      year: deps.clock().getUTCFullYear(),
      featureId: DRAWING_ID,
      drawing: { category: "mowed_grass", label: "DEMO Mowed grass", geometry: easternStrip(shown.field) },
    } as const;
    const pass = { deps, providerId, actor: "demonstration" };
    await asProvider(deps.db, providerId, (tx) => changeDrawing(tx, pass, change));
  }
  if (found.placements > 0) return 0;
  const signal = AbortSignal.timeout(deps.env.REQUEST_DEADLINE_S * 1000);
  const body = driftBufferBody().parse(CONDITIONS);
  const request = toDriftBufferRequest(applicationEventId, body, { wind_rose: true, explain: false });
  await computeDriftBuffer({ deps, provider, signal }, request);
  return 1;
}

/**
 * Ground along the eastern end of a field's box. It begins inside the field, whose sides do not run quite along the
 * meridian: a gap between them would be ground that no one manages.
 */
function easternStrip({ geometry }: FieldFeature): Polygon {
  const positions = (geometry.type === "Polygon" ? geometry.coordinates : geometry.coordinates.flat()).flat();
  const [lons, lats] = [0, 1].map((axis) => positions.map((position: Position) => position[axis] ?? 0));
  const east = Math.max(...(lons ?? []));
  const [south, north] = [Math.min(...(lats ?? [])), Math.max(...(lats ?? []))];
  const [inner, outer] = [east - STRIP_DEG, east + STRIP_DEG];
  const ring = [
    [inner, south],
    [outer, south],
    [outer, north],
    [inner, north],
    [inner, south],
  ];
  return { type: "Polygon", coordinates: [ring] };
}
