import { z } from "zod";
import type { MenuCategory, MenuOption, SubOption } from "@/lib/domain/mitigation";
import type { OptionTree } from "@/lib/usecases/mitigations/option-tree";
import { soilSplitSchema } from "@/lib/contracts/vocabulary/measures";

const help = {
  helper_text: z.string().nullable().describe("More about it, for people."),
  helper_link: z.string().nullable().describe("Address of a page about it."),
};

const subOptionSchema = z
  .strictObject({
    id: z.int().describe("Identifier, stable over editions."),
    code: z.string().nullable().describe("Code, stable over editions."),
    label: z.string().describe("Name for people."),
    points: z.int().nullable().describe("Points it earns; null where they are derived from others."),
    hydrologic_soil_group: soilSplitSchema.nullable().describe("Soils it is for; null: all."),
    ...help,
    selected: z.boolean().optional().describe("Whether it is selected. Left out of a plain menu."),
    implementation_date: z.iso
      .date()
      .nullable()
      .optional()
      .describe("Day it was put in place, only on what is selected."),
    notes: z.string().nullable().optional().describe("The applicator's notes, only on what is selected."),
  })
  .meta({ id: "MitigationSubOption", description: "What an applicator selects and what earns points." });

const optionSchema = z
  .strictObject({
    id: z.int().describe("Identifier, stable over editions."),
    code: z.string().describe("Code, stable over editions."),
    label: z.string().describe("Name for people."),
    description: z.string().nullable().describe("What it is; null: its name says it."),
    has_sub_options: z.boolean().describe("True when `sub_options` has members."),
    max_select: z.int().nullable().describe("Most sub-options that count; null: all."),
    ...help,
    sort_order: z.int().describe("Place among its siblings."),
    sub_options: z.array(subOptionSchema).describe("What can be selected, in display order."),
  })
  .meta({ id: "MitigationOption", description: "A group of alternatives." });

export const categorySchema = z
  .strictObject({
    id: z.int().describe("Identifier, stable over editions."),
    code: z.string().describe("Code, stable over editions."),
    label: z.string().describe("Name for people."),
    description: z.string().nullable().describe("What it is; null: its name says it."),
    max_select: z.int().nullable().describe("Most measures that count; null: all."),
    sort_order: z.int().describe("Place among its siblings."),
    options: z.array(optionSchema).describe("Options in display order."),
  })
  .meta({ id: "MitigationCategory", description: "A category of the menu." });

/** Dates and notes stand only on what is selected; `selected` only where a field's selections were asked for. */
function presentSubOption(subOption: SubOption, selections: OptionTree["selections"]): z.input<typeof subOptionSchema> {
  const selection = selections?.get(subOption.id);
  return {
    id: subOption.id,
    code: subOption.code,
    label: subOption.label,
    points: subOption.points,
    hydrologic_soil_group: subOption.hydrologicSoilGroup,
    helper_text: subOption.helperText,
    helper_link: subOption.helperLink,
    ...(selections === null ? {} : { selected: selection !== undefined }),
    ...(selection === undefined ? {} : { implementation_date: selection.implementationDate, notes: selection.notes }),
  };
}

const presentOption = (option: MenuOption, selections: OptionTree["selections"]): z.input<typeof optionSchema> => ({
  id: option.id,
  code: option.code,
  label: option.label,
  description: option.description,
  has_sub_options: option.subOptions.length > 0,
  max_select: option.maxSelect,
  helper_text: option.helperText,
  helper_link: option.helperLink,
  sort_order: option.sortOrder,
  sub_options: option.subOptions.map((subOption) => presentSubOption(subOption, selections)),
});

const presentCategory = (
  category: MenuCategory,
  selections: OptionTree["selections"],
): z.input<typeof categorySchema> => ({
  id: category.id,
  code: category.code,
  label: category.label,
  description: category.description,
  max_select: category.maxSelect,
  sort_order: category.sortOrder,
  options: category.options.map((option) => presentOption(option, selections)),
});

export const presentOptionTree = ({ categories, selections }: OptionTree): z.input<typeof categorySchema>[] =>
  categories.map((category) => presentCategory(category, selections));
