import type { SelectionEdit } from "@/lib/domain/portal-edit";
import type { QueuedBody, QueuedEdit } from "@/lib/portal-client/queue";

const MADE = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** What an edit was to do, in lines of plain text: to be read, and copied, where it cannot be made any more. */
export function editInWords({ label, where, body, madeAt }: QueuedEdit): string {
  const made = MADE.format(new Date(madeAt));
  return [`${where} (${made})`, ...wantedBy(label, body)].join("\n");
}

function wantedBy(label: string, body: QueuedBody): string[] {
  switch (body.kind) {
    case "selection":
      return selectionInWords(label, body);
    case "advice":
      return [`Tick: ${label}`];
    case "exemption":
      return [`Exemption: ${body.reasons.map((reason) => reason.replaceAll("_", " ")).join(", ") || "none apply"}`];
    case "conditions":
      return [label, `Read: ${MADE.format(new Date(body.observedAt ?? body.notedAt))}`];
    default:
      return [label];
  }
}

function selectionInWords(label: string, { selection }: SelectionEdit): string[] {
  if (selection === null) return [`Untick: ${label}`];
  return [
    `Tick: ${label}`,
    ...(selection.implementationDate === null ? [] : [`In place since or from: ${selection.implementationDate}`]),
    ...(selection.notes === null ? [] : [`Notes: ${selection.notes}`]),
  ];
}
