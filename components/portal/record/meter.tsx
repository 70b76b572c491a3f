import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { listInWords } from "@/lib/views/words";
import type { ShownRecord } from "@/lib/views/portal/record";
import styles from "./record.module.css";

/** How much of the record is known, by when it has to be written, and what lies outside a limit. */
export function Meter({ shown }: { shown: ShownRecord }) {
  const { complete, total, due, keptUntil, sets, flags, unreadLabels, recordPoint } = shown;
  const words = `${complete} of ${total}`;
  return (
    <Card title="How much is known" id="record-meter">
      <p className={styles.count}>
        <strong data-record-count={words}>{words}</strong> items are known: {sets[0]?.title}.
      </p>
      <progress className={styles.meter} max={total} value={complete} aria-label="Items known" />
      <p>
        Write it by <strong>{due.day}</strong> ({due.title}). Keep it until {keptUntil}.
      </p>
      {recordPoint === null ? null : (
        <p>
          {recordPoint} Record: {words}. Your points do not change with it.
        </p>
      )}
      {unreadLabels.length === 0 ? null : (
        <p>
          What the label of {listInWords(unreadLabels)} asks you to record has not been read here. Read it on the label.
        </p>
      )}
      {flags.length === 0 ? null : (
        <Notice tone="warn" title="Outside a limit">
          <ul className={styles.flags}>
            {flags.map(({ limit, sent }) => (
              <li key={limit}>
                <strong>{limit}</strong> {sent.join("; ")}
              </li>
            ))}
          </ul>
          <p>What is true stays in the record. If it was mistyped, correct it.</p>
        </Notice>
      )}
    </Card>
  );
}
