import type { MitigationMenu, PointReading, SubOption } from "@/lib/domain/mitigation";
import { rulebook, subOptionsOf } from "../facts";

/** The menu as it would be if one reading of one row were known to be right, wherever the reading applies. */
export const settled = (menu: MitigationMenu, row: SubOption, reading: PointReading): MitigationMenu => ({
  ...menu,
  categories: menu.categories.map((category) => ({
    ...category,
    options: category.options.map((option) => ({
      ...option,
      subOptions: option.subOptions.map((each) =>
        each.id === row.id ? { ...each, points: reading.points, readings: [], settledBy: null } : each,
      ),
    })),
  })),
});

/** Every reading of every disputed row, each to be taken for right in turn. */
export const FLIPS = subOptionsOf(rulebook.menus.epa_runoff).flatMap((row) =>
  row.readings.map((reading) => ({ row, reading, title: `${row.code} at ${reading.points}` })),
);
