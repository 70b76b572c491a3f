"use client";

import { useId, useState } from "react";
import type { RecordWork } from "@/components/portal/record/use-record";
import { AfterSignature } from "@/components/portal/record/after-signature";
import { Tiles } from "@/components/portal/record/tiles";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { controlClass, Field } from "@/components/ui/field";
import { Fold } from "@/components/ui/fold";
import { RECORD_FACTS, RECORD_FACT_NAMES, type RecordFact } from "@/lib/domain/application-record";
import { RECORD_TIMINGS } from "@/lib/domain/record-terms";
import { wordsIn } from "@/lib/views/language";
import { factInWords, timingInWords } from "@/lib/views/portal/record-words";
import { factsFor, type ShownRecord } from "@/lib/views/portal/record";
import styles from "./record.module.css";

const words = wordsIn({
  en: {
    add: "Add to the signed record",
    writeDown: "Write down",
    save: "Save what you wrote",
    more: "More to write down, or to correct",
    saveThese: "Save these",
  },
  es: {
    add: "Agregar al registro firmado",
    writeDown: "Anotar",
    save: "Guardar lo que escribió",
    more: "Más para anotar o corregir",
    saveThese: "Guardar estos datos",
  },
});

/** Worth writing down of any application. */
const ALWAYS: readonly RecordFact[] = ["area_treated_ac", "boom_height_in", "ground_speed_mph", "operator_name"];

/** Facts that are missing, in the order of the rules, and then those that may be. */
function wantedFacts({ sets }: ShownRecord): { missing: RecordFact[]; others: RecordFact[] } {
  const parts = sets.flatMap(({ items }) => items.flatMap((item) => item.missing));
  const missing = [...new Set(parts.flatMap(factsFor))];
  const others = RECORD_FACT_NAMES.filter((name) => !missing.includes(name));
  return {
    missing,
    others: [...ALWAYS, ...others.filter((name) => !ALWAYS.includes(name))].filter((name) => !missing.includes(name)),
  };
}

/** What only a person can write down: first what is missing. */
export function FactForm({ work }: { work: RecordWork }) {
  const { shown } = work;
  // Which controls stand above is settled as the page opens, so that none moves while someone writes.
  const [{ missing, others }] = useState(() => wantedFacts(shown));
  const isSigned = shown.signed !== null;
  return (
    <Card title={isSigned ? words().add : words().writeDown} id="facts" className={styles.forScreens}>
      {isSigned ? <AfterSignature /> : null}
      {missing.length === 0 ? null : <Facts work={work} names={missing} button={words().save} />}
      <Fold summary={words().more}>
        <Facts work={work} names={others} button={words().saveThese} />
      </Fold>
    </Card>
  );
}

function Facts({ work, names, button }: { work: RecordWork; names: readonly RecordFact[]; button: string }) {
  const { shown, canWrite, write } = work;
  const [typed, setTyped] = useState<Partial<Record<RecordFact, string>>>({});
  const changed = names.flatMap((name) => {
    const text = typed[name]?.trim() ?? "";
    return text === "" || text === String(shown.facts[name] ?? "") ? [] : [{ name, text }];
  });
  return (
    <form
      className={styles.facts}
      aria-label={button}
      tabIndex={-1}
      onSubmit={(event) => {
        event.preventDefault();
        // The button takes nothing once all is written: the focus stays with the form.
        event.currentTarget.focus();
        for (const { name, text } of changed) {
          write({ kind: "fact", name, value: RECORD_FACTS[name] === "number" ? Number(text) : text });
        }
        setTyped({});
      }}
    >
      {names.map((name) => (
        <FactField
          key={name}
          name={name}
          value={typed[name] ?? String(shown.facts[name] ?? "")}
          isDisabled={!canWrite}
          change={(value) => setTyped({ ...typed, [name]: value })}
        />
      ))}
      <Button type="submit" kind="primary" disabled={!canWrite || changed.length === 0}>
        {button}
      </Button>
    </form>
  );
}

interface FieldProps {
  name: RecordFact;
  value: string;
  isDisabled: boolean;
  change: (value: string) => void;
}

function FactField({ name, value, isDisabled, change }: FieldProps) {
  const id = useId();
  const kind = RECORD_FACTS[name];
  if (kind === "timing") {
    const choices = RECORD_TIMINGS.map((timing) => ({ value: timing, text: timingInWords(timing) }));
    const chosen = RECORD_TIMINGS.find((timing) => timing === value) ?? null;
    return <Tiles name={factInWords(name)} choices={choices} value={chosen} choose={change} areWords />;
  }
  return (
    <Field id={id} label={factInWords(name)}>
      <input
        id={id}
        className={controlClass}
        type={kind === "day" ? "date" : kind === "number" ? "number" : "text"}
        {...(kind === "number" ? { inputMode: "decimal", min: -100, max: 1_000_000, step: "any" } : {})}
        {...(kind === "text" ? { maxLength: 1000 } : {})}
        value={value}
        disabled={isDisabled}
        onChange={(event) => change(event.target.value)}
      />
    </Field>
  );
}
