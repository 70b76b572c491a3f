import { Facts } from "@/components/ui/facts";
import { proofText, type LogStanding } from "@/lib/domain/report";
import styles from "@/components/report/verify-log.module.css";

const timeText = (time: Date): string => `${time.toISOString().slice(0, 19).replace("T", " ")} UTC`;

type Logged = Extract<LogStanding, { state: "logged" }>;

/** What someone takes along to check the entry without this page (C2SP tlog-proof). */
function Proof(log: Logged) {
  const proof = proofText(log);
  if (proof === null) return <p>No key signs the log of this service, so there is no proof to take along.</p>;
  return (
    <details>
      <summary>The proof, to keep with the report</summary>
      <p>The entry:</p>
      <pre className={styles.proof}>{log.leaf}</pre>
      <p>Its place, the hashes up to the head of the log, and the signed head:</p>
      <pre className={styles.proof}>{proof}</pre>
      <p>
        The keys are those of <a href="/.well-known/jwks.json">/.well-known/jwks.json</a>.
      </p>
    </details>
  );
}

function Entry(log: Logged) {
  return (
    <>
      <p>
        The log only grows. Each entry is bound to all before it, so a record cannot be removed or dated back without
        changing every head of the log that someone kept.
      </p>
      <Facts
        facts={[
          { label: "Entry", value: `${log.place + 1} of ${log.size}` },
          { label: "Logged", value: timeText(log.loggedAt) },
          { label: "Head of the log", value: log.root },
        ]}
      />
      <Proof {...log} />
    </>
  );
}

/** Where the log of record hashes has the record, with the proof. What a broken log says is not shown. */
export function VerifyLog({ log }: { log: LogStanding }) {
  if (log.state === "broken") return null;
  return (
    <>
      <h2>In the log</h2>
      {log.state === "logged" ? (
        <Entry {...log} />
      ) : (
        <p>This record was given out before the log of record hashes began. A new report of it is logged.</p>
      )}
    </>
  );
}
