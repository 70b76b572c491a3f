import type { SeasonCell, SeasonKind, SeasonView } from "@/lib/views/portal/season";

/** What a cell of a season says, with its application; null: its field and product have none. */
export function cellIn(
  { kinds }: Pick<SeasonView, "kinds">,
  cell: SeasonCell | null | undefined,
): (SeasonKind & { applicationEventId: string }) | null {
  if (cell == null) return null;
  const [place, applicationEventId] = cell;
  const kind = kinds[place];
  if (kind === undefined) throw new Error(`the season has no kind ${place}`);
  return { ...kind, applicationEventId };
}
