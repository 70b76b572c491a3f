"use client";

import { useState } from "react";
import { itemOf } from "@/lib/portal-client/items";
import { MeasureRow } from "@/components/portal/measures/measure-row";
import type { Shared } from "@/components/portal/measures/shared";
import { Icon } from "@/components/ui/icon";
import { wordsIn } from "@/lib/views/language";
import type { MeasureState } from "@/lib/views/portal/field-year";
import type { CategoryText, MeasureText, OptionText } from "@/lib/views/portal/measures";
import styles from "./menu-category.module.css";

const words = wordsIn({
  en: {
    measures: (count: number) => (count === 1 ? "1 measure" : `${count} measures`),
    ticked: (count: number) => `${count} ticked`,
    given: (count: number) => `${count} given automatically`,
    nothingGiven: "Nothing given here",
    readMore: (option: string) => `Read more about ${option} (opens a new tab)`,
    notGotten: (count: number) => `${count === 1 ? "1 credit" : `${count} credits`} that this field does not get`,
  },
  es: {
    measures: (count) => (count === 1 ? "1 medida" : `${count} medidas`),
    ticked: (count) => (count === 1 ? "1 marcada" : `${count} marcadas`),
    given: (count) => (count === 1 ? "1 dada automáticamente" : `${count} dadas automáticamente`),
    nothingGiven: "Aquí no se da nada",
    readMore: (option) => `Leer más sobre ${option} (abre una pestaña nueva)`,
    notGotten: (count) => `${count === 1 ? "1 crédito" : `${count} créditos`} que este campo no obtiene`,
  },
});

interface Props extends Shared {
  category: CategoryText;
  /** Someone searches: what is found stands open. */
  isFiltered: boolean;
}

/** A category of measures, folded away until it is wanted; one with something ticked stands open. */
export function MenuCategory({ category, isFiltered, ...shared }: Props) {
  const states = category.options
    .flatMap((option) => option.measures)
    .flatMap(({ id }) => {
      const state = shared.states.get(id);
      return state === undefined ? [] : [state];
    });
  const hasTicked = states.some(({ isSelected, isAutomatic }) => isSelected && !isAutomatic);
  /** Null: no one has folded or unfolded it. */
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const isWaited = states.some(({ system, id }) => {
    const item = itemOf({ kind: "selection", ...shared.place, system, subOptionId: id });
    return shared.edits.state.refused.some((refused) => refused.item === item);
  });
  const isForced = isFiltered || isWaited;
  return (
    <details
      className={styles.category}
      open={isForced || (isOpen ?? hasTicked)}
      onToggle={(event) => (isForced ? undefined : setOpen(event.currentTarget.open))}
      data-category={category.id}
    >
      <summary className={styles.summary}>
        <h3 className={styles.title}>{category.label}</h3>
        <span className={styles.count}>{countOf(states)}</span>
        <Icon name="down" className={styles.fold} />
      </summary>
      {category.description === null ? null : <p>{category.description}</p>}
      {category.options.map((option) => (
        <Option key={option.id} option={option} isFiltered={isFiltered} {...shared} />
      ))}
    </details>
  );
}

/** What is in it for a reader: what can be ticked, what is, and what comes without ticking. */
function countOf(states: readonly MeasureState[]): string {
  const own = states.filter(({ isAutomatic }) => !isAutomatic);
  const ticked = own.filter(({ isSelected }) => isSelected).length;
  const given = states.filter(({ isAutomatic, isSelected }) => isAutomatic && isSelected).length;
  const parts = [
    ...(own.length === 0 ? [] : [words().measures(own.length), words().ticked(ticked)]),
    ...(given === 0 ? [] : [words().given(given)]),
  ];
  return parts.join(", ") || words().nothingGiven;
}

function Option({ option, isFiltered, ...shared }: Shared & { option: OptionText; isFiltered: boolean }) {
  const isOutOfReach = ({ id }: MeasureText): boolean => shared.states.get(id)?.isOutOfReach === true;
  const others = option.measures.filter(isOutOfReach);
  return (
    <fieldset className={styles.option}>
      <legend>{option.label}</legend>
      {option.texts.map((text) => (
        <p key={text} className={styles.help}>
          {text}
        </p>
      ))}
      {option.helperLink === null ? null : (
        <p className={styles.help}>
          <a href={option.helperLink} rel="noreferrer" target="_blank">
            {words().readMore(option.label.toLowerCase())}
          </a>
        </p>
      )}
      <Rows measures={option.measures.filter((measure) => !isOutOfReach(measure))} {...shared} />
      {others.length === 0 ? null : (
        <details className={styles.others} open={isFiltered}>
          <summary>
            {words().notGotten(others.length)}
            <span className="visually-hidden">: {option.label}</span>
          </summary>
          <Rows measures={others} {...shared} />
        </details>
      )}
    </fieldset>
  );
}

const Rows = ({ measures, ...shared }: Shared & { measures: readonly MeasureText[] }) =>
  measures.map((measure) => {
    const state = shared.states.get(measure.id);
    return state === undefined ? null : <MeasureRow key={measure.id} measure={measure} state={state} {...shared} />;
  });
