"use client";

import { useState, type SyntheticEvent } from "react";
import { Button } from "@/components/ui/button";
import { controlClass, describedBy, Field } from "@/components/ui/field";
import { decimalText } from "@/lib/domain/numbers";
import { SQ_FT_PER_ACRE } from "@/lib/domain/units";
import { wordsIn } from "@/lib/views/language";
import styles from "./questions.module.css";

const words = wordsIn({
  en: {
    acres: "Acres that you treat",
    limit: (acres: string, squareFeet: string, side: string) =>
      `Less than ${acres} of an acre: ${squareFeet} square feet, about ${side} by ${side} ft.`,
    notNumber: "Enter the acres as a number, such as 0.01.",
    tooLarge: (acres: string) => `This exemption is for less than ${acres} of an acre.`,
    beyondField: (acres: string) => `The field has ${acres} acres. You cannot treat more than that.`,
    claim: "Claim with this area",
    save: "Save this area",
  },
  es: {
    acres: "Acres que usted trata",
    limit: (acres, squareFeet, side) =>
      `Menos de ${acres} de acre: ${squareFeet} pies cuadrados, unos ${side} por ${side} pies.`,
    notNumber: "Escriba los acres como número; por ejemplo, 0.01.",
    tooLarge: (acres) => `Esta exención es para menos de ${acres} de acre.`,
    beyondField: (acres) => `El campo tiene ${acres} acres. No puede tratar más que eso.`,
    claim: "Declarar con esta área",
    save: "Guardar esta área",
  },
});

interface Props {
  id: string;
  /** The acres must be fewer. */
  acresBelow: number;
  /** Null: the field's area is not known. */
  fieldAcres: number | null;
  /** As saved; null: not said yet. */
  acres: number | null;
  isClaimed: boolean;
  canEdit: boolean;
  save: (acres: number) => void;
}

/** Asks how much is treated, where a reason holds for small areas alone. */
export function TreatedArea({ id, acresBelow, fieldAcres, acres, isClaimed, canEdit, save }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<string>();
  const text = typed ?? (acres === null ? "" : decimalText(acres));
  const squareFeet = acresBelow * SQ_FT_PER_ACRE;
  const hint = words().limit(
    decimalText(acresBelow),
    decimalText(squareFeet, 0),
    decimalText(Math.sqrt(squareFeet), 0),
  );
  const texts = { hint, ...(fault === undefined ? {} : { error: fault }) };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const value = readAcres(text);
    const found = faultOf(value, { acresBelow, fieldAcres });
    setFault(found);
    if (found !== undefined) {
      document.getElementById(id)?.focus();
      return;
    }
    setTyped(null);
    save(value);
  };
  return (
    <form className={styles.area} onSubmit={submit}>
      <Field id={id} label={words().acres} {...texts}>
        <input
          id={id}
          className={controlClass}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          disabled={!canEdit}
          aria-invalid={fault !== undefined}
          aria-describedby={describedBy(id, texts)}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <Button type="submit" disabled={!canEdit}>
        {isClaimed ? words().save : words().claim}
      </Button>
    </form>
  );
}

/** A decimal comma is read as a point: a phone's keypad may offer no other. NaN where it is no number. */
const readAcres = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text.trim().replace(",", ".")));

function faultOf(acres: number, { acresBelow, fieldAcres }: Pick<Props, "acresBelow" | "fieldAcres">) {
  if (!Number.isFinite(acres) || acres <= 0) return words().notNumber;
  if (acres >= acresBelow) return words().tooLarge(decimalText(acresBelow));
  if (fieldAcres !== null && acres > fieldAcres) return words().beyondField(decimalText(fieldAcres));
  return undefined;
}
