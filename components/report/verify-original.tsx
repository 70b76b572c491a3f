import { ButtonLink } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { decimalText } from "@/lib/domain/numbers";
import type { Verified } from "@/lib/domain/verified-report";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    heading: "The report as it was given out first",
    notKept:
      "This service does not keep that file: it was never made, its time to be kept is over, the field is closed, or keeping is turned off here.",
    about: "This is the file byte for byte. It says what was found then, and nothing of what was found since.",
    made: "Made",
    size: "Size",
    hash: "SHA-256 of the file",
    download: "Download the original PDF",
  },
  es: {
    heading: "El informe como se entregó por primera vez",
    notKept:
      "Este servicio no guarda ese archivo: nunca se hizo, ya venció el tiempo para guardarlo, el campo está cerrado o aquí no se guardan.",
    about:
      "Este es el archivo byte por byte, en el idioma en que se entregó. Dice lo que se halló entonces, y nada de lo que se halló después.",
    made: "Hecho",
    size: "Tamaño",
    hash: "SHA-256 del archivo",
    download: "Descargar el PDF original",
  },
});

type Original = Extract<Verified, { original: unknown }>["original"];

const timeText = (time: Date): string => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** The PDF that was given out first for the record, for who holds the record's number. */
export function VerifyOriginal({ hash, original }: { hash: string; original: Original }) {
  return (
    <>
      <h2>{words().heading}</h2>
      {original === null ? (
        <p>{words().notKept}</p>
      ) : (
        <>
          <p>{words().about}</p>
          <Facts
            facts={[
              { label: words().made, value: timeText(original.madeAt) },
              { label: words().size, value: `${decimalText(original.bytes / 1000, 0)} kB` },
              { label: words().hash, value: original.pdfSha256 },
            ]}
          />
          <p>
            <ButtonLink href={`/verify/${hash}/original.pdf`} icon="document">
              {words().download}
            </ButtonLink>
          </p>
        </>
      )}
    </>
  );
}
