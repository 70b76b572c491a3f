import type { RunoffEntry } from "@/lib/domain/compliance";
import { issueEffect, type Issue } from "@/lib/domain/issues";
import type { IssueView, OverviewView } from "@/lib/views/portal/overview";
import { dayInWords, methodInWords } from "@/lib/views/words";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import { issueMessage, portalRemedy } from "@/lib/views/issues/issue-text";
import { wordsIn } from "@/lib/views/language";
import { dataFacts, productViews } from "@/lib/pages/portal/overview/facts";
import { nextSteps } from "@/lib/pages/portal/overview/next-steps";
import { reportStep, stepsOf } from "@/lib/pages/portal/overview/steps";
import { standingInWords } from "@/lib/pages/portal/overview/standing-words";
import type { PortalSession } from "@/lib/usecases/portal/session";

const words = wordsIn({
  en: {
    field: "Field",
    account: "Account",
    date: "Application date",
    method: "Method",
    crop: "Crop",
    pest: "Pest",
    allRead: {
      message: "Every limitation text is marked as read.",
      remedy: "Follow each of them: this service does not see whether you do.",
    },
    noSoil: (provider: string) =>
      "The soil survey gave nothing for this field. Credits for slope and soil are left out, and the points cannot be " +
      `settled without it. ${provider} can send the check again; measures you select stay.`,
    noApplication: (year: number) => `No application in ${year} yet`,
    noApplicationWhy: (provider: string, year: number) =>
      `${provider} has sent this field without an application for ${year}, so nothing can be judged. ` +
      "Measures can be selected ahead: they count for every application of the year.",
    selectMeasures: (year: number) => `Select measures for ${year}`,
    measures: "Measures",
    ahead: "Ahead",
    kept: (year: number) => `Kept for the field and ${year}.`,
  },
  es: {
    field: "Campo",
    account: "Cuenta",
    date: "Fecha de aplicación",
    method: "Método",
    crop: "Cultivo",
    pest: "Plaga",
    allRead: {
      message: "Cada texto de limitación está marcado como leído.",
      remedy: "Siga cada uno de ellos: este servicio no ve si usted lo hace.",
    },
    noSoil: (provider) =>
      "El estudio de suelos no dio nada para este campo. Se omiten los créditos por pendiente y suelo, y sin ellos no " +
      `se puede decidir sobre los puntos. ${provider} puede enviar la verificación de nuevo; las medidas que usted ` +
      "elija se conservan.",
    noApplication: (year) => `Todavía no hay aplicación en ${year}`,
    noApplicationWhy: (provider, year) =>
      `${provider} envió este campo sin una aplicación para ${year}, así que no se puede juzgar nada. ` +
      "Las medidas se pueden elegir con anticipación: cuentan para cada aplicación del año.",
    selectMeasures: (year) => `Elegir medidas para ${year}`,
    measures: "Medidas",
    ahead: "Con anticipación",
    kept: (year) => `Se guardan para el campo y el año ${year}.`,
  },
});

/** Where an application stands and what to do next. */
export function overviewView({ branding }: PortalSession, place: OpenFieldYear): OverviewView {
  const { scored } = place;
  if (scored === null) return withoutApplication(place, branding.name);
  const { now, limitations, isAllRead, headline, reason } = standingInWords(scored, place.notes, branding.name);
  const steps = stepsOf({ scored, now, limitations, timeZone: place.timeZone });
  return {
    address: place.address,
    standing: now.status,
    headline,
    reason,
    next: nextSteps(place, scored, { now, steps, isAllRead })[0] ?? null,
    steps,
    issues: now.issues.map((found) => issueView(found, branding.name, isAllRead)),
    facts: factsOf(place, scored),
    products: productViews(scored.saved),
    soil: soilMissing(place, scored.runoff, branding.name),
    data: dataFacts(place),
  };
}

const factsOf = ({ field }: OpenFieldYear, { saved }: ScoredApplication): OverviewView["facts"] => [
  ...fieldFacts(field),
  { label: words().date, value: dayInWords(saved.applicationDate) },
  { label: words().method, value: methodInWords(saved.method) },
  ...(saved.crop.length === 0 ? [] : [{ label: words().crop, value: saved.crop.join(", "), isName: true }]),
  ...(saved.pest.length === 0 ? [] : [{ label: words().pest, value: saved.pest.join(", "), isName: true }]),
];

const STANDINGS = { not_met: "not_met", indeterminate: "indeterminate", none: "not_applicable" } as const;

const issueView = (found: Issue, provider: string, isAllRead: boolean): IssueView => ({
  code: found.code,
  standing: STANDINGS[issueEffect(found)],
  // A text marked as read is not asked for again.
  ...(found.code === "LIMITATIONS_REVIEW_REQUIRED" && isAllRead
    ? words().allRead
    : { message: issueMessage(found), remedy: portalRemedy(found.code, provider) }),
});

const fieldFacts = ({ fieldName, accountId }: OpenFieldYear["field"]): OverviewView["facts"] => [
  { label: words().field, value: fieldName, isName: true },
  { label: words().account, value: accountId, isName: true },
];

/** Said where soil would be counted and there is none; an exemption needs no soil. */
function soilMissing({ field }: OpenFieldYear, runoff: readonly RunoffEntry[], provider: string): string | null {
  const isNeeded = runoff.some(({ exempt }) => !exempt);
  if (!isNeeded || field.ground?.soil != null) return null;
  return words().noSoil(provider);
}

function withoutApplication(place: OpenFieldYear, provider: string): OverviewView {
  const base = { standing: "not_applicable", points: null } as const;
  return {
    address: place.address,
    standing: "not_applicable",
    headline: words().noApplication(place.year),
    reason: words().noApplicationWhy(provider, place.year),
    next: { page: "measures", words: words().selectMeasures(place.year) },
    steps: [
      {
        ...base,
        page: "measures",
        title: words().measures,
        badge: words().ahead,
        text: [words().kept(place.year)],
      },
      reportStep(),
    ],
    issues: [],
    facts: fieldFacts(place.field),
    products: [],
    soil: null,
    data: dataFacts(place),
  };
}
