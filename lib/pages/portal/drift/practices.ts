import { methodClass, type ApplicationMethod } from "@/lib/domain/application";
import { countsTowardPass } from "@/lib/domain/citation";
import type { DriftReduction, ManualClaim, NotReducedReason, ReductionSelection, Weather } from "@/lib/domain/drift";
import type { PracticeState, PracticeText } from "@/lib/views/portal/drift";
import { canBeDoneWith, type DriftPracticeFigure, type DriftPracticeRow, type Rulebook } from "@/lib/domain/tables";
import { listInWords } from "@/lib/views/words";
import type { RuledOut } from "@/lib/usecases/applications/score-saved";
import { decimal } from "@/lib/pages/portal/drift/words";
import { citationsOf } from "@/lib/pages/portal/measures/measures";
import { evidenceInWords } from "@/lib/views/documents";
import { tableText } from "@/lib/views/vocabulary/table-text";
import { practiceWords as words } from "@/lib/pages/portal/drift/practice-words";

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
    ruledOut: ruledOut(row, disallowed),
  }));

const ruledOut = ({ code, option }: DriftPracticeRow, disallowed: readonly RuledOut[]): string | null => {
  const found = disallowed.filter((rule) => countsTowardPass(rule.evidence) && [code, option].includes(rule.code));
  const products = [...new Set(found.map(({ productName }) => productName))];
  return products.length === 0 ? null : words().ruledOutByLabel(products);
};

const figureInWords = (figure: DriftPracticeFigure): string =>
  `${words().classes[figure.methodClass]}${words().windRange(figure)}: ${percentInWords(figure)}`;

const percentInWords = ({ percent }: DriftPracticeFigure): string =>
  percent === "rate_cut" ? words().rateCut : words().percentOff(percent);

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
    const text = words().ruledOut(listInWords(banned));
    return { standing: "disallowed", badge: words().notAllowed, text, helps: false };
  }
  const counting = found.filter(({ selection }) => selection.reductionPercent > 0);
  if (counting.length === 0) {
    return {
      standing: "no_effect",
      badge: words().nothingOff,
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
        badge: words().shownBySetup,
        text: `${words().takesOff(decimal(percent), products)}${also}`,
        helps: true,
      }
    : {
        standing: "claimed",
        badge: words().claimedOnly,
        text: `${words().takesOffOnWord(decimal(percent), products)}${also}`,
        helps: true,
      };
}

function unused(row: DriftPracticeRow, isClaimed: boolean, facts: PracticeFacts): Omit<PracticeState, "id"> {
  if (isClaimed) {
    return {
      standing: "no_effect",
      badge: words().nothingOff,
      text: `${words().claimedInVain}${takeBack(true)}`,
      helps: false,
    };
  }
  const given = figureHere(row, facts);
  const standing = "not_in_use" as const;
  if (row.basis === "setup") return { standing, badge: words().notShown, ...given };
  // Said before it is claimed: a claim is never verified, and one that takes nothing off can only hurt.
  const text = given.helps ? given.text : `${given.text} ${words().gainsNothing}`;
  return { standing, badge: given.helps ? words().notClaimed : words().nothingOff, text, helps: given.helps };
}

const takeBack = (isClaimed: boolean): string => (isClaimed ? ` ${words().takeBack}` : "");

/** What a practice that is not in use would take off under these conditions. */
function figureHere(row: DriftPracticeRow, facts: PracticeFacts): Pick<PracticeState, "text" | "helps"> {
  const nothing = (text: string) => ({ text, helps: false });
  const { method, weather, reductions, nameOf } = facts;
  const ofClass = methodClass(method);
  const figures = row.figures.filter((figure) => figure.methodClass === ofClass);
  if (figures.length === 0) return nothing(words().notForClass(words().classes[ofClass].toLowerCase()));
  if (!canBeDoneWith(row, method)) return nothing(words().notForMethod);
  const here = figures.find(
    (figure) =>
      weather.windSpeedMph >= (figure.windMphAtLeast ?? 0) &&
      weather.windSpeedMph < (figure.windMphBelow ?? Infinity) &&
      weather.windSpeedMph <= (figure.windMphAtMost ?? Infinity),
  );
  if (here === undefined) return nothing(words().notInWind);
  if (!countsTowardPass(here.evidence)) return nothing(words().unverified);
  const products = [...new Set(reductions.map(({ productIndex }) => nameOf(productIndex)))];
  if (products.length === 0) return nothing(words().noReduction);
  const off = words().off(percentInWords(here), listInWords(products));
  return { text: row.basis === "setup" ? words().wouldTake(off) : words().ifInPlace(off), helps: true };
}

const productsOf = (found: readonly Found[], reason: NotReducedReason): string[] => [
  ...new Set(found.filter(({ selection }) => selection.reason === reason).map(({ product }) => product)),
];

/** "For A: its figure is not verified" for each reason, with the products it holds for. */
const reasonsOf = (found: readonly Found[]): string =>
  [...new Set(found.map(({ selection }) => selection.reason))]
    .map((reason) => {
      const products = reason === null ? [...new Set(found.map(({ product }) => product))] : productsOf(found, reason);
      return words().forProducts(listInWords(products), reason === null ? words().toNothing : words().reasons[reason]);
    })
    .join("; ");
