import { strToU8, zipSync } from "fflate";
import type { MultiPolygon, Position } from "geojson";
import { toXml } from "xast-util-to-xml";
import { x } from "xastscript";
import type { MachinePlan, SprayRate } from "@/lib/domain/machine-file";
import { cutTo, plain } from "@/lib/gateways/machine-files/text";

/** What ISO 11783-10 calls the kinds of polygons and of lines, by their numbers. */
const POLYGON = { boundary: "1", zone: "2" } as const;
const LINE = { exterior: "1", interior: "2" } as const;
const PLAIN_POINT = "2";

const ZONE = { none: "0", treatable: "1", buffer: "2" } as const;
const PLANNED = "1";
const MIXTURE = "2";
const FROM_OFFICE_SOFTWARE = "1";

const SQM_PER_ACRE = 4046.8564224;
/** The data dictionary's units of a rate: cubic millimeters (entity 1) and milligrams (entity 6) a square meter. */
const RATES: Record<SprayRate["unit"], { entity: string; perUnit: number }> = {
  "gal/ac": { entity: "0001", perUnit: 3_785_411.784 / SQM_PER_ACRE },
  "lb/ac": { entity: "0006", perUnit: 453_592.37 / SQM_PER_ACRE },
};

/** Names have room for 32 characters. */
const designator = (text: string): string => cutTo(plain(text), 32, ({ length }) => length) || "-";

const line = (type: string, positions: Position[]) =>
  x(
    "LSG",
    { A: type },
    positions.map(([lon = 0, lat = 0]) => x("PNT", { A: PLAIN_POINT, C: lat.toFixed(9), D: lon.toFixed(9) })),
  );

/** Version 4 holds one exterior a polygon, so each part of the ground is one of its own. */
const polygons = ({ coordinates }: MultiPolygon, type: string) =>
  coordinates.map((rings) =>
    x(
      "PLN",
      { A: type },
      rings.map((positions, index) => line(index === 0 ? LINE.exterior : LINE.interior, positions)),
    ),
  );

interface ZoneToWrite {
  code: string;
  name: string;
  ground: MultiPolygon | null;
  value: number;
}

const treatmentZone = ({ code, name, ground, value }: ZoneToWrite, entity: string) =>
  x("TZN", { A: code, B: name }, [
    ...(ground === null ? [] : polygons(ground, POLYGON.zone)),
    x("PDV", { A: entity, B: String(value), C: "PDT1", E: "VPN1" }),
  ]);

function task(plan: MachinePlan, rate: SprayRate, owner: Record<string, string>) {
  const { entity, perUnit } = RATES[rate.unit];
  const zones: ZoneToWrite[] = [
    { code: ZONE.none, name: "Outside: no rate", ground: null, value: 0 },
    // Rounded down: never more than was asked for.
    {
      code: ZONE.treatable,
      name: "Treatable area",
      ground: plan.treatable,
      value: Math.floor(rate.amount * perUnit),
    },
    ...(plan.buffer === null
      ? []
      : [{ code: ZONE.buffer, name: "Buffer: do not spray", ground: plan.buffer, value: 0 }]),
  ];
  const wind = `Wind ${Math.round(plan.windFromDeg)} deg ${plan.windSpeedMph} mph`;
  return x(
    "TSK",
    {
      A: "TSK1",
      B: designator(`${plan.applicationDate} ${plan.fieldName}`),
      ...owner,
      E: "PFD1",
      G: PLANNED,
      // Where the machine does not know its place, or has left the field, it puts out nothing.
      H: ZONE.none,
      I: ZONE.none,
      J: ZONE.none,
    },
    [
      ...zones.map((zone) => treatmentZone(zone, entity)),
      x("CAN", { C: designator(wind) }),
      ...plan.rates.map((rate) => x("CAN", { C: designator(`For ${rate}`) })),
      x("CAN", { C: designator(`Droplets ${plan.dropletSize ?? "not told"}, boom ${plan.boomHeight ?? "not told"}`) }),
      x("CAN", { C: designator(`Placed ${plan.computedAt.toISOString().slice(0, 16)}Z`) }),
    ],
  );
}

/**
 * ISO 11783-10, version 4: a task with treatment zones, in a zip with the folder that terminals look for. The customer
 * and the farm are there because some terminals list tasks by them alone.
 */
export function writeIsoxml(plan: MachinePlan, rate: SprayRate): Uint8Array {
  const owner = designator(plan.accountId);
  const tree = x(null, [
    { type: "instruction", name: "xml", value: 'version="1.0" encoding="UTF-8"' },
    x(
      "ISO11783_TaskData",
      {
        VersionMajor: "4",
        VersionMinor: "0",
        ManagementSoftwareManufacturer: "Hedgerow",
        ManagementSoftwareVersion: "1",
        DataTransferOrigin: FROM_OFFICE_SOFTWARE,
      },
      [
        x("CTR", { A: "CTR1", B: owner }),
        x("FRM", { A: "FRM1", B: owner, I: "CTR1" }),
        x(
          "PFD",
          {
            A: "PFD1",
            C: designator(plan.fieldName),
            D: String(Math.round(plan.boundarySqm)),
            E: "CTR1",
            F: "FRM1",
          },
          polygons(plan.boundary, POLYGON.boundary),
        ),
        x("PDT", {
          A: "PDT1",
          B: designator(plan.productNames.join(" + ")),
          ...(plan.productNames.length > 1 ? { F: MIXTURE } : {}),
        }),
        x("VPN", {
          A: "VPN1",
          B: "0",
          C: (1 / RATES[rate.unit].perUnit).toFixed(9),
          D: "2",
          E: rate.unit,
        }),
        task(plan, rate, { C: "CTR1", D: "FRM1" }),
      ],
    ),
  ]);
  return zipSync(
    { TASKDATA: { "TASKDATA.XML": strToU8(toXml(tree, { closeEmptyElements: true, tightClose: true })) } },
    { mtime: plan.computedAt },
  );
}
