import type { RunoffEntry } from "@/lib/domain/compliance";
import type { ReportBlock, ReportSection } from "@/lib/domain/report";
import type { Rulebook } from "@/lib/domain/tables";
import { applicationHeading } from "@/lib/pages/reports/applications";
import { chosenText } from "@/lib/pages/reports/choices";
import { NONE, type TimeText } from "@/lib/pages/reports/words";
import type { RecordedApplication, ReportRecord } from "@/lib/usecases/reports/record";
import { SYSTEM_OF } from "@/lib/usecases/reports/record";
import { wordsIn } from "@/lib/views/language";
import { withTreatedAcres } from "@/lib/views/treated-acres";
import { tableText } from "@/lib/views/vocabulary/table-text";

const words = wordsIn({
  en: {
    unanswered: (application: string) => `${application}: the exemption questions have not been answered.`,
    noneApply: (application: string, when: string) => `${application}: answered “None apply” ${when}.`,
    doesNotHold: (application: string, grounds: string, when: string) =>
      `${application}: a claim of ${grounds} does not hold for this method of application; answered ${when}.`,
    on: (time: string) => time,
    noReason: "no reason was recorded with it",
    claimed: (application: string, when: string, grounds: string) =>
      `${application}: exemption claimed ${when}: ${grounds}.`,
    note: "A claim is the applicator's own statement. This service does not verify it.",
    heading: "Exemption claims",
  },
  es: {
    unanswered: (application) => `${application}: no se han respondido las preguntas sobre exenciones.`,
    noneApply: (application, when) => `${application}: se respondió “Ninguna corresponde” ${when}.`,
    doesNotHold: (application, grounds, when) =>
      `${application}: declarar ${grounds} no vale para este método de aplicación; respondido ${when}.`,
    on: (time) => `el ${time}`,
    noReason: "no se registró ningún motivo con ella",
    claimed: (application, when, grounds) => `${application}: exención declarada ${when}: ${grounds}.`,
    note: "Una exención declarada es lo que dice el propio aplicador. Este servicio no la verifica.",
    heading: "Exenciones declaradas",
  },
});

function exemptionText(
  application: RecordedApplication,
  entry: RunoffEntry,
  { record, rulebook, timeText }: { record: ReportRecord; rulebook: Rulebook; timeText: TimeText },
): string {
  const { runoffExemptionClaimedAt: at, runoffExemptionReasons: reasons } = entry;
  const name = applicationHeading(application);
  if (at === null) return words().unanswered(name);
  const chosen = { what: "exemption", choice: null, applicationEventId: application.applicationEventId } as const;
  const by = chosenText(record, chosen, timeText);
  const when = by === NONE ? words().on(timeText(at)) : `(${by})`;
  const grounds = (reasons ?? [])
    .map((reason) => {
      const row = rulebook.exemptionReasons.find(({ code }) => code === reason);
      const label = tableText(row?.label ?? reason);
      return row?.acresBelow == null ? label : withTreatedAcres(label, entry.runoffExemptionTreatedAcres);
    })
    .join("; ");
  if (entry.exempt) return words().claimed(name, when, grounds === "" ? words().noReason : grounds);
  return grounds === "" ? words().noneApply(name, when) : words().doesNotHold(name, grounds, when);
}

/** Only EPA's own system knows exemptions. A claim is someone's word and is shown as that. */
export function exemptionSection(record: ReportRecord, rulebook: Rulebook, timeText: TimeText): ReportSection[] {
  const { applications, kind } = record;
  if (kind === "trait") return [];
  const blocks = applications.flatMap((application) =>
    application.runoff
      .filter(({ mitigationType }) => mitigationType === SYSTEM_OF.runoff)
      .map((entry): ReportBlock => {
        const text = exemptionText(application, entry, { record, rulebook, timeText });
        return { kind: "text", text, tone: "plain" };
      }),
  );
  if (blocks.length === 0) return [];
  return [
    {
      id: "exemptions",
      heading: words().heading,
      blocks: [...blocks, { kind: "text", text: words().note, tone: "quiet" }],
    },
  ];
}
