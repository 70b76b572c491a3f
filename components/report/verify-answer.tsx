import { StandingLine } from "@/components/portal/standing-line";
import { words } from "@/components/report/verify-words";
import { VerifyOriginal } from "@/components/report/verify-original";
import { VerifyRecord } from "@/components/report/verify-record";
import { words as recordWords } from "@/components/report/verify-record-words";
import { doneOtherwise } from "@/components/report/verify-done";
import { VerifyForm } from "@/components/report/verify-start";
import { VerifyLog } from "@/components/report/verify-log";
import { Facts } from "@/components/ui/facts";
import { Notice, type NoticeTone } from "@/components/ui/notice";
import type { RecordedChange, Verified, VerifiedRecord } from "@/lib/domain/verified-report";

type OfReport = Exclude<Verified, VerifiedRecord>;

const TONES: Record<OfReport["state"], NoticeTone> = {
  current: "info",
  changed: "warn",
  uncompared: "warn",
  ended: "warn",
  unknown: "bad",
  malformed: "bad",
};

/** Nothing that is known of a record counts where the log was altered. */
const answerOf = (verified: OfReport): { tone: NoticeTone; title: string; text: string } =>
  "log" in verified && verified.log.state === "broken"
    ? { tone: "bad", ...words().broken }
    : { tone: TONES[verified.state], ...words().states[verified.state] };

/** What a known and compared record is about. */
function factsOf(verified: OfReport): { label: string; value: string }[] {
  if (!("firstIssuedAt" in verified)) return [];
  const first = { label: words().first, value: timeText(verified.firstIssuedAt) };
  if (verified.state === "uncompared") return [first];
  const { fieldName, year, kind } = verified.about;
  const record = [
    { label: words().report, value: `${words().kinds[kind]} ${year}` },
    { label: words().field, value: fieldName },
    first,
  ];
  if (verified.state === "changed" || verified.standing === null) return record;
  const standing = { label: words().standing, value: words().standings[verified.standing] };
  return [...record, standing, ...doneOtherwise(verified.doneOtherwise)];
}

/** An edit of the field itself, such as another boundary or name, has no line of its own. */
const Changes = ({ changes }: { changes: readonly RecordedChange[] }) => (
  <>
    <h2>{words().changedSince}</h2>
    {changes.length === 0 ? (
      <p>{words().otherChange}</p>
    ) : (
      <ul>
        {changes.map(({ what, at }) => (
          <li key={what}>{words().lastOn(words().changes[what], timeText(at))}</li>
        ))}
      </ul>
    )}
  </>
);

const shown = (hash: string): string => (hash.length > 80 ? `${hash.slice(0, 80)}…` : hash);

const timeText = (time: Date): string => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;

const isOfRecord = (verified: Verified): verified is VerifiedRecord =>
  verified.state === "signed" || verified.state === "altered";

/** The answer to anyone who holds a report or a signed record: which one its number names, and what came since. */
export function VerifyAnswer({ hash, verified }: { hash: string; verified: Verified }) {
  return (
    <main>
      <h1>{words().heading}</h1>
      {isOfRecord(verified) ? (
        <VerifyRecord hash={hash} record={verified} />
      ) : (
        <OfReport hash={hash} verified={verified} />
      )}
      {"log" in verified ? <VerifyLog log={verified.log} /> : null}
      <p>{isOfRecord(verified) ? recordWords().about : words().about}</p>
      <StandingLine />
    </main>
  );
}

function OfReport({ hash, verified }: { hash: string; verified: OfReport }) {
  const { tone, title, text } = answerOf(verified);
  return (
    <>
      <Notice tone={tone} title={title}>
        <p>{text}</p>
      </Notice>
      <Facts facts={[{ label: words().hash, value: shown(hash) }, ...factsOf(verified)]} />
      {verified.state === "malformed" || verified.state === "unknown" ? <VerifyForm typed={shown(hash)} /> : null}
      {verified.state === "changed" ? <Changes changes={verified.changes} /> : null}
      {"original" in verified && verified.log.state !== "broken" ? (
        <VerifyOriginal hash={hash} original={verified.original} />
      ) : null}
    </>
  );
}
