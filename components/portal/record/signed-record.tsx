"use client";

import { Card } from "@/components/ui/card";
import { LocalTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import type { RecordView } from "@/lib/views/portal/record";
import styles from "./record.module.css";

interface Props {
  signed: NonNullable<RecordView["signed"]>;
  additions: RecordView["additions"];
}

/** Who signed and when, and what was added since, each beside what it stands against. */
export function SignedRecord({ signed, additions }: Props) {
  return (
    <>
      <Notice tone="good" icon="lock" title="Signed and locked" isLive>
        <p>
          {signed.by}, <LocalTime at={signed.at} />. What is below is what was signed.
        </p>
        <p className={styles.hash}>SHA-256 of the record: {signed.hash}</p>
      </Notice>
      {additions.length === 0 ? null : (
        <Card title="Added after the signature" id="additions">
          <ol className={styles.list}>
            {additions.map(({ entryId, words, was, savedAt }) => (
              <li key={entryId} className={styles.item}>
                <p className={styles.words}>{words}</p>
                <p className={styles.quiet}>
                  {was === null ? "" : `In place of: ${was}. `}
                  Added <LocalTime at={savedAt} />
                </p>
              </li>
            ))}
          </ol>
        </Card>
      )}
    </>
  );
}
