import { Card } from "@/components/ui/card";
import { LocalTime } from "@/components/ui/local-time";
import type { ReactNode } from "react";
import type { ReportKind } from "@/lib/domain/report";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn<{
  kinds: Record<ReportKind, (at: ReactNode) => ReactNode>;
  title: string;
  about: string;
}>({
  en: {
    kinds: { runoff: (at) => <>Runoff report as of {at}</>, trait: (at) => <>Trait program report as of {at}</> },
    title: "Given out before",
    about:
      "Each file is the one of its day, byte for byte. It may not be what is saved now: download the report above for that.",
  },
  es: {
    kinds: {
      runoff: (at) => <>Informe de escorrentía del {at}</>,
      trait: (at) => <>Informe del programa de rasgos del {at}</>,
    },
    title: "Entregados antes",
    about:
      "Cada archivo es el de su día, byte por byte y en el idioma de entonces. Puede no ser lo que está guardado ahora: para eso descargue el informe de arriba.",
  },
});

interface Props {
  /** Newest first. */
  earlier: readonly { kind: ReportKind; recordHash: string; madeAt: Date }[];
}

/** Reports as they were given out before: each says what was answered on its day, and nothing of what came later. */
export function EarlierReports({ earlier }: Props) {
  if (earlier.length === 0) return null;
  return (
    <Card title={words().title}>
      <p>{words().about}</p>
      <ul>
        {earlier.map(({ kind, recordHash, madeAt }) => (
          <li key={recordHash}>
            <a href={`/verify/${recordHash}/original.pdf`}>
              {words().kinds[kind](<LocalTime at={madeAt.toISOString()} />)}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
