"use client";

import { Card } from "@/components/ui/card";
import { LocalTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import { wordsIn } from "@/lib/views/language";
import type { RecordView } from "@/lib/views/portal/record";
import styles from "./record.module.css";

const said = wordsIn({
  en: {
    title: "Signed and locked",
    below: "What is below is what was signed.",
    inEnglish: "Its values were written in English when it was signed.",
    hash: "SHA-256 of the record:",
    additions: "Added after the signature",
    inPlaceOf: (was: string) => `In place of: ${was}. `,
    added: "Added",
  },
  es: {
    title: "Firmado y bloqueado",
    below: "Lo que sigue es lo que se firmó.",
    inEnglish: "Sus valores se escribieron en inglés cuando se firmó.",
    hash: "SHA-256 del registro:",
    additions: "Agregado después de la firma",
    inPlaceOf: (was) => `En lugar de: ${was}. `,
    added: "Agregado",
  },
});

interface Props {
  signed: NonNullable<RecordView["signed"]>;
  additions: RecordView["additions"];
}

/** Takes the focus once the signature is saved. */
export const SIGNED_ID = "signed";

/** Who signed and when, and what was added since, each beside what it stands against. */
export function SignedRecord({ signed, additions }: Props) {
  return (
    <>
      <div id={SIGNED_ID} tabIndex={-1} role="group" aria-label={said().title}>
        <Notice tone="good" icon="lock" title={said().title} isLive>
          <p>
            <span translate="no">{signed.by}</span>, <LocalTime at={signed.at} />. {said().below}
          </p>
          {signed.isInEnglish ? <p>{said().inEnglish}</p> : null}
          <p className={styles.hash}>
            {said().hash} <span translate="no">{signed.hash}</span>
          </p>
        </Notice>
      </div>
      {additions.length === 0 ? null : (
        <Card title={said().additions} id="additions">
          <ol className={styles.list}>
            {additions.map(({ entryId, words, was, savedAt }) => (
              <li key={entryId} className={styles.item}>
                <p className={styles.words}>{words}</p>
                <p className={styles.quiet}>
                  {was === null ? "" : said().inPlaceOf(was)}
                  {said().added} <LocalTime at={savedAt} />
                </p>
              </li>
            ))}
          </ol>
        </Card>
      )}
    </>
  );
}
