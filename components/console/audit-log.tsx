import { Breakable } from "@/components/console/breakable";
import { FormFields } from "@/components/console/form-fields";
import { Records } from "@/components/console/records";
import { Button, ButtonLink } from "@/components/ui/button";
import { Fold } from "@/components/ui/fold";
import { ZonedTime } from "@/components/ui/local-time";
import type { AuditEntry, AuditFacts } from "@/lib/domain/operator";
import { actionInWords } from "@/lib/views/console/words";
import styles from "./audit-log.module.css";

interface Query {
  actor: string;
  objectId: string;
}

interface Props {
  entries: readonly AuditEntry[];
  query: Query;
  /** Where older entries begin; null: there are none. */
  next: string | null;
}

/** Who did what to which object, newest first. */
export function AuditLog({ entries, query, next }: Props) {
  const isNarrowed = query.actor !== "" || query.objectId !== "";
  return (
    <>
      <h1>Audit log</h1>
      <p>Rows are added in the transaction that does what they say, and no one can change or remove one.</p>
      <Fold summary="Narrow the list" isOpen={isNarrowed}>
        <form method="get" action="/console/audit" className={styles.form}>
          <FormFields
            id="audit"
            fields={[
              { name: "actor", label: "Who", type: "text", isOptional: true, value: query.actor },
              { name: "object", label: "About which id", type: "text", isOptional: true, value: query.objectId },
            ]}
          />
          <Button type="submit">Show</Button>
        </form>
      </Fold>
      <Records
        caption="Newest first"
        columns={["When", "Who", "What", "Change", "Request"]}
        empty={isNarrowed ? "No entry has all of this, exactly as it is typed." : "Nothing was done yet."}
        rows={entries.map((entry) => ({
          id: entry.auditId,
          cells: [
            <ZonedTime key="when" at={entry.happenedAt.toISOString()} />,
            <Breakable key="who" text={entry.actor} />,
            <Breakable key="what" text={`${actionInWords(entry.action)} ${entry.objectId}`} />,
            <Change key="change" before={entry.before} after={entry.after} />,
            <code key="request">{entry.requestId ?? ""}</code>,
          ],
        }))}
      />
      {next === null ? null : <ButtonLink href={olderHref(query, next)}>Older entries</ButtonLink>}
    </>
  );
}

const olderHref = ({ actor, objectId }: Query, before: string): string =>
  `/console/audit?${new URLSearchParams({ actor, object: objectId, before }).toString()}`;

const shown = (value: AuditFacts[string] | undefined): string => {
  if (value === undefined || value === null) return "none";
  return typeof value === "object" ? value.join(", ") : String(value);
};

/** Each member that changed, before and after. */
function Change({ before, after }: Pick<AuditEntry, "before" | "after">) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.map((name) => {
    const [was, is] = [shown(before?.[name]), shown(after?.[name])];
    return (
      <div key={name}>
        {name.replaceAll("_", " ")}: {before === null || was === is ? is : `${was} → ${is}`}
      </div>
    );
  });
}
