import type { MenuCategory, MitigationMenu, Selection, SubOption } from "@/lib/domain/mitigation";

/** A menu as a caller may show it, with what is selected now. */
export interface OptionTree {
  categories: MenuCategory[];
  /** By sub-option id. Null: the tree was asked for without anyone's selections. */
  selections: ReadonlyMap<number, Selection> | null;
}

/** The active definitions of a menu in display order. Derived credits cannot be selected and are left out. */
export function optionTree(menu: MitigationMenu, selections: readonly Selection[] | null): OptionTree {
  const byOrder = (a: { sortOrder: number }, b: { sortOrder: number }) => a.sortOrder - b.sortOrder;
  const categories = menu.categories
    .map((category) => ({
      ...category,
      options: category.options
        .map((option) => ({
          ...option,
          subOptions: option.subOptions.filter((subOption) => subOption.isActive && !subOption.isDerived),
        }))
        .filter((option) => option.subOptions.length > 0)
        .sort(byOrder),
    }))
    .filter((category) => category.options.length > 0)
    .sort(byOrder);
  const own = selections?.filter((selection) => selection.system === menu.system) ?? null;
  return { categories, selections: own === null ? null : new Map(own.map((each) => [each.subOptionId, each])) };
}

/** Every sub-option of a menu, whatever option it stands under. */
export const subOptionsOf = ({ categories }: MitigationMenu): SubOption[] =>
  categories.flatMap(({ options }) => options.flatMap(({ subOptions }) => subOptions));
