import { StandingLine } from "@/components/portal/standing-line";
import { Facts } from "@/components/ui/facts";
import { Notice, type NoticeTone } from "@/components/ui/notice";
import type { Verified } from "@/lib/domain/report";

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
      "A report of this record was given out by this service. We can no longer tell whether the record is still the same " +
      "more: the field is closed, or records are kept in another form now.",
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

const shown = (hash: string): string => (hash.length > 80 ? `${hash.slice(0, 80)}…` : hash);

const timeText = (time: Date): string => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** The answer to anyone who holds a report: about its number, and about nothing else. */
export function VerifyAnswer({ hash, verified }: { hash: string; verified: Verified }) {
  const { tone, title, text } = WORDS[verified.state];
  const first =
    "firstIssuedAt" in verified ? [{ label: "First given out", value: timeText(verified.firstIssuedAt) }] : [];
  return (
    <main>
      <h1>Verify a report</h1>
      <Notice tone={tone} title={title}>
        <p>{text}</p>
      </Notice>
      <Facts facts={[{ label: "Record SHA-256", value: shown(hash) }, ...first]} />
      <p>
        This page compares numbers. It shows nothing of the field, the applicator or the report, and says nothing about
        whether a report on paper was altered: compare its words with those of a new report.
      </p>
      <StandingLine />
    </main>
  );
}
