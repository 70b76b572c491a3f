import { wordsIn } from "@/lib/views/language";
import type { RecordedApplication, ReportRecord } from "@/lib/usecases/reports/record";

const words = wordsIn({
  en: {
    signed: (name: string) => `${name} (signed the record)`,
    answered: (name: string) => `${name} (answered for it)`,
  },
  es: {
    signed: (name) => `${name} (firmó el registro)`,
    answered: (name) => `${name} (respondió por ella)`,
  },
});

/**
 * Who applies, as far as what is saved says it: the name in the record of application, else who signed that record, else
 * who answered for the application. Empty: no one is named.
 */
export function applicatorsOf({ log, attestations }: RecordedApplication): string[] {
  const items = log?.shown.sets.flatMap((set) => set.items) ?? [];
  const written = items.flatMap(({ values }) =>
    values.flatMap(({ part, text }) => (part === "applicator_name" ? [text] : [])),
  );
  if (written.length > 0) return once(written);
  const signed = log?.signed ?? null;
  if (signed !== null) return [words().signed(signed.by)];
  return once(attestations.map(({ attestedBy }) => words().answered(attestedBy)));
}

export const allApplicators = ({ applications }: ReportRecord): string[] => once(applications.flatMap(applicatorsOf));

const once = (names: readonly string[]): string[] => [...new Set(names)];
