import type { ApplicationInput } from "@/lib/domain/application";
import type { Assessment, OverallStatus } from "@/lib/domain/compliance";
import { issueEffect } from "@/lib/domain/issues";
import type { Provider } from "@/lib/domain/provider";
import type { Answer, QuestionKind } from "@/lib/domain/question-kinds";
import { parseLabelFiles, type ParsedLabels } from "@/lib/rulebook/label-files/parse-labels";
import { readRuleFiles, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { Deps } from "@/lib/runtime/deps";
import { computeDriftBuffer } from "@/lib/usecases/applications/compute-drift-buffer";
import { checkEsa } from "@/lib/usecases/esa-check/check-esa";
import type { EsaCheck } from "@/lib/usecases/esa-check/check";
import { answerQuestions, readQuestions } from "@/lib/usecases/questions/answer-questions";
import { hasDirections, loadScanned } from "@/bench/support/answers-columns";
import type { Bench, Comparison } from "@/bench/support/bench";
import { type BenchField, ofSize, pick } from "@/bench/support/fields";
import mixFile from "@/bench/support/mixes.json";
import type { Row } from "@/bench/support/report";
import { ACCOUNT, makeProvider, openParts, PROVIDER } from "@/bench/support/service";

/** After the newest label that the files know of, so that no label is asked about before its time. */
const APPLICATION_DATE = "2026-10-01";
const ANOTHER_YEAR = "2016-10-01";
/** Real field shapes among the real areas of Alabama: 38 mixes on each make 494 applications. */
const FIELDS = 13;
/** Nothing in the air or the setup stands in the way. */
const WEATHER = { windDirectionDeg: 225, windSpeedMph: 6, temperatureF: 72, humidityPercent: 55 };
const DETAILS: ApplicationInput["details"] = {
  plannedStartAt: `${APPLICATION_DATE}T10:00:00-05:00`,
  cropStage: "V4",
  forecastHighF: 80,
  forecastNextDayHighF: 80,
  rainExpectedInHours: 72,
};
/** What a careful farm has in place: well above the points that any label here asks for. */
const MEASURES = ["no_till", "contour_farming_in_use", "filter_strip_60_ft_or_more", "digital_tracking"];
const TRAIT_MEASURES = ["trait_one_application", "trait_residue_tillage_in_use"];

type Mix = (typeof mixFile.mixes)[number];
const STATUSES: readonly OverallStatus[] = ["met", "not_met", "not_applicable", "indeterminate"];

/** What an applicator truthfully says of every mix: the labels' lists and websites were looked at, and nothing is near. */
const TRUTH: Record<Exclude<QuestionKind, "label_has_esa_directions">, Answer> = {
  product_has_epa_number: "no",
  nozzle_on_list: "yes",
  adjuvant_on_list: "yes",
  adjuvant_in_mix: "no",
  sensitive_crop_downwind: "no",
  label_website_checked: "yes",
  county_forbidden_by_label: "no",
  bulletin_limits_product: "no",
  figures_on_label: "yes",
};

/** One outcome: its status, and the codes that stand in the way of a pass. */
interface Outcome {
  mix: string;
  status: OverallStatus;
  blocking: string[];
}

interface Ground {
  deps: Deps;
  names: ReadonlyMap<string, string>;
  fields: readonly BenchField[];
  /** What the applicator says to a question; left out: no one is asked. */
  say?: (kind: QuestionKind, subject: string) => Answer;
}

const PROVIDER_FACTS: Provider = {
  providerId: PROVIDER,
  name: "Benchmark",
  portalMode: "signed_link",
  portalEnabled: true,
  portalLinkTtlS: 2_592_000,
  portalAccessTtlS: 3600,
  linkGeneration: 1,
};

function applicationOf({ products, adjuvants, crop }: Mix, id: string, { names }: Ground): ApplicationInput {
  const common = { rateUnitState: null, rowSpacingInches: null, pest: ["waterhemp"] };
  return {
    applicationId: id,
    accountId: ACCOUNT,
    providerGroupId: null,
    userEmail: null,
    method: "Broadcast-Ground",
    applicationDate: APPLICATION_DATE,
    products: [
      ...products.map(({ registration, rate, unit }) => ({
        ...common,
        productName: names.get(registration) ?? registration,
        epaNumber: registration,
        rate,
        rateUnit: unit,
      })),
      ...adjuvants.map(({ name, rate, unit }) => ({
        ...common,
        productName: name,
        epaNumber: null,
        rate,
        rateUnit: unit,
      })),
    ],
    crop: [crop],
    pest: ["waterhemp"],
    gpa: 20,
    dropletSize: "ultra_coarse",
    boomHeight: "low",
    details: DETAILS,
  };
}

const check = (ground: Ground, field: BenchField, mix: Mix, id: string): Promise<EsaCheck> =>
  checkEsa(
    { deps: ground.deps, provider: PROVIDER_FACTS, signal: new AbortController().signal },
    {
      accountId: ACCOUNT,
      providerFieldId: field.boundary.hash.slice(0, 16),
      fieldName: field.name,
      boundary: field.boundary,
      application: applicationOf(mix, id, ground),
      providerGroupId: null,
      userEmail: null,
      withGeometry: false,
      withSoilAnalysis: false,
      withOptions: false,
      withExplanation: false,
      searchMiles: 0,
    },
  );

const outcomeOf = (mix: Mix, { status, issues }: Pick<Assessment, "status" | "issues">): Outcome => ({
  mix: mix.name,
  status,
  blocking: [...new Set(issues.filter((found) => issueEffect(found) === "indeterminate").map(({ code }) => code))],
});

/** Answers the open questions about an application; the outcome after that, null where nothing was asked. */
async function sayAll(ground: Ground, mix: Mix, applicationEventId: string): Promise<Outcome | null> {
  const { deps, say } = ground;
  if (say === undefined) return null;
  const context = { deps, provider: PROVIDER_FACTS };
  const { application } = await readQuestions(context, applicationEventId);
  const open = application.asked.filter(({ attestation }) => attestation === null);
  if (open.length === 0) return null;
  const said = open.map(({ question: { questionId, kind, subject } }) => ({ questionId, answer: say(kind, subject) }));
  const given = { answers: said, attestedBy: "A. Farmer" };
  const { standing } = await answerQuestions(context, applicationEventId, given);
  return outcomeOf(mix, standing);
}

async function atSprayer({ deps }: Ground, mix: Mix, applicationEventId: string): Promise<Outcome> {
  const { assessment } = await computeDriftBuffer(
    { deps, provider: PROVIDER_FACTS, signal: new AbortController().signal },
    {
      applicationEventId,
      weather: WEATHER,
      setup: { method: undefined, dropletSize: undefined, boomHeight: undefined, gpa: undefined, rateUpdates: [] },
      withWindRose: false,
      withExplanation: false,
    },
  );
  return outcomeOf(mix, assessment);
}

/** A mix is the one of its field and year: what a label allows in a year is compared with all that is saved of it. */
const leaveYear = ({ sql }: Bench, applicationEventId: string): Promise<unknown> =>
  sql.query("UPDATE application SET application_date = $2 WHERE application_event_id = $1", [
    applicationEventId,
    ANOTHER_YEAR,
  ]);

/** The same application at intake and, with perfect weather, at the sprayer. */
async function outcomesOf(
  bench: Bench,
  ground: Ground,
  { field, mix, id }: { field: BenchField; mix: Mix; id: string },
): Promise<[Outcome, Outcome]> {
  const { assessment, saved } = await check(ground, field, mix, id);
  const found = outcomeOf(mix, assessment);
  if (saved === null) return [found, found];
  try {
    return await outcomesOfSaved(ground, mix, { found, saved });
  } finally {
    await leaveYear(bench, saved.applicationEventId);
  }
}

async function outcomesOfSaved(
  ground: Ground,
  mix: Mix,
  { found, saved }: { found: Outcome; saved: { applicationEventId: string } },
): Promise<[Outcome, Outcome]> {
  const intake = (await sayAll(ground, mix, saved.applicationEventId)) ?? found;
  const sprayer = await atSprayer(ground, mix, saved.applicationEventId);
  // Wind and air can bring up a question that intake did not ask.
  const later = await sayAll(ground, mix, saved.applicationEventId);
  return [intake, later === null ? sprayer : await atSprayer(ground, mix, saved.applicationEventId)];
}

/** Saves each field with what its farm has in place, so that points stand in no one's way. */
async function prepare(bench: Bench, ground: Ground): Promise<void> {
  const { sql } = bench;
  const { menus } = rulebookAsOf(APPLICATION_DATE);
  const wanted = [
    { menu: menus.epa_runoff, codes: MEASURES },
    { menu: menus.trait_runoff, codes: TRAIT_MEASURES },
  ].flatMap(({ menu, codes }) =>
    menu.categories
      .flatMap(({ options }) => options.flatMap(({ subOptions }) => subOptions))
      .filter(({ code }) => codes.includes(code))
      .map(({ id }) => ({ id, system: menu.system })),
  );
  const [first] = mixFile.mixes;
  if (first === undefined) throw new RangeError("there is no mix");
  await sql.query("SELECT set_config('hedgerow.provider_id', $1, false)", [PROVIDER]);
  for (const field of ground.fields) {
    const { saved } = await check(ground, field, first, `prepare-${field.name}`);
    for (const { id, system } of wanted) {
      await sql.query(
        `INSERT INTO measure_selection (provider_id, field_id, year, system, sub_option_id, source)
         VALUES ($1, $2::uuid, $3, $4, $5, 'portal') ON CONFLICT DO NOTHING`,
        [PROVIDER, saved?.fieldId, Number(APPLICATION_DATE.slice(0, 4)), system, id],
      );
    }
    if (saved !== null) await leaveYear(bench, saved.applicationEventId);
  }
}

async function column(bench: Bench, ground: Ground, name: string): Promise<{ intake: Outcome[]; sprayer: Outcome[] }> {
  const intake: Outcome[] = [];
  const sprayer: Outcome[] = [];
  for (const [place, field] of ground.fields.entries()) {
    for (const [index, mix] of mixFile.mixes.entries()) {
      const [first, second] = await outcomesOf(bench, ground, { field, mix, id: `${name}-${place}-${index}` });
      intake.push(first);
      sprayer.push(second);
    }
  }
  return { intake, sprayer };
}

const shareOf = (answers: readonly Outcome[], status: OverallStatus): number =>
  answers.filter((answer) => answer.status === status).length / answers.length;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Why answers are open: each code with the share of all answers it leaves open, and the mixes it does so for. */
function reasonsOf(answers: readonly Outcome[]): { code: string; share: number; mixes: string[] }[] {
  const open = answers.filter(({ status }) => status === "indeterminate");
  const codes = [...new Set(open.flatMap(({ blocking }) => blocking))];
  return codes
    .map((code) => {
      const own = open.filter(({ blocking }) => blocking.includes(code));
      return { code, share: own.length / answers.length, mixes: [...new Set(own.map(({ mix }) => mix))] };
    })
    .toSorted((a, b) => b.share - a.share);
}

function rowOf(name: string, moment: string, answers: readonly Outcome[], goal: number | null): Row {
  const shares = Object.fromEntries(STATUSES.map((status) => [status, shareOf(answers, status)]));
  return {
    work: workOf(name, moment),
    comparedWith: `${answers.length} applications`,
    ratio: shareOf(answers, "indeterminate"),
    target: goal === null ? null : { bound: "at most", value: goal },
    figures: { shares, reasons: reasonsOf(answers) },
  };
}

function tell({ say }: Bench, row: Row): void {
  const { shares, reasons } = row.figures as { shares: Record<string, number>; reasons: ReturnType<typeof reasonsOf> };
  say(row.work);
  say(
    `  ${Object.entries(shares)
      .map(([status, share]) => `${status} ${percent(share)}`)
      .join(", ")}`,
  );
  for (const { code, share, mixes } of reasons) {
    const named = mixes.length > 6 ? `${mixes.length} mixes` : mixes.join("; ");
    say(`    ${percent(share).padStart(7)} ${code}: ${named}`);
  }
}

/** The three columns of the goal, at the sprayer, as a reader looks for them: each holds what the one before it holds. */
function columnsOf(rows: readonly Row[]): string {
  const columns = ["facts as shipped", "with truthful attestations", "after a scan, with truthful attestations"];
  const sprayer = columns.map((name) => rows.find(({ work }) => work === workOf(name, AT_SPRAYER)));
  const line = (status: OverallStatus): string =>
    `| ${[status, ...sprayer.map((row) => percent(sharesOf(row)[status] ?? 0))].join(" | ")} |`;
  const head = ["At the sprayer", ...columns];
  return [`| ${head.join(" | ")} |`, `|${" --- |".repeat(head.length)}`, ...STATUSES.map(line)].join("\n");
}

const AT_SPRAYER = "at the sprayer";
const workOf = (name: string, moment: string): string => `indeterminate ${moment}: ${name}`;
const sharesOf = (row: Row | undefined): Partial<Record<OverallStatus, number>> =>
  (row?.figures as { shares?: Partial<Record<OverallStatus, number>> } | undefined)?.shares ?? {};

const readLabels = async (): Promise<ParsedLabels> => parseLabelFiles((await readRuleFiles(RULEBOOK_DIRECTORY)).files);

/** An applicator who reads the labels in the shed and says what they say. */
const truthful =
  (labels: ParsedLabels) =>
  (kind: QuestionKind, subject: string): Answer =>
    kind === "label_has_esa_directions" ? (hasDirections(labels, subject) ? "yes" : "no") : TRUTH[kind];

/**
 * What 38 realistic mixes are answered on real fields, in three columns that build on each other: the facts as shipped, with what
 * an applicator truthfully attests, and the same after a scan of the labels.
 */
export const answers: Comparison = {
  name: "answers",
  run: async (bench: Bench): Promise<Row[]> => {
    const fields = pick(ofSize(bench.fields, "ordinary").slice(0, 100), FIELDS);
    const labels = await readLabels();
    const names = new Map(labels.folders.map(({ product }) => [product.registration, product.name]));
    const registrations = [
      ...new Set(mixFile.mixes.flatMap(({ products }) => products.map((each) => each.registration))),
    ];
    const rows: Row[] = [];
    const measure = async (name: string, goal: number | null, say?: Ground["say"]): Promise<void> => {
      // Parts of its own, so that no column answers from what another has cached.
      const { deps, stop } = await openParts(bench.database, fields);
      try {
        const ground: Ground = { deps, names, fields, ...(say !== undefined && { say }) };
        if (rows.length === 0) await makeProvider(deps);
        await prepare(bench, ground);
        const found = await column(bench, ground, name);
        rows.push(rowOf(name, "at intake", found.intake, null), rowOf(name, AT_SPRAYER, found.sprayer, goal));
      } finally {
        await stop();
      }
    };
    await measure("facts as shipped", null);
    await measure("with truthful attestations", 0.05, truthful(labels));
    await loadScanned(bench.database.owner, registrations);
    await measure("after a scan, with truthful attestations", 0.05, truthful(labels));
    // Beside the three columns: what a scan does without anyone who is asked. It has no goal, because it cannot have one.
    await measure("after a scan alone", null);
    for (const row of rows) tell(bench, row);
    bench.say(columnsOf(rows));
    return rows;
  },
};
