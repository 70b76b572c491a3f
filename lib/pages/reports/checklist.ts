import type { ReportBlock, ReportSection } from "@/lib/domain/report";
import { column, columnOf, listText, table } from "@/lib/pages/reports/words";
import { wordsIn } from "@/lib/views/language";
import type { RecordedApplication, ReportRecord } from "@/lib/usecases/reports/record";
import { checklistByProduct, checklistWords, type ProductChecklist } from "@/lib/views/checklist";

const words = wordsIn({
  en: {
    done: "Done",
    check: "Check",
    where: "Where it stands",
    forApplications: (ids: readonly string[]) =>
      `For ${ids.length === 1 ? "application" : "applications"} ${listText(ids)}.`,
    caption: (product: string) => `What to check for ${product}`,
  },
  es: {
    done: "Hecho",
    check: "Verifique",
    where: "Dónde lo dice",
    forApplications: (ids) => `Para ${ids.length === 1 ? "la aplicación" : "las aplicaciones"} ${listText(ids)}.`,
    caption: (product) => `Qué verificar para ${product}`,
  },
});

/** Documents are named in English; so is a direction that an operator entered. */
const columns = ({ items }: ProductChecklist) => [
  column(words().done, 8),
  items.every(({ isEnglish }) => isEnglish) ? columnOf("english", words().check, 60) : column(words().check, 60),
  columnOf("english", words().where, 50),
];

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

function checklistBlocks(list: SharedChecklist): ReportBlock[] {
  const { productName, registration, items, applicationIds } = list;
  const name = registration === null ? productName : `${productName} (${registration})`;
  return [
    { kind: "subheading", text: name, holds: "name" },
    { kind: "text", text: words().forApplications(applicationIds), tone: "quiet" },
    table(
      words().caption(name),
      columns(list),
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
