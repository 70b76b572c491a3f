"use client";

import { useId, useState, type ReactNode, type SyntheticEvent } from "react";
import {
  FEATURE_CATEGORIES,
  isFeatureCategory,
  kindOfCategory,
  type FeatureCategory,
} from "@/lib/domain/feature-categories";
import { isFinished, type Draft, type FinishedDraft } from "@/components/map/drawing/edit-bodies";
import { Button } from "@/components/ui/button";
import { controlClass, describedBy, Field } from "@/components/ui/field";
import styles from "@/components/map/drawing/drawing.module.css";
import { categoryInWords } from "@/lib/views/ground";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    fault: "Choose what lies there: only some kinds can carry a buffer.",
    newArea: "New area",
    changeArea: "Change the area",
    // Which crops may lie in a buffer differs between labels, so the crop is the name that counts.
    crop: "The crop that stands there, such as corn",
    name: "Name, if you like",
    save: "Save the area",
    discard: "Discard",
    what: "What lies there",
    hint: "Managed ground can carry part of a buffer. Water, habitat and other protected ground never can.",
    choose: "Choose what lies there",
    managed: "Managed ground",
    protected: "Protected ground",
  },
  es: {
    fault: "Elija qué hay ahí: solo algunos tipos pueden llevar una zona de amortiguamiento.",
    newArea: "Área nueva",
    changeArea: "Cambiar el área",
    crop: "El cultivo que hay ahí, como maíz (corn)",
    name: "Nombre, si quiere",
    save: "Guardar el área",
    discard: "Descartar",
    what: "Qué hay ahí",
    hint: "El terreno manejado puede llevar parte de una zona de amortiguamiento. El agua, el hábitat y otros terrenos protegidos nunca pueden.",
    choose: "Elija qué hay ahí",
    managed: "Terreno manejado",
    protected: "Terreno protegido",
  },
});

interface Props {
  draft: Draft;
  onChange: (draft: Draft) => void;
  onSave: (draft: FinishedDraft) => void;
  onCancel: () => void;
  /** What is to be said of the shape. */
  children: ReactNode;
}

const OPTIONS = {
  managed: FEATURE_CATEGORIES.filter((category) => kindOfCategory(category) === "managed"),
  protected: FEATURE_CATEGORIES.filter((category) => kindOfCategory(category) === "non_managed"),
};

/** What an area is and what it is called. No kind is chosen beforehand: a wrong one would earn credit that is not due. */
export function AreaForm({ draft, onChange, onSave, onCancel, children }: Props) {
  const id = useId();
  const [fault, setFault] = useState<string | undefined>();
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (isFinished(draft)) onSave(draft);
    else setFault(words().fault);
  };
  return (
    <form
      className={styles.form}
      onSubmit={submit}
      aria-label={draft.base === null ? words().newArea : words().changeArea}
    >
      {children}
      <CategoryField
        id={`${id}-category`}
        category={draft.category}
        fault={fault}
        onPick={(category) => {
          setFault(undefined);
          onChange({ ...draft, category });
        }}
      />
      <Field id={`${id}-label`} label={draft.category === "agricultural_field" ? words().crop : words().name}>
        <input
          id={`${id}-label`}
          className={controlClass}
          maxLength={100}
          value={draft.label}
          onChange={({ target }) => onChange({ ...draft, label: target.value })}
        />
      </Field>
      <div className={styles.actions}>
        <Button kind="primary" type="submit">
          {words().save}
        </Button>
        <Button onClick={onCancel}>{words().discard}</Button>
      </div>
    </form>
  );
}

interface CategoryProps {
  id: string;
  category: FeatureCategory | null;
  fault: string | undefined;
  onPick: (category: FeatureCategory | null) => void;
}

function CategoryField({ id, category, fault, onPick }: CategoryProps) {
  return (
    <Field id={id} label={words().what} hint={words().hint} {...(fault === undefined ? {} : { error: fault })}>
      <select
        id={id}
        className={controlClass}
        aria-invalid={fault !== undefined}
        aria-describedby={describedBy(id, { hint: words().hint, error: fault })}
        value={category ?? ""}
        onChange={({ target: { value } }) => onPick(isFeatureCategory(value) ? value : null)}
      >
        <option value="">{words().choose}</option>
        <Group label={words().managed} options={OPTIONS.managed} />
        <Group label={words().protected} options={OPTIONS.protected} />
      </select>
    </Field>
  );
}

function Group({ label, options }: { label: string; options: readonly FeatureCategory[] }) {
  return (
    <optgroup label={label}>
      {options.map((category) => (
        <option key={category} value={category}>
          {categoryInWords(category)}
        </option>
      ))}
    </optgroup>
  );
}
