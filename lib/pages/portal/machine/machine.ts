import type { MachineFormat } from "@/lib/domain/machine-file";
import { machineHref, type MachineFileView, type MachineView } from "@/lib/views/portal/machine";
import { pageHref } from "@/lib/views/portal/pages";
import { issueHeadline } from "@/lib/views/issues/issue-text";
import { acresInWords } from "@/lib/views/words";
import { conditionFacts, decimal } from "@/lib/pages/portal/drift/words";
import { readReadiness, type MachineFacts } from "@/lib/usecases/machine-files/read-readiness";
import type { NotReady } from "@/lib/usecases/machine-files/readiness";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import type { PortalSession } from "@/lib/usecases/portal/session";

const FILES: Record<MachineFormat, Omit<MachineFileView, "href">> = {
  isoxml: {
    title: "ISOBUS task (ISOXML)",
    about:
      "A zip with the folder TASKDATA: one task with the rate in the treatable area, and 0 in the buffer and outside.",
  },
  shapefile: {
    title: "Shapefile",
    about: "A zip with the outline (boundary) and the rates (column RATE, 0 in the buffer): a prescription map.",
  },
  geojson: { title: "GeoJSON", about: "Field, treatable area and buffer for farm software." },
  kml: { title: "KML", about: "The same, in colors, to look at on a map, and for flight software." },
  flatgeobuf: { title: "FlatGeobuf", about: "The same, for geographic information systems." },
};

const NO_APPLICATION = "A file belongs to an application. Once your farm software has sent one, it is made here.";

function notReadyOf(why: NotReady): NonNullable<MachineView["notReady"]> {
  if (why.reason === "not_computed") {
    return {
      title: "Work out the buffer first",
      text: "No buffer is on record for the field as it is now. Use the conditions at the sprayer on the drift page.",
      open: [],
    };
  }
  if (why.reason === "data_changed") {
    return {
      title: "Check again first",
      text: "EPA's limits for this field changed after the check. Have the application checked again, then work out the buffer.",
      open: [],
    };
  }
  const isBroken = why.status === "not_met";
  return {
    title: isBroken ? "A requirement is not met" : "Something is still open",
    text: "A machine follows a file without reading a word of it, so a file is made of a settled answer only.",
    open: why.codes.map((code) => issueHeadline(code)),
  };
}

/** The files of the picked application, or why there are none. */
export async function readMachine(session: PortalSession, place: OpenFieldYear): Promise<MachineView> {
  const facts = await readReadiness(session, place);
  const driftHref = pageHref(place.address, "drift");
  const hrefs = { overviewHref: pageHref(place.address, "overview"), driftHref };
  const none = { ...hrefs, files: [], placed: null };
  if (facts === null) {
    return { ...none, notReady: { title: `No application in ${place.year} yet`, text: NO_APPLICATION, open: [] } };
  }
  const { readiness } = facts;
  if (!readiness.isReady) return { ...none, notReady: notReadyOf(readiness.why) };
  return {
    ...hrefs,
    notReady: null,
    files: filesOf(machineHref(driftHref), readiness),
    placed: placedOf(readiness, facts, session.pass.deps.clock()),
  };
}

/** As on the overview: what was read of the wind an hour ago says little of it now. */
const WIND_HOLDS_MS = 3_600_000;

type Ready = Extract<MachineFacts["readiness"], { isReady: true }>;

const filesOf = (href: string, { formats }: Ready): MachineFileView[] =>
  formats.map((format) => ({ ...FILES[format], href: href.replace("/machine?", `/machine/${format}?`) }));

function placedOf({ computation, rate }: Ready, { treatableSqm }: MachineFacts, now: Date): MachineView["placed"] {
  return {
    at: computation.checkedAt.toISOString(),
    isOld: now.getTime() - computation.checkedAt.getTime() > WIND_HOLDS_MS,
    facts: [
      ...(treatableSqm === null ? [] : [{ label: "Treatable area", value: acresInWords(treatableSqm) }]),
      {
        label: "Rate in the file",
        value: rate === null ? "None: set it at the terminal" : `${decimal(rate.amount)} ${rate.unit}`,
      },
      ...conditionFacts(computation.inputs),
    ],
  };
}
