"use client";

import { useId, type SyntheticEvent } from "react";
import {
  FEATURE_CATEGORIES,
  FEATURE_CATEGORY_LABELS,
  isFeatureCategory,
  kindOfCategory,
  type FeatureCategory,
} from "@/lib/domain/feature-categories";
import type { Draft } from "@/components/map/drawing/edit-bodies";
import { Button } from "@/components/ui/button";
import { controlClass, Field } from "@/components/ui/field";
import styles from "@/components/map/drawing/drawing.module.css";

interface Props {
  draft: Draft;
  onChange: (draft: Draft) => void;
  onSave: (draft: Draft) => void;
  onCancel: () => void;
}

const OPTIONS = {
  managed: FEATURE_CATEGORIES.filter((category) => kindOfCategory(category) === "managed"),
  protected: FEATURE_CATEGORIES.filter((category) => kindOfCategory(category) === "non_managed"),
};

/** What an area is and what it is called. */
export function AreaForm({ draft, onChange, onSave, onCancel }: Props) {
  const id = useId();
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    onSave(draft);
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-label={draft.base === null ? "New area" : "Change the area"}>
      <Field
        id={`${id}-category`}
        label="What lies there"
        hint="Managed ground can carry part of a buffer. Water, habitat and other protected ground never can."
      >
        <select
          id={`${id}-category`}
          className={controlClass}
          aria-describedby={`${id}-category-hint`}
          value={draft.category}
          onChange={({ target: { value } }) =>
            isFeatureCategory(value) ? onChange({ ...draft, category: value }) : null
          }
        >
          <Group label="Managed ground" options={OPTIONS.managed} />
          <Group label="Protected ground" options={OPTIONS.protected} />
        </select>
      </Field>
      <Field id={`${id}-label`} label="Name, if you like">
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
