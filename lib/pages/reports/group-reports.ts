import { ServiceError } from "@/lib/domain/errors";
import { inFileName } from "@/lib/domain/file-name";
import { renderReport } from "@/lib/pages/reports/render-report";
import { currentLanguage, wordsIn, type Language } from "@/lib/views/language";
import type { ReportedField } from "@/lib/usecases/portal/list-group-reports";
import type { ReportContext } from "@/lib/usecases/reports/issue-report";

interface MadeFile {
  name: string;
  bytes: Uint8Array;
}

const words = wordsIn({
  en: {
    notMade: (field: string, year: number, why: string) =>
      `The runoff report of ${field}, ${year}, was not made: ${why}\nOpen the field and download it there.\n`,
    unknown: "Something went wrong on our side.",
    suffix: "not-made",
  },
  es: {
    notMade: (field, year) =>
      `No se hizo el informe de escorrentía de ${field}, ${year}.\nAbra el campo y descárguelo allí.\n`,
    unknown: "Algo falló de nuestro lado.",
    suffix: "no-se-hizo",
  },
});

/** For whom they are made. The stream that takes them runs outside of the request, so the language is given to it. */
interface GroupContext extends ReportContext {
  signal: AbortSignal;
  language?: Language;
}

/**
 * The runoff reports of several fields, one after the other, as files of one archive. A report that cannot be made is a
 * text that says so in its place: the others are not lost with it.
 */
export async function* groupReports(
  context: GroupContext,
  fields: readonly ReportedField[],
): AsyncGenerator<MadeFile, undefined> {
  const names = uniqueNames(fields);
  for (const [index, field] of fields.entries()) {
    context.signal.throwIfAborted();
    const name = names[index] ?? field.fieldId;
    yield await madeFile(context, field, name);
  }
}

async function madeFile(
  context: GroupContext,
  { fieldId, fieldName, year }: ReportedField,
  name: string,
): Promise<MadeFile> {
  const { language = currentLanguage() } = context;
  try {
    const { pdf } = await renderReport(context, { key: { fieldId }, kind: "runoff", year, language });
    return { name: `${name}.pdf`, bytes: pdf };
  } catch (error) {
    if (context.signal.aborted) throw error;
    const known = error instanceof ServiceError ? error : null;
    context.deps.log.warn({ problem: known?.problem, err: error }, "a report of a group was not made");
    const text = words(language).notMade(fieldName, year, known?.message ?? words(language).unknown);
    return { name: `${name}-${words(language).suffix}.txt`, bytes: new TextEncoder().encode(text) };
  }
}

/** Fields may have one name: the second of a name and year is numbered. */
function uniqueNames(fields: readonly ReportedField[]): string[] {
  const used = new Map<string, number>();
  return fields.map(({ fieldName, year }) => {
    const plain = `${inFileName(fieldName)}-${year}-runoff`;
    const before = used.get(plain) ?? 0;
    used.set(plain, before + 1);
    return before === 0 ? plain : `${plain}-${before + 1}`;
  });
}
