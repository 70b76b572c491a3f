import { Facts } from "@/components/ui/facts";
import { proofText, type LogStanding } from "@/lib/domain/report";
import { wordsIn } from "@/lib/views/language";
import styles from "@/components/report/verify-log.module.css";

const timeText = (time: Date): string => `${time.toISOString().slice(0, 19).replace("T", " ")} UTC`;

const words = wordsIn({
  en: {
    noKey: "No key signs the log of this service, so there is no proof to take along.",
    summary: "The proof, to keep with the report",
    entry: "The entry:",
    place: "Its place, the hashes up to the head of the log, and the signed head:",
    keys: "The keys are those of",
    about:
      "The log only grows. Each entry is bound to all before it, so a record cannot be removed or dated back without changing every head of the log that someone kept.",
    entryLabel: "Entry",
    entryOf: (place: number, size: number) => `${place} of ${size}`,
    logged: "Logged",
    head: "Head of the log",
    heading: "In the log",
    before: "This record was given out before the log of record hashes began. A new report of it is logged.",
  },
  es: {
    noKey: "Ninguna clave firma la bitácora de este servicio, así que no hay una prueba para llevarse.",
    summary: "La prueba, para guardarla con el informe",
    entry: "El asiento:",
    place: "Su lugar, los hashes hasta la cabeza de la bitácora y la cabeza firmada:",
    keys: "Las claves son las de",
    about:
      "La bitácora solo crece. Cada asiento está ligado a todos los anteriores, así que no se puede quitar un registro ni cambiarle la fecha sin alterar cada cabeza de la bitácora que alguien haya guardado.",
    entryLabel: "Asiento",
    entryOf: (place, size) => `${place} de ${size}`,
    logged: "Anotado",
    head: "Cabeza de la bitácora",
    heading: "En la bitácora",
    before:
      "Este registro se entregó antes de que empezara la bitácora de hashes de registros. Un informe nuevo de él se anota.",
  },
});

type Logged = Extract<LogStanding, { state: "logged" }>;

/** What someone takes along to check the entry without this page (C2SP tlog-proof). */
function Proof(log: Logged) {
  const proof = proofText(log);
  if (proof === null) return <p>{words().noKey}</p>;
  return (
    <details>
      <summary>{words().summary}</summary>
      <p>{words().entry}</p>
      <pre className={styles.proof}>{log.leaf}</pre>
      <p>{words().place}</p>
      <pre className={styles.proof}>{proof}</pre>
      <p>
        {words().keys} <a href="/.well-known/jwks.json">/.well-known/jwks.json</a>.
      </p>
    </details>
  );
}

function Entry(log: Logged) {
  return (
    <>
      <p>{words().about}</p>
      <Facts
        facts={[
          { label: words().entryLabel, value: words().entryOf(log.place + 1, log.size) },
          { label: words().logged, value: timeText(log.loggedAt) },
          { label: words().head, value: log.root },
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
      <h2>{words().heading}</h2>
      {log.state === "logged" ? <Entry {...log} /> : <p>{words().before}</p>}
    </>
  );
}
