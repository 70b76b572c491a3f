import type { Citation } from "@/lib/domain/citation";
import type { PointReading, SubOption } from "@/lib/domain/mitigation";
import type { Rulebook } from "@/lib/domain/tables";
import { menuRulebooks } from "@/lib/rulebook/load";
import { subOptionsOf } from "@/lib/usecases/mitigations/option-tree";

/** One source's reading of a figure, with where it stands. */
interface CitedReading {
  points: number;
  where: string;
  sources: { title: string; locator: string; url: string | null }[];
  note: string | null;
}

/** A figure of the menu that the sources read differently. */
interface DisputedFigure {
  subOptionId: number;
  code: string;
  label: string;
  readings: CitedReading[];
  settledBy: string;
}

const WHERE: Record<NonNullable<PointReading["where"]>, string> = {
  texture_not_sandy: "where the survey does not name sand, loamy sand or sandy loam",
};

const sourceOf = (citation: Citation | undefined) =>
  citation === undefined ? [] : [{ title: citation.title, locator: citation.locator, url: citation.url }];

const readingOf = ({ points, where, cite, note }: PointReading, citations: Rulebook["citations"]): CitedReading => ({
  points,
  where: where === undefined ? "everywhere" : WHERE[where],
  sources: cite.flatMap((key) => sourceOf(citations[key])),
  note: note ?? null,
});

const figureOf = ({ id, code, label, readings, settledBy }: SubOption, { citations }: Rulebook): DisputedFigure => ({
  subOptionId: id,
  code,
  label,
  readings: readings.map((reading) => readingOf(reading, citations)),
  settledBy: settledBy ?? "",
});

/** The disputed figures of every edition of EPA's menu, newest first. */
export const listDisputed = (): { edition: string; figures: DisputedFigure[] }[] =>
  menuRulebooks().map((rulebook) => ({
    edition: rulebook.menus.epa_runoff.edition,
    figures: subOptionsOf(rulebook.menus.epa_runoff)
      .filter(({ readings }) => readings.length > 0)
      .map((subOption) => figureOf(subOption, rulebook)),
  }));
