import { StandingLine } from "@/components/portal/standing-line";
import { VerifyOriginal } from "@/components/report/verify-original";
import { VerifyLog } from "@/components/report/verify-log";
import { Facts } from "@/components/ui/facts";
import { Notice, type NoticeTone } from "@/components/ui/notice";
import type { OverallStatus } from "@/lib/domain/compliance";
import type { RecordedChange, ReportKind, Verified } from "@/lib/domain/report";

interface Words {
  tone: NoticeTone;
  title: string;
  text: string;
}

const WORDS: Record<Verified["state"], Words> = {
  current: {
    tone: "info",
    title: "Known, and unchanged",
    text: "A report of this record was given out by this service, and the record saved today is the same.",
  },
  changed: {
    tone: "warn",
    title: "Known, and changed since",
    text:
      "A report of this record was given out by this service. What is saved for the field and year is no longer the " +
      "same: ask for a new report to see what it is now.",
  },
  uncompared: {
    tone: "warn",
    title: "Known, and no longer compared",
    text:
      "A report of this record was given out by this service. We can no longer tell whether the record is still the same: " +
      "the field is closed, or records are kept in another form now.",
  },
  unknown: {
    tone: "bad",
    title: "Not known",
    text: "This service has given out no report with this number. Compare it with the one printed in the report, letter by letter.",
  },
  malformed: {
    tone: "bad",
    title: "Not a report's number",
    text: "The number of a report has 64 characters, 0 to 9 and a to f. Part of the address may be missing.",
  },
};

/** Nothing that is known of a record counts where the log was altered. */
const BROKEN: Words = {
  tone: "bad",
  title: "Do not rely on this answer",
  text:
    "The log of record hashes does not hold together: someone altered what this service keeps. Tell the people who run it, " +
    "and hold the report against a copy that was kept elsewhere.",
};

const wordsOf = (verified: Verified): Words =>
  "log" in verified && verified.log.state === "broken" ? BROKEN : WORDS[verified.state];

const KINDS: Record<ReportKind, string> = { runoff: "Runoff report", trait: "Trait program report" };

const STANDINGS: Record<OverallStatus, string> = {
  met: "Met",
  not_met: "Not met",
  indeterminate: "Not settled",
  not_applicable: "Not asked for",
};

const CHANGES: Record<RecordedChange["what"], string> = {
  checked: "An application was checked again",
  computed: "Drift buffers were worked out",
  recorded: "The record of an application was written or signed",
  selection: "Runoff measures",
  exemption: "Runoff exemptions",
  drift_claim: "Drift practices",
  drawn_feature: "Drawn areas",
  downslope: "Downslope edges",
  reviewed: "Limitation texts marked as read",
  attestation: "Answers of the applicator",
};

/** What a known and compared record is about. */
function factsOf(verified: Verified): { label: string; value: string }[] {
  if (!("firstIssuedAt" in verified)) return [];
  const first = { label: "First given out", value: timeText(verified.firstIssuedAt) };
  if (verified.state === "uncompared") return [first];
  const { fieldName, year, kind } = verified.about;
  const record = [{ label: "Report", value: `${KINDS[kind]} ${year}` }, { label: "Field", value: fieldName }, first];
  if (verified.state === "changed" || verified.standing === null) return record;
  return [...record, { label: "Standing of this record", value: STANDINGS[verified.standing] }];
}

/** An edit of the field itself, such as another boundary or name, has no line of its own. */
const Changes = ({ changes }: { changes: readonly RecordedChange[] }) => (
  <>
    <h2>What changed since</h2>
    {changes.length === 0 ? (
      <p>The field or an application was sent again with other facts, or something was taken back.</p>
    ) : (
      <ul>
        {changes.map(({ what, at }) => (
          <li key={what}>
            {CHANGES[what]}, last on {timeText(at)}
          </li>
        ))}
      </ul>
    )}
  </>
);

const shown = (hash: string): string => (hash.length > 80 ? `${hash.slice(0, 80)}…` : hash);

const timeText = (time: Date): string => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** The answer to anyone who holds a report: which record its number names, where that stands, and what changed since. */
export function VerifyAnswer({ hash, verified }: { hash: string; verified: Verified }) {
  const { tone, title, text } = wordsOf(verified);
  return (
    <main>
      <h1>Verify a report</h1>
      <Notice tone={tone} title={title}>
        <p>{text}</p>
      </Notice>
      <Facts facts={[{ label: "Record SHA-256", value: shown(hash) }, ...factsOf(verified)]} />
      {verified.state === "changed" ? <Changes changes={verified.changes} /> : null}
      {"original" in verified && verified.log.state !== "broken" ? (
        <VerifyOriginal hash={hash} original={verified.original} />
      ) : null}
      {"log" in verified ? <VerifyLog log={verified.log} /> : null}
      <p>
        This page compares numbers. It does not show whether a report on paper or a file was altered: compare its words
        with those of the original, or of a new report. A PDF that says it is signed shows by itself whether it was
        altered, in a program that checks signatures.
      </p>
      <StandingLine />
    </main>
  );
}
