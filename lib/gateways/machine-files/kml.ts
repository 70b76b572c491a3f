import type { MultiPolygon, Position } from "geojson";
import { toXml } from "xast-util-to-xml";
import { x } from "xastscript";
import type { MachinePlan } from "@/lib/domain/machine-file";
import { plain } from "@/lib/gateways/machine-files/text";
import { membersOf, zonesOf, type Zone } from "@/lib/gateways/machine-files/zones";

/** Alpha, blue, green, red. */
const LOOKS: Record<Zone["kind"], { line: string; fill: string }> = {
  field: { line: "ffffffff", fill: "00ffffff" },
  treatable: { line: "ff2f7d1f", fill: "662f7d1f" },
  buffer: { line: "ff1c1cb7", fill: "801c1cb7" },
};

/** Nine decimals without an exponent, as KML's readers ask for. */
const decimal = (degrees: number): string => degrees.toFixed(9).replace(/\.?0+$/, "");

const ring = (tag: "outerBoundaryIs" | "innerBoundaryIs", positions: Position[]) =>
  x(tag, [
    x("LinearRing", [
      x("coordinates", positions.map(([lon = 0, lat = 0]) => `${decimal(lon)},${decimal(lat)}`).join(" ")),
    ]),
  ]);

const geometry = ({ coordinates }: MultiPolygon) =>
  x(
    "MultiGeometry",
    coordinates.map((rings) =>
      x(
        "Polygon",
        rings.map((positions, index) => ring(index === 0 ? "outerBoundaryIs" : "innerBoundaryIs", positions)),
      ),
    ),
  );

const placemark = (zone: Zone, plan: MachinePlan) =>
  x("Placemark", { id: zone.kind }, [
    x("name", plain(zone.label)),
    x("styleUrl", `#${zone.kind}-look`),
    x(
      "ExtendedData",
      Object.entries(membersOf(zone, plan)).flatMap(([name, value]) =>
        value === null ? [] : [x("Data", { name }, [x("value", plain(String(value)))])],
      ),
    ),
    geometry(zone.geometry),
  ]);

/** KML 2.2 (OGC 07-147r2). */
export function writeKml(plan: MachinePlan): Uint8Array {
  const zones = zonesOf(plan);
  const tree = x(null, [
    { type: "instruction", name: "xml", value: 'version="1.0" encoding="UTF-8"' },
    x("kml", { xmlns: "http://www.opengis.net/kml/2.2" }, [
      x("Document", [
        x("name", plain(plan.fieldName)),
        ...zones.map(({ kind }) =>
          x("Style", { id: `${kind}-look` }, [
            x("LineStyle", [x("color", LOOKS[kind].line), x("width", "2")]),
            x("PolyStyle", [x("color", LOOKS[kind].fill)]),
          ]),
        ),
        ...zones.map((zone) => placemark(zone, plan)),
      ]),
    ]),
  ]);
  return new TextEncoder().encode(toXml(tree));
}
