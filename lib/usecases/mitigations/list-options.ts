import { utcDay } from "@/lib/domain/calendar";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { Deps } from "@/lib/runtime/deps";
import { optionTree, type OptionTree } from "@/lib/usecases/mitigations/option-tree";

/** The runoff menu in force today, and the edition that names it. */
export async function listOptions({ deps }: { deps: Deps }): Promise<{ tree: OptionTree; edition: string }> {
  const menu = rulebookAsOf(utcDay(deps.clock())).menus.epa_runoff;
  return { tree: optionTree(menu, null), edition: menu.edition };
}
