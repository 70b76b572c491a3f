"use client";

import { useId, useState, type ReactNode, type SyntheticEvent } from "react";
import {
  FEATURE_CATEGORIES,
  FEATURE_CATEGORY_LABELS,
  isFeatureCategory,
  kindOfCategory,
  type FeatureCategory,
} from "@/lib/domain/feature-categories";
import { isFinished, type Draft, type FinishedDraft } from "@/components/map/drawing/edit-bodies";
import { Button } from "@/components/ui/button";
import { controlClass, describedBy, Field } from "@/components/ui/field";
import styles from "@/components/map/drawing/drawing.module.css";

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
    else setFault("Choose what lies there: only some kinds can carry a buffer.");
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-label={draft.base === null ? "New area" : "Change the area"}>
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
      <Field id={`${id}-label`} label={draft.category === "agricultural_field" ? CROP_LABEL : "Name, if you like"}>
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
          Save the area
        </Button>
        <Button onClick={onCancel}>Discard</Button>
      </div>
    </form>
  );
}

/** Which crops may lie in a buffer differs between labels, so the crop is the name that counts. */
const CROP_LABEL = "The crop that stands there, such as corn";
const HINT = "Managed ground can carry part of a buffer. Water, habitat and other protected ground never can.";

interface CategoryProps {
  id: string;
  category: FeatureCategory | null;
  fault: string | undefined;
  onPick: (category: FeatureCategory | null) => void;
}

function CategoryField({ id, category, fault, onPick }: CategoryProps) {
  return (
    <Field id={id} label="What lies there" hint={HINT} {...(fault === undefined ? {} : { error: fault })}>
      <select
        id={id}
        className={controlClass}
        aria-invalid={fault !== undefined}
        aria-describedby={describedBy(id, { hint: HINT, error: fault })}
        value={category ?? ""}
        onChange={({ target: { value } }) => onPick(isFeatureCategory(value) ? value : null)}
      >
        <option value="">Choose what lies there</option>
        <Group label="Managed ground" options={OPTIONS.managed} />
        <Group label="Protected ground" options={OPTIONS.protected} />
      </select>
    </Field>
  );
}

function Group({ label, options }: { label: string; options: readonly FeatureCategory[] }) {
  return (
    <optgroup label={label}>
      {options.map((category) => (
        <option key={category} value={category}>
          {FEATURE_CATEGORY_LABELS[category]}
        </option>
      ))}
    </optgroup>
  );
}
