import type { Aircraft, ApplicationMethod, BoomHeight, DropletSize, MethodClass } from "@/lib/domain/application";
import type { ConditionQuestion } from "@/lib/domain/question-kinds";
import type { Cited } from "@/lib/domain/citation";
import type { StateCode } from "@/lib/domain/us-states";

/**
 * What a label forbids or demands, as data. A condition is judged when what it speaks of is known, and is listed in the
 * answer when it is not. Everything that is set in `when` must hold for the condition to bind.
 */
export type LabelCondition = Cited & ConditionHead & ConditionBody;

export interface ConditionHead {
  /** Names the condition within its label, kebab-case. */
  id: string;
  /** One sentence that an applicator can follow. */
  text: string;
  /** The label's own words, short. */
  quote?: string | undefined;
  /** Page or section of the label. */
  page?: string | undefined;
  when?: ConditionScope | undefined;
  /** Sources differ on whether the label says so: broken, it leaves the answer open. */
  disputed?: boolean | undefined;
  /** What the applicator is asked where the condition was not judged. */
  asks?: ConditionQuestion | undefined;
}

/** Where and for what a condition or a rule binds. Within one list any entry will do. */
export interface ConditionScope {
  /** Canonical crop ids. */
  crops?: string[] | undefined;
  states?: StateCode[] | undefined;
  methods?: ApplicationMethod[] | undefined;
  methodClasses?: MethodClass[] | undefined;
  /** The product's own rate, ends included. */
  rate?: { atLeast?: number | undefined; atMost?: number | undefined; unit: RateUnit } | undefined;
}

export const CONDITION_RATE_UNITS = ["fl_oz_per_acre", "lb_per_acre"] as const;
export type RateUnit = (typeof CONDITION_RATE_UNITS)[number];

/** `only`: nothing but what is listed. `never`: nothing that is listed. */
export const LIST_RULES = ["only", "never"] as const;
export type ListRule = (typeof LIST_RULES)[number];

/** Whose temperature: at the field during the application, or a forecast high. */
export const TEMPERATURES_OF = ["field", "forecast_day", "forecast_next_day"] as const;
export type TemperatureOf = (typeof TEMPERATURES_OF)[number];

export const DAY_EVENTS = ["sunrise", "sunset"] as const;
export type DayEvent = (typeof DAY_EVENTS)[number];

/** A nozzle that the label's list names, with the highest pressure it names for it. */
export interface ApprovedNozzle {
  name: string;
  maxPressurePsi: number | null;
}

export type ConditionBody =
  | PlaceCondition
  | CropCondition
  | MomentCondition
  | SetupCondition
  | AmountCondition
  | { kind: "unjudged" }
  /** The label has a limit of this kind and no one has read which: no application passes until someone does. */
  | { kind: "unread" };

export type PlaceCondition =
  | { kind: "states"; rule: ListRule; states: StateCode[] }
  /** Five-digit FIPS codes. */
  | { kind: "counties"; rule: "never"; geoIds: string[] }
  /** Pesticide Use Limitation Areas in which the product may not be used at all. */
  | { kind: "pulas"; rule: "never"; pulaIds: number[] };

export type CropCondition =
  | { kind: "crops"; rule: ListRule; crops: string[] }
  /** Names of traits that the label's varieties have, as crop words begin with them: `Xtend`, `Enlist E3`. */
  | { kind: "varieties"; traits: string[] }
  /** The last growth stage at which the crop may be treated: `V8`, `R1`. */
  | { kind: "crop_stage"; latest: string };

export type MomentCondition =
  /** The first and the last day: `MM-DD` of every year, or `YYYY-MM-DD`. */
  | { kind: "dates"; from: string | null; until: string | null }
  /** One end or several. `belowF` forbids the figure itself, `atMostF` allows it. */
  | { kind: "temperature"; of: TemperatureOf; atLeastF: number | null; atMostF: number | null; belowF: number | null }
  | { kind: "wind"; minMph: number | null; maxMph: number | null }
  | { kind: "humidity"; atLeastPercent: number | null; atMostPercent: number | null }
  /** Minutes after (positive) or before (negative) the event. */
  | { kind: "time_of_day"; from: DayMoment | null; until: DayMoment | null }
  /** No application when rain is forecast within so many hours; 0: while it rains. */
  | { kind: "rain_forecast"; withinHours: number };

export interface DayMoment {
  event: DayEvent;
  offsetMinutes: number;
}

export type SetupCondition =
  | { kind: "methods"; rule: ListRule; methods: ApplicationMethod[] }
  | { kind: "droplets"; minimum: DropletSize }
  | { kind: "boom_height"; highest: BoomHeight }
  | { kind: "nozzles"; nozzles: ApprovedNozzle[] }
  /** Share of the wingspan or rotor diameter. The wind range says when the figure holds: above `windAboveMph`. */
  | {
      kind: "boom_share";
      aircraft: Aircraft;
      atMostPercent: number;
      windAboveMph: number | null;
      windAtMostMph: number | null;
    }
  | { kind: "release_height"; atMostFt: number }
  /** Swaths to keep upwind at the downwind edge. */
  | { kind: "swath_displacement"; atLeastSwaths: number; windAboveMph: number | null; windAtMostMph: number | null };

export type AmountCondition =
  | { kind: "single_rate"; atMost: number; unit: RateUnit }
  | { kind: "annual_rate"; atMost: number; unit: RateUnit }
  /** Of one ingredient from every product of the mix together, pounds of active ingredient or acid equivalent per acre. */
  | { kind: "single_ingredient"; ingredient: string; atMostLb: number }
  /** Of one ingredient from every product together, pounds of active ingredient or acid equivalent per acre and year. */
  | { kind: "annual_ingredient"; ingredient: string; atMostLb: number }
  | { kind: "applications_per_year"; atMost: number }
  | { kind: "days_between"; atLeast: number }
  | { kind: "volume"; atLeastGpa: number | null; atMostGpa: number | null };

/**
 * A condition that was not judged from what was sent, as the answer lists it.
 */
export interface UnjudgedCondition {
  productIndex: number;
  ruleId: string;
  text: string;
  /** The document and the place in it. */
  source: string;
  /** It may be broken, and blocks a pass. */
  isOpen?: boolean | undefined;
  /** No one has read it. */
  isUnread?: boolean | undefined;
}
