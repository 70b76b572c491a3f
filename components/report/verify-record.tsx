import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { doneOtherwise } from "@/components/report/verify-done";
import { words } from "@/components/report/verify-record-words";
import type { VerifiedRecord } from "@/lib/domain/verified-report";
import { dayInWords } from "@/lib/views/words";

const timeText = (time: Date): string => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;

type Answer = "broken" | "altered" | "corrected" | "signed";

/** Nothing that is known of a record counts where the log, or the text that was signed, was altered. */
function answerOf({ state, log, additions }: VerifiedRecord): Answer {
  if (log.state === "broken") return "broken";
  if (state === "altered") return "altered";
  return additions.length > 0 ? "corrected" : "signed";
}

/** What anyone who holds a signed record may learn: that it stands as it was signed, and what was added since. */
export function VerifyRecord({ hash, record }: { hash: string; record: VerifiedRecord }) {
  const { about, additions, signedAt } = record;
  const answer = answerOf(record);
  const { tone, title, text } = words().answers[answer];
  const facts =
    about === null
      ? []
      : [
          { label: words().field, value: about.fieldName },
          { label: words().appliedOn, value: dayInWords(about.appliedOn) },
          { label: words().complete, value: words().completeOf(about.complete, about.total) },
          { label: words().keptUntil, value: dayInWords(about.keptUntil) },
          ...doneOtherwise(about.doneOtherwise),
        ];
  return (
    <>
      <Notice tone={tone} title={title}>
        <p>{text}</p>
      </Notice>
      <Facts
        facts={[{ label: words().hash, value: hash }, { label: words().signedAt, value: timeText(signedAt) }, ...facts]}
      />
      {about === null && answer !== "broken" && answer !== "altered" ? <p>{words().closed}</p> : null}
      {additions.length === 0 ? null : (
        <>
          <h2>{words().since}</h2>
          <ul>
            {additions.map(({ what, count, lastAt }) => (
              <li key={what}>{words().additions[what](count, timeText(lastAt))}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
