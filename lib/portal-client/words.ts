import type { EditBody, SelectionBody } from "@/lib/portal-client/bodies";
import type { QueuedEdit } from "@/lib/portal-client/queue";

const MADE = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** What an edit was to do, in lines of plain text: to be read, and copied, where it cannot be made any more. */
export function editInWords({ label, where, body, madeAt }: QueuedEdit): string {
  const made = MADE.format(new Date(madeAt));
  return [`${where} (${made})`, ...wantedBy(label, body)].join("\n");
}

function wantedBy(label: string, body: EditBody): string[] {
  switch (body.kind) {
    case "selection":
      return selectionInWords(label, body);
    case "advice":
      return [`Tick: ${label}`];
    case "exemption":
      return [`Exemption: ${body.reasons.map((reason) => reason.replaceAll("_", " ")).join(", ") || "none apply"}`];
    default:
      return [label];
  }
}

function selectionInWords(label: string, { selection }: SelectionBody): string[] {
  if (selection === null) return [`Untick: ${label}`];
  return [
    `Tick: ${label}`,
    ...(selection.implementation_date === null ? [] : [`In place since or from: ${selection.implementation_date}`]),
    ...(selection.notes === null ? [] : [`Notes: ${selection.notes}`]),
  ];
}
