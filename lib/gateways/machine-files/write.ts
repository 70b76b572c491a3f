import { inFileName } from "@/lib/domain/file-name";
import type { MachineFile, MachineFormat, MachinePlan } from "@/lib/domain/machine-file";
import { writeFlatGeobuf } from "@/lib/gateways/machine-files/flatgeobuf";
import { writeGeoJson } from "@/lib/gateways/machine-files/geojson";
import { writeIsoxml } from "@/lib/gateways/machine-files/isoxml";
import { writeKml } from "@/lib/gateways/machine-files/kml";
import { writeShapefile } from "@/lib/gateways/machine-files/shapefile";

interface Writer {
  /** What the file is, as its name says. */
  kind: string;
  mediaType: string;
  extension: string;
  write: (plan: MachinePlan) => Uint8Array;
}

function taskOf(plan: MachinePlan): Uint8Array {
  if (plan.rate === null) throw new RangeError("a task needs a rate");
  return writeIsoxml(plan, plan.rate);
}

const WRITERS: Record<MachineFormat, Writer> = {
  isoxml: { kind: "isoxml", mediaType: "application/zip", extension: "zip", write: taskOf },
  shapefile: { kind: "shapefile", mediaType: "application/zip", extension: "zip", write: writeShapefile },
  geojson: { kind: "zones", mediaType: "application/geo+json", extension: "geojson", write: writeGeoJson },
  kml: { kind: "zones", mediaType: "application/vnd.google-earth.kml+xml", extension: "kml", write: writeKml },
  flatgeobuf: { kind: "zones", mediaType: "application/flatgeobuf", extension: "fgb", write: writeFlatGeobuf },
};

/** A plan as a file. Throws RangeError for a task (`isoxml`) of a plan without a rate: a terminal could not follow it. */
export function writeMachineFile(plan: MachinePlan, format: MachineFormat): MachineFile {
  const { kind, mediaType, extension, write } = WRITERS[format];
  const year = plan.applicationDate.slice(0, 4);
  return {
    format,
    bytes: write(plan),
    mediaType,
    fileName: `${inFileName(plan.fieldName)}-${year}-${kind}.${extension}`,
  };
}
