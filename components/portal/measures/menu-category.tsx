"use client";

import { useState } from "react";
import { MeasureRow } from "@/components/portal/measures/measure-row";
import type { Shared } from "@/components/portal/measures/shared";
import { Icon } from "@/components/ui/icon";
import type { CategoryText, OptionText } from "@/lib/domain/portal-views/measures";
import styles from "./menu-category.module.css";

interface Props extends Shared {
  category: CategoryText;
  /** Someone searches: what is found stands open. */
  isFiltered: boolean;
}

const countOf = (count: number): string => (count === 1 ? "1 measure" : `${count} measures`);

/** A category of measures, folded away until it is wanted; one with something ticked stands open from the start. */
export function MenuCategory({ category, isFiltered, ...shared }: Props) {
  const measures = category.options.flatMap((option) => option.measures);
  const ticked = measures.filter(({ id }) => shared.states.get(id)?.isSelected === true).length;
  const [isOpen, setOpen] = useState(ticked > 0);
  return (
    <details
      className={styles.category}
      open={isOpen || isFiltered}
      onToggle={(event) => (isFiltered ? undefined : setOpen(event.currentTarget.open))}
      data-category={category.id}
    >
      <summary className={styles.summary}>
        <h3 className={styles.title}>{category.label}</h3>
        <span className={styles.count}>
          {countOf(measures.length)}, {ticked} ticked
        </span>
        <Icon name="down" className={styles.fold} />
      </summary>
      {category.description === null ? null : <p>{category.description}</p>}
      {category.options.map((option) => (
        <Option key={option.id} option={option} {...shared} />
      ))}
    </details>
  );
}

function Option({ option, ...shared }: Shared & { option: OptionText }) {
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
            Read more about {option.label.toLowerCase()} (opens a new tab)
          </a>
        </p>
      )}
      {option.measures.map((measure) => {
        const state = shared.states.get(measure.id);
        return state === undefined ? null : <MeasureRow key={measure.id} measure={measure} state={state} {...shared} />;
      })}
    </fieldset>
  );
}
