import type { Metadata } from "next";
import { requireOperator } from "@/app/console/access";
import { Records } from "@/components/console/records";
import { Fold } from "@/components/ui/fold";
import { LocalTime } from "@/components/ui/local-time";
import { StatusBadge } from "@/components/ui/status-badge";
import { type DataSetWithAge, readDataSets } from "@/lib/usecases/operations/read-reference";

export const metadata: Metadata = { title: "Data sets · Hedgerow console" };

/** Which reference data answers rest on, and how old it is. The owner of the database switches sets, by command. */
export default async function DataPage() {
  const { deps } = await requireOperator("read");
  const sets = await readDataSets(deps);
  return (
    <>
      <h1>Data sets</h1>
      <p>
        Answers rest on the sets in force. The web process may not switch them: run{" "}
        <code>npm run data -- activate</code> or <code>npm run data -- rollback</code> as the owner of the database.
      </p>
      <Records
        caption="Newest first within each kind"
        columns={["Set", "Part", "Compared", "Loaded", "Source", "Holds"]}
        empty="No data set is loaded. Every check needs some."
        rows={sets.map((set) => ({
          id: `${set.kind} ${set.version}`,
          cells: [
            `${set.kind} ${set.version}`,
            <SetPart key="part" set={set} />,
            `${set.ageDays} days ago${set.verifiedAt === null ? ", at the import" : ""}`,
            <LocalTime key="loaded" at={set.loadedAt.toISOString()} />,
            set.isDemonstration ? `${set.source} (demonstration)` : set.source,
            <Counts key="counts" counts={set.counts} />,
          ],
        }))}
      />
    </>
  );
}

function SetPart({ set: { role, state } }: { set: DataSetWithAge }) {
  if (role === "active") return <StatusBadge standing="met">In force</StatusBadge>;
  if (state === "failed") return <StatusBadge standing="not_met">Failed</StatusBadge>;
  return <StatusBadge standing="not_applicable">{role === "previous" ? "Previous" : "Loaded"}</StatusBadge>;
}

const FEW = 4;

/** The set's own figures. The commands show those that have parts of their own. */
function Counts({ counts }: { counts: Record<string, unknown> }) {
  const figures = Object.entries(counts).flatMap(([name, value]) =>
    typeof value === "number" || typeof value === "string"
      ? [`${name.replaceAll("_", " ")}: ${typeof value === "number" ? Math.round(value) : value}`]
      : [],
  );
  const lines = (some: readonly string[]) => some.map((line) => <div key={line}>{line}</div>);
  if (figures.length <= FEW) return lines(figures);
  return <Fold summary={`${figures.length} figures`}>{lines(figures)}</Fold>;
}
