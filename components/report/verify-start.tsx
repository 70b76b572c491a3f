import { StandingLine } from "@/components/portal/standing-line";
import { words } from "@/components/report/verify-words";
import { Button } from "@/components/ui/button";
import { controlClass, describedBy, Field } from "@/components/ui/field";
import { recordHashIn } from "@/lib/domain/report";
import { wordsIn } from "@/lib/views/language";
import styles from "./verify-start.module.css";

const own = wordsIn({
  en: {
    label: "Number of the report or record",
    hint: 'On the last pages, after "Record SHA-256": 64 letters and digits. Spaces, line breaks, and the whole address are fine.',
    ask: "Look it up",
    footNumber: "This is the beginning of the number, as it stands at the foot of each page. Type the whole one.",
    wrong: (signs: number) =>
      `A report's number has 64 characters, 0 to 9 and a to f. This has ${signs}, or others among them.`,
  },
  es: {
    label: "Número del informe o del registro",
    hint: 'En las últimas páginas, después de "SHA-256 del registro": 64 letras y cifras. Puede tener espacios o saltos de línea, o ser la dirección completa.',
    ask: "Buscarlo",
    footNumber: "Este es el comienzo del número, como está al pie de cada página. Escriba el número completo.",
    wrong: (signs) =>
      `El número de un informe tiene 64 caracteres, de 0 a 9 y de a a f. Este tiene ${signs}, u otros caracteres entre ellos.`,
  },
});

const problemOf = (typed: string): string | undefined => {
  const signs = typed.replaceAll(/\s/g, "");
  if (signs === "" || recordHashIn(signs) !== null) return undefined;
  return /^[0-9a-f]{16}…?$/i.test(signs) ? own().footNumber : own().wrong(signs.length);
};

/** Asks for the number of a report. Works without scripts: an inspector's browser may run none. */
export function VerifyForm({ typed }: { typed: string }) {
  const error = problemOf(typed);
  const said = { hint: own().hint, ...(error === undefined ? {} : { error }) };
  return (
    <form className={styles.form} action="/verify" method="get">
      <Field id="hash" label={own().label} {...said}>
        <textarea
          id="hash"
          name="hash"
          className={controlClass}
          rows={3}
          maxLength={400}
          required
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          defaultValue={typed}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy("hash", said)}
        />
      </Field>
      <Button type="submit" kind="primary">
        {own().ask}
      </Button>
    </form>
  );
}

export function VerifyStart({ typed }: { typed: string }) {
  return (
    <main>
      <h1>{words().heading}</h1>
      <VerifyForm typed={typed} />
      <p>{words().about}</p>
      <StandingLine />
    </main>
  );
}
