import { ButtonLink } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { decimalText } from "@/lib/domain/numbers";
import type { Verified } from "@/lib/domain/report";

type Original = Extract<Verified, { original: unknown }>["original"];

const timeText = (time: Date): string => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** The PDF that was given out first for the record, for who holds the record's number. */
export function VerifyOriginal({ hash, original }: { hash: string; original: Original }) {
  return (
    <>
      <h2>The report as it was given out first</h2>
      {original === null ? (
        <p>
          This service does not keep that file: it was never made, its time to be kept is over, the field is closed, or
          keeping is turned off here.
        </p>
      ) : (
        <>
          <p>This is the file byte for byte. It says what was found then, and nothing of what was found since.</p>
          <Facts
            facts={[
              { label: "Made", value: timeText(original.madeAt) },
              { label: "Size", value: `${decimalText(original.bytes / 1000, 0)} kB` },
              { label: "SHA-256 of the file", value: original.pdfSha256 },
            ]}
          />
          <p>
            <ButtonLink href={`/verify/${hash}/original.pdf`} icon="document">
              Download the original PDF
            </ButtonLink>
          </p>
        </>
      )}
    </>
  );
}
