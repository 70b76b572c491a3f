import { z } from "zod";
import { stubPolygon, type StubPolygon } from "@/lib/gateways/stub/soil-ground";

const componentSchema = z.object({
  mukey: z.string(),
  comppct_r: z.coerce.number().nullable(),
  hydgrp: z.string().nullish(),
  slope_r: z.coerce.number().nullish(),
});
type Component = z.output<typeof componentSchema>;

const recordingSchema = z.object({
  mapunit: z.record(z.string(), z.object({ musym: z.string(), muname: z.string() })),
  component: z.record(z.string(), componentSchema),
  mupolygon: z.record(z.string(), z.object({ mukey: z.string(), areasymbol: z.string(), mupolygongeo: z.string() })),
});

/**
 * Ground of a recorded answer that holds map units, components and polygons and no aggregates: the group is the
 * dominant component's, the slope the components' mean weighted by their share, as the survey makes its aggregates.
 */
export function groundOfRecording(value: unknown): StubPolygon[] {
  const { mapunit, component, mupolygon } = recordingSchema.parse(value);
  const components = Object.values(component);
  return Object.values(mupolygon).map(({ mukey, areasymbol, mupolygongeo }) => {
    const unit = mapunit[mukey];
    const own = components.filter((each) => each.mukey === mukey);
    return stubPolygon(mupolygongeo, {
      mukey,
      areasymbol,
      unit: unit === undefined ? null : { ...unit, hydgrpdcd: dominantGroupOf(own), slopegradwta: meanSlopeOf(own) },
    });
  });
}

const dominantGroupOf = (components: readonly Component[]): string | null =>
  components.toSorted((a, b) => (b.comppct_r ?? 0) - (a.comppct_r ?? 0))[0]?.hydgrp ?? null;

function meanSlopeOf(components: readonly Component[]): number | null {
  const sloped = components.filter((each) => each.slope_r != null && (each.comppct_r ?? 0) > 0);
  const share = sloped.reduce((sum, each) => sum + (each.comppct_r ?? 0), 0);
  const weighted = sloped.reduce((sum, each) => sum + (each.comppct_r ?? 0) * (each.slope_r ?? 0), 0);
  return share > 0 ? Math.round((100 * weighted) / share) / 100 : null;
}
