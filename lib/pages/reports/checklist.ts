import type { ReportBlock, ReportSection } from "@/lib/domain/report";
import { column, listText, table } from "@/lib/pages/reports/words";
import type { RecordedApplication, ReportRecord } from "@/lib/usecases/reports/record";
import { checklistByProduct, checklistWords, type ProductChecklist } from "@/lib/views/checklist";

const COLUMNS = [column("Done", 8), column("Check", 68), column("Where it stands", 42)];

/** A product's list, with the applications it is the same for. */
interface SharedChecklist extends ProductChecklist {
  applicationIds: string[];
}

function checklistsOf(applications: readonly RecordedApplication[]): SharedChecklist[] {
  const found = new Map<string, SharedChecklist>();
  for (const { applicationId, assessment, products } of applications) {
    for (const list of checklistByProduct(assessment?.unjudged ?? [], products)) {
      const key = JSON.stringify(list);
      const applicationIds = [...(found.get(key)?.applicationIds ?? []), applicationId];
      found.set(key, { ...list, applicationIds });
    }
  }
  return [...found.values()];
}

function checklistBlocks({ productName, registration, items, applicationIds }: SharedChecklist): ReportBlock[] {
  const name = registration === null ? productName : `${productName} (${registration})`;
  const which = `For ${applicationIds.length === 1 ? "application" : "applications"} ${listText(applicationIds)}.`;
  return [
    { kind: "subheading", text: name },
    { kind: "text", text: which, tone: "quiet" },
    table(
      `What to check for ${name}`,
      COLUMNS,
      items.map(({ text, source }) => ["[  ]", text, source]),
    ),
  ];
}

/** The label directions that only the applicator can check; nothing where every direction was judged. */
export function checklistSection({ applications }: ReportRecord): ReportSection[] {
  const lists = checklistsOf(applications);
  if (lists.length === 0) return [];
  const intro: ReportBlock = { kind: "text", text: checklistWords().intro, tone: "plain" };
  return [{ id: "checklist", heading: checklistWords().heading, blocks: [intro, ...lists.flatMap(checklistBlocks)] }];
}
