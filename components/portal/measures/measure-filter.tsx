"use client";

import { useId } from "react";
import { controlClass, Field } from "@/components/ui/field";
import { wordsIn } from "@/lib/views/language";
import type { MeasureState } from "@/lib/views/portal/field-year";
import type { CategoryText, MenuText, OptionText } from "@/lib/views/portal/measures";
import styles from "./measure-filter.module.css";

const SHOWS = ["all", "counts", "selected"] as const;

export interface Filter {
  text: string;
  show: (typeof SHOWS)[number];
}

/** The one object that means no filter. */
export const EVERYTHING: Filter = { text: "", show: "all" };

const words = wordsIn({
  en: {
    find: "Find a measure",
    examples: "cover crop, filter strip…",
    show: "Show",
    all: "All measures",
    counts: "Only what counts or would count",
    selected: "Only what is ticked",
  },
  es: {
    find: "Buscar una medida",
    examples: "cultivo de cobertura, franja…",
    show: "Mostrar",
    all: "Todas las medidas",
    counts: "Solo lo que cuenta o contaría",
    selected: "Solo lo marcado",
  },
});

interface Props {
  filter: Filter;
  onChange: (filter: Filter) => void;
  isReady: boolean;
}

/** Narrows both lists; nothing that is ticked is changed by it. */
export function MeasureFilter({ filter, onChange, isReady }: Props) {
  const id = useId();
  const change = (part: Partial<Filter>): void => {
    const next = { ...filter, ...part };
    onChange(next.text === "" && next.show === "all" ? EVERYTHING : next);
  };
  return (
    <search className={styles.filter}>
      <Field id={`${id}-text`} label={words().find}>
        <input
          id={`${id}-text`}
          type="search"
          className={controlClass}
          value={filter.text}
          disabled={!isReady}
          placeholder={words().examples}
          onChange={(event) => change({ text: event.target.value })}
        />
      </Field>
      <Field id={`${id}-show`} label={words().show}>
        <select
          id={`${id}-show`}
          className={controlClass}
          value={filter.show}
          disabled={!isReady}
          onChange={({ target }) => change({ show: SHOWS.find((show) => show === target.value) ?? "all" })}
        >
          {SHOWS.map((show) => (
            <option key={show} value={show}>
              {words()[show]}
            </option>
          ))}
        </select>
      </Field>
    </search>
  );
}

/** The part of a menu that a filter leaves. */
export function filteredMenu(menu: MenuText, filter: Filter, states: ReadonlyMap<number, MeasureState>): MenuText {
  if (filter === EVERYTHING) return menu;
  const sought = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const isShown = (id: number): boolean => {
    const state = states.get(id);
    if (filter.show === "selected") return state?.isSelected === true;
    return filter.show === "all" || state?.counts === true || state?.isSelected === true;
  };
  const options = (category: CategoryText): OptionText[] =>
    category.options
      .map((option) => ({
        ...option,
        measures: option.measures.filter(({ id, label, helperText }) => {
          const text = `${label} ${helperText ?? ""} ${option.label} ${option.texts.join(" ")}`.toLowerCase();
          return isShown(id) && sought.every((word) => text.includes(word));
        }),
      }))
      .filter(({ measures }) => measures.length > 0);
  const categories = menu.categories
    .map((category) => ({ ...category, options: options(category) }))
    .filter((category) => category.options.length > 0);
  return { ...menu, categories };
}
