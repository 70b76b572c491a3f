import { z } from "zod";
import type { MenuCategory, MenuOption, SubOption } from "@/lib/domain/mitigation";
import { SOIL_SPLITS } from "@/lib/domain/soil";
import type { OptionTree } from "@/lib/usecases/mitigations/option-tree";

const help = { helper_text: z.string().nullable(), helper_link: z.string().nullable() };

const subOptionSchema = z.strictObject({
  id: z.int(),
  code: z.string().nullable(),
  label: z.string(),
  points: z.int().nullable(),
  hydrologic_soil_group: z.enum(SOIL_SPLITS).nullable(),
  ...help,
  selected: z.boolean().optional(),
  implementation_date: z.iso.date().nullable().optional(),
  notes: z.string().nullable().optional(),
});

const optionSchema = z.strictObject({
  id: z.int(),
  code: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  has_sub_options: z.boolean(),
  max_select: z.int().nullable(),
  ...help,
  sort_order: z.int(),
  sub_options: z.array(subOptionSchema),
});

export const categorySchema = z
  .strictObject({
    id: z.int(),
    code: z.string(),
    label: z.string(),
    description: z.string().nullable(),
    max_select: z.int().nullable(),
    sort_order: z.int(),
    options: z.array(optionSchema),
  })
  .meta({ id: "MitigationCategory" });

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
