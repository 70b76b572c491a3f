import { NearMap } from "@/components/map/drawing/near-map";
import { MapSummary } from "@/components/map/map-summary";
import { grantPath } from "@/lib/http/portal/cookie";
import { readFieldMap } from "@/lib/pages/portal/map/map";
import type { Opened } from "@/lib/usecases/portal/field-year";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: { noBoundary: "There is no boundary of this field to show on a map." },
  es: { noBoundary: "No hay un límite de este campo para mostrar en un mapa." },
});

/** The map of a field as it stands. Put it in a `Suspense`: what the areas say takes longer than the page's own words. */
export async function MapSection({ session, place }: Opened) {
  await wordsFirst();
  const { current, field, year, locked } = place;
  const applicationEventId = current?.applicationEventId ?? null;
  const model = await readFieldMap(session, {
    fieldId: field.fieldId,
    applicationEventId,
    onDate: current?.applicationDate ?? session.pass.deps.clock().toISOString().slice(0, 10),
  });
  if (model === null) return <p>{words().noBoundary}</p>;
  return (
    <NearMap
      model={model}
      grantPath={grantPath(session.grant)}
      place={{ fieldId: field.fieldId, year, applicationEventId }}
      isLocked={locked.length > 0}
      words={<MapSummary model={model} />}
    />
  );
}

/** Turns of the event loop that it takes to render the page's words and write them out, or a few more. */
const TURNS = 8;

/** Lets what is ready of the page go first: with the map's reading in between, its words came a sixth later. */
async function wordsFirst(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
