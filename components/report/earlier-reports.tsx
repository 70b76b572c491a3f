import { Card } from "@/components/ui/card";
import { LocalTime } from "@/components/ui/local-time";
import type { ReportKind } from "@/lib/domain/report";

const KINDS: Record<ReportKind, string> = { runoff: "Runoff report", trait: "Trait program report" };

interface Props {
  /** Newest first. */
  earlier: readonly { kind: ReportKind; recordHash: string; madeAt: Date }[];
}

/** Reports as they were given out before: each says what was answered on its day, and nothing of what came later. */
export function EarlierReports({ earlier }: Props) {
  if (earlier.length === 0) return null;
  return (
    <Card title="Given out before">
      <p>
        Each file is the one of its day, byte for byte. It may not be what is saved now: download the report above for
        that.
      </p>
      <ul>
        {earlier.map(({ kind, recordHash, madeAt }) => (
          <li key={recordHash}>
            <a href={`/verify/${recordHash}/original.pdf`}>
              {KINDS[kind]} as of <LocalTime at={madeAt.toISOString()} />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
