import { Breakable } from "@/components/console/breakable";
import { controlClass, describedBy, Field } from "@/components/ui/field";
import type { FormField } from "@/lib/views/console/forms";
import styles from "./action-form.module.css";

interface Props {
  /** Makes the controls' ids the page's only ones. */
  id: string;
  fields: readonly FormField[];
  /** What was typed before, by the control's name. */
  values?: Record<string, string>;
}

/** The controls that a page describes, each with its label and hint. */
export function FormFields({ id, fields, values = {} }: Props) {
  return fields.map((field) =>
    field.type === "checkbox" ? (
      <label key={field.name} className={styles.choice}>
        <input type="checkbox" name={field.name} value="yes" defaultChecked={field.name in values} />
        <span>
          <Breakable text={field.label} />
        </span>
      </label>
    ) : (
      <LabeledControl key={field.name} id={`${id}-${field.name}`} field={field} typed={values[field.name]} />
    ),
  );
}

interface ControlProps {
  id: string;
  field: FormField;
  typed: string | undefined;
}

function LabeledControl({ id, field, typed }: ControlProps) {
  const hint = field.hint === undefined ? {} : { hint: field.hint };
  return (
    <Field id={id} label={field.isOptional === true ? `${field.label} (optional)` : field.label} {...hint}>
      <Control id={id} field={field} typed={typed} />
    </Field>
  );
}

function Control({ id, field, typed }: ControlProps) {
  const { name, type, options, min, max, accept, autoComplete, isMultiple } = field;
  const shared = {
    id,
    name,
    className: controlClass,
    required: field.isOptional !== true,
    "aria-describedby": describedBy(id, field.hint === undefined ? {} : { hint: field.hint }),
  };
  const value = typed ?? field.value ?? "";
  if (type === "select") {
    return (
      <select {...shared} defaultValue={value}>
        {options?.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  if (type === "file") return <input {...shared} type="file" accept={accept} multiple={isMultiple} />;
  return (
    <input {...shared} type={type} defaultValue={value} min={min} max={max} autoComplete={autoComplete ?? "off"} />
  );
}
