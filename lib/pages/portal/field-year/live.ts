import type { RunoffEntry } from "@/lib/domain/compliance";
import type { MitigationMenu } from "@/lib/domain/mitigation";
import type {
  AdviceView,
  FieldYearLive,
  LockView,
  SharingApplicationView,
  TallyView,
} from "@/lib/views/portal/field-year";
import { RUNOFF_SYSTEMS, type RunoffSystem } from "@/lib/domain/product";
import { wordsIn } from "@/lib/views/language";
import { shortDayInWords } from "@/lib/views/words";
import { scoreFactsOf } from "@/lib/engine/runoff/rescore";
import { scoreRunoff } from "@/lib/engine/runoff/score";
import type { ScoreFacts } from "@/lib/engine/runoff/score-facts";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import type { FieldYearFacts } from "@/lib/usecases/portal/read-field-year";
import { adviceOf } from "@/lib/pages/portal/field-year/advice";
import { exemptionState } from "@/lib/pages/portal/field-year/exemption";
import { changesOf } from "@/lib/pages/portal/field-year/changes";
import { measureStates } from "@/lib/pages/portal/field-year/states";
import { tallyOf, unaskedTally } from "@/lib/pages/portal/field-year/tallies";

const words = wordsIn({
  en: {
    locked: (day: string, title: string) =>
      `Locked in your farm software since ${day}, UTC (${title}). Nothing can be changed here until it is unlocked there.`,
  },
  es: {
    locked: (day, title) =>
      `Bloqueado en su programa agrícola desde el ${day}, UTC (${title}). Aquí no se puede cambiar nada hasta que se desbloquee allí.`,
  },
});

/** A field and year as its pages show it. `actor`: who is looking, whose own changes are named as theirs. */
export function liveView(facts: FieldYearFacts, actor: string): FieldYearLive {
  const { ref, record, rulebook, applications, shown, readAt } = facts;
  const systems = RUNOFF_SYSTEMS.map((system) => ({ system, ...scoringOf(facts, system) }));
  const lock = lockOf(record.applications.find(({ portalLockedAt }) => portalLockedAt !== null) ?? null);
  const titles = new Map(applications.map(({ saved }) => [saved.applicationEventId, titleOf(saved)]));
  return {
    place: ref,
    revision: record.revision,
    readAt: readAt.toISOString(),
    lock,
    tallies: [
      ...systems.map(({ tally }) => tally),
      ...(shown?.runoffAsComputed ?? []).filter((entry) => !isScored(entry)).map((entry) => tallyOf(entry)),
    ],
    measures: systems.flatMap(({ menu, facts }) =>
      measureStates(menu, facts, { rulebook, ground: record.ground, disallowed: shown?.disallowed ?? [] }),
    ),
    advice: lock.isLocked ? [] : systems.flatMap(({ advice }) => advice),
    applications: applications.map((application) => sharing(application, shown)),
    exemption: shown === null ? null : exemptionState(shown, rulebook, lockOf(withLock(shown.saved))),
    changes: changesOf({
      record,
      rulebook,
      actor,
      titleOf: (id) => (applications.length < 2 || id === null ? "" : (titles.get(id) ?? "")),
      isLocked: lock.isLocked,
    }),
  };
}

const isScored = ({ mitigationType }: RunoffEntry): boolean =>
  RUNOFF_SYSTEMS.some((system) => system === mitigationType);

interface Scoring {
  menu: MitigationMenu;
  facts: ScoreFacts;
  tally: TallyView;
  advice: AdviceView[];
}

function scoringOf({ record, rulebook, shown }: FieldYearFacts, system: RunoffSystem): Scoring {
  const menu = rulebook.menus[system];
  const applicationDate = shown?.saved.applicationDate ?? null;
  const entry = shown?.runoffAsComputed.find(({ mitigationType }) => mitigationType === system);
  const isAsChecked = entry === undefined || shown?.runoff.includes(entry) === true;
  const application = isAsChecked ? shown?.application : shown?.applicationAsComputed;
  const facts = scoreFactsOf({ ...record, applicationDate, application }, system, shown?.disallowed ?? []);
  if (entry === undefined) {
    const { earnedPoints } = scoreRunoff(menu, facts);
    return { menu, facts, tally: unaskedTally(system, earnedPoints, shown !== null), advice: [] };
  }
  return {
    menu,
    facts,
    tally: tallyOf(entry, applicationDate),
    advice: adviceOf(entry, { menu, facts, system, rulebook, usedElsewhere: record.usedElsewhere }),
  };
}

type Saved = ScoredApplication["saved"];

/** An application as its users know it: its day and what is applied. */
export const titleOf = ({ applicationDate, products }: Saved): string =>
  `${shortDayInWords(applicationDate)}, ${products.map(({ productName }) => productName).join(" + ")}`;

const sharing = (
  { saved, runoffAsComputed: runoff }: ScoredApplication,
  shown: ScoredApplication | null,
): SharingApplicationView => ({
  applicationEventId: saved.applicationEventId,
  applicationDate: saved.applicationDate,
  title: titleOf(saved),
  isShown: saved.applicationEventId === shown?.saved.applicationEventId,
  isLocked: saved.portalLockedAt !== null,
  tallies: runoff.map((entry) => tallyOf(entry)).map(({ title, headline }) => ({ title, headline })),
});

const withLock = (saved: Saved): Saved | null => (saved.portalLockedAt === null ? null : saved);

const lockOf = (locked: Saved | null): LockView =>
  locked?.portalLockedAt == null
    ? { isLocked: false, text: null }
    : {
        isLocked: true,
        text: words().locked(shortDayInWords(locked.portalLockedAt.toISOString()), titleOf(locked)),
      };
