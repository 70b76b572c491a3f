import { methodClass, type ApplicationMethod, type MethodClass } from "@/lib/domain/application";
import { countsTowardPass } from "@/lib/domain/citation";
import type { DriftReduction, ManualClaim, NotReducedReason, ReductionSelection, Weather } from "@/lib/domain/drift";
import type { PracticeState, PracticeText } from "@/lib/views/portal/drift";
import type { DriftPracticeFigure, DriftPracticeRow, Rulebook } from "@/lib/domain/tables";
import { listInWords } from "@/lib/views/words";
import type { RuledOut } from "@/lib/usecases/applications/score-saved";
import { decimal } from "@/lib/pages/portal/drift/words";
import { citationsOf } from "@/lib/pages/portal/measures/measures";
import { evidenceInWords } from "@/lib/views/documents";
import { tableText } from "@/lib/views/vocabulary/table-text";

/** The practices of the menu with what each takes off, whatever the conditions. */
export const practiceTexts = (
  { driftPractices, citations }: Pick<Rulebook, "driftPractices" | "citations">,
  disallowed: readonly RuledOut[],
): PracticeText[] =>
  driftPractices.rows.map((row) => ({
    id: row.id,
    label: tableText(row.label),
    basis: row.basis,
    helperText: tableText(row.helperText),
    gives: row.figures.map(figureInWords),
    evidence: [...new Set(row.figures.map(({ evidence }) => evidenceInWords(evidence)))].join(". "),
    isUnverified: row.figures.every(({ evidence }) => !countsTowardPass(evidence)),
    citations: citationsOf([...new Set(row.figures.flatMap(({ cite }) => cite))], citations),
    ruledOutBy: ruledOutBy(row, disallowed),
  }));

const ruledOutBy = ({ code, option }: DriftPracticeRow, disallowed: readonly RuledOut[]): string[] => {
  const found = disallowed.filter((rule) => countsTowardPass(rule.evidence) && [code, option].includes(rule.code));
  return [...new Set(found.map(({ productName }) => productName))];
};

const CLASS_WORDS: Record<MethodClass, string> = { ground: "Ground", aerial: "Aerial", airblast: "Airblast" };

const figureInWords = (figure: DriftPracticeFigure): string =>
  `${CLASS_WORDS[figure.methodClass]}${windRange(figure)}: ${percentInWords(figure)}`;

const percentInWords = ({ percent }: DriftPracticeFigure): string =>
  percent === "rate_cut" ? "as many percent off as the rate is below the label's highest" : `${percent} % off`;

function windRange({ windMphAtLeast, windMphBelow, windMphAtMost }: DriftPracticeFigure): string {
  const from = windMphAtLeast === null ? "" : ` from ${windMphAtLeast}`;
  if (windMphBelow !== null) return `, wind${from} below ${windMphBelow} mph`;
  if (windMphAtMost !== null) return `, wind${from} to ${windMphAtMost} mph`;
  return windMphAtLeast === null ? "" : `, wind${from} mph`;
}

/** What the states of practices are worded from. */
export interface PracticeFacts {
  rows: readonly DriftPracticeRow[];
  reductions: readonly DriftReduction[];
  claims: readonly ManualClaim[];
  method: ApplicationMethod;
  weather: Pick<Weather, "windSpeedMph">;
  nameOf: (productIndex: number) => string;
}

/** What each practice takes off under some conditions, or why nothing. */
export const practiceStates = (facts: PracticeFacts): PracticeState[] =>
  facts.rows.map((row) => ({ id: row.id, ...stateOf(row, facts) }));

interface Found {
  product: string;
  selection: ReductionSelection;
}

function stateOf(row: DriftPracticeRow, facts: PracticeFacts): Omit<PracticeState, "id"> {
  const found = facts.reductions.flatMap(({ productIndex, selections }): Found[] =>
    selections
      .filter(({ subOptionId }) => subOptionId === row.id)
      .map((selection) => ({ product: facts.nameOf(productIndex), selection })),
  );
  const isClaimed = facts.claims.some(({ subOptionId }) => subOptionId === row.id);
  if (found.length === 0) return unused(row, isClaimed, facts);
  const banned = productsOf(found, "DISALLOWED");
  if (banned.length > 0) {
    const text = `The label of ${listInWords(banned)} rules it out. Take it back, or what is required is not met.`;
    return { standing: "disallowed", badge: "Not allowed", text, helps: false };
  }
  const counting = found.filter(({ selection }) => selection.reductionPercent > 0);
  if (counting.length === 0) {
    return {
      standing: "no_effect",
      badge: "Takes nothing off",
      text: `${reasonsOf(found)}.${takeBack(isClaimed)}`,
      helps: false,
    };
  }
  const percent = Math.max(...counting.map(({ selection }) => selection.reductionPercent));
  const products = listInWords([...new Set(counting.map(({ product }) => product))]);
  const rest = reasonsOf(found.filter((each) => !counting.includes(each)));
  const also = rest === "" ? "" : ` ${rest}.`;
  return counting.every(({ selection }) => selection.verified)
    ? {
        standing: "verified",
        badge: "Shown by the set-up",
        text: `Takes ${decimal(percent)} % off the distance of ${products}.${also}`,
        helps: true,
      }
    : {
        standing: "claimed",
        badge: "Claimed, not verified",
        text: `Takes ${decimal(percent)} % off the distance of ${products} on your word. No one has verified it, so the answer stays unsettled.${also}`,
        helps: true,
      };
}

function unused(row: DriftPracticeRow, isClaimed: boolean, facts: PracticeFacts): Omit<PracticeState, "id"> {
  if (isClaimed) {
    return {
      standing: "no_effect",
      badge: "Takes nothing off",
      text: `Claimed. No buffer of this mix can be reduced by it now.${takeBack(true)}`,
      helps: false,
    };
  }
  const given = figureHere(row, facts);
  const standing = "not_in_use" as const;
  if (row.basis === "setup") return { standing, badge: "Not shown", ...given };
  // Said before it is claimed: a claim is never verified, and one that takes nothing off can only hurt.
  const text = given.helps ? given.text : `${given.text} Claiming it gains nothing and can only leave the answer open.`;
  return { standing, badge: given.helps ? "Not claimed" : "Takes nothing off", text, helps: given.helps };
}

const takeBack = (isClaimed: boolean): string => (isClaimed ? " Take the claim back: it gains nothing." : "");

/** What a practice that is not in use would take off under these conditions. */
function figureHere(row: DriftPracticeRow, facts: PracticeFacts): Pick<PracticeState, "text" | "helps"> {
  const nothing = (text: string) => ({ text, helps: false });
  const { method, weather, reductions, nameOf } = facts;
  const ofClass = methodClass(method);
  const figures = row.figures.filter((figure) => figure.methodClass === ofClass);
  if (figures.length === 0) return nothing(`Gives nothing to ${CLASS_WORDS[ofClass].toLowerCase()} application.`);
  const here = figures.find(
    (figure) =>
      weather.windSpeedMph >= (figure.windMphAtLeast ?? 0) &&
      weather.windSpeedMph < (figure.windMphBelow ?? Infinity) &&
      weather.windSpeedMph <= (figure.windMphAtMost ?? Infinity),
  );
  if (here === undefined) return nothing("Gives nothing in this wind.");
  if (!countsTowardPass(here.evidence)) return nothing("Its figure is not verified, so it takes nothing off.");
  const products = [...new Set(reductions.map(({ productIndex }) => nameOf(productIndex)))];
  if (products.length === 0) return nothing("No label of this mix lets its buffer be reduced.");
  const off = `${percentInWords(here)} the distance of ${listInWords(products)}, where the label names it.`;
  return { text: row.basis === "setup" ? `Would take ${off}` : `If it is in place: ${off}`, helps: true };
}

const REASONS: Record<NotReducedReason, string> = {
  NOT_ON_LABEL: "the label, as far as it was read, does not name it, so it takes nothing off",
  FIGURE_UNVERIFIED: "its figure is not verified, so it takes nothing off",
  DISALLOWED: "the label rules it out",
  REQUIRED_ANYWAY: "the label asks for it anyway, and its distance supposes it",
  OTHER_OF_OPTION: "another practice of the same kind counts already",
  OTHER_METHOD: "it is for another kind of sprayer",
  NO_FIGURE: "there is no figure for it in this wind",
};

const productsOf = (found: readonly Found[], reason: NotReducedReason): string[] => [
  ...new Set(found.filter(({ selection }) => selection.reason === reason).map(({ product }) => product)),
];

/** "For A: its figure is not verified" for each reason, with the products it holds for. */
const reasonsOf = (found: readonly Found[]): string =>
  [...new Set(found.map(({ selection }) => selection.reason))]
    .map((reason) => {
      const words = reason === null ? "it comes to nothing here" : REASONS[reason];
      return `For ${listInWords(reason === null ? [...new Set(found.map(({ product }) => product))] : productsOf(found, reason))}: ${words}`;
    })
    .join("; ");
