import type { ApplicationMethod, BoomHeight, DropletSize } from "@/lib/domain/application";
import type { OverallStatus } from "@/lib/domain/compliance";
import type { EdgeReason, ManualClaim, Weather, EdgeKey } from "@/lib/domain/drift";
import type { DriftOnMap } from "@/lib/domain/field-map";
import type { DriftPageWords, SprayerChoices } from "@/lib/views/portal/drift-page-words";
import type { CitationView, FieldYearLive } from "@/lib/views/portal/field-year";
import type { IssueView } from "@/lib/views/portal/overview";
import type { TextPart } from "@/lib/views/text-parts";
import type { BufferType } from "@/lib/domain/product";

/** The sprayer as it is set up; null: not told. */
export interface SprayerSetup {
  method: ApplicationMethod;
  dropletSize: DropletSize | null;
  boomHeight: BoomHeight | null;
  /** Spray volume, gallons per acre. */
  gpa: number | null;
}

/** A product of the application with its rate. The rate keeps the caller's own unit. */
export interface RatedProductView {
  productIndex: number;
  name: string;
  epaNumber: string | null;
  rate: number;
  rateUnit: string;
}

export interface DriftFactView {
  label: string;
  value: string;
}

/** Whether a buffer could be placed, and what came of it. */
export const PLACEMENTS = ["not_asked", "open", "none_left", "buffer", "no_buffer"] as const;
export type Placement = (typeof PLACEMENTS)[number];

/** An edge as the drift answer has it; figures are rounded as the API rounds them. */
export interface EdgeView extends EdgeKey {
  /** Away from treated ground, degrees clockwise from north. */
  outwardBearingDeg: number;
  lengthFt: number;
  requiredFt: number | null;
  reductionPercent: number | null;
  bufferFt: number | null;
  creditedOutsideFt: number | null;
  /** Whose requirement asks most of it. */
  productIndex: number | null;
  bufferType: BufferType | null;
  reason: EdgeReason;
}

/** What is left inside the field of an edge's distance, feet: ground outside that carries all of it leaves nothing. */
export const keptFt = ({ bufferFt, creditedOutsideFt }: EdgeView): number =>
  Math.max(0, (bufferFt ?? 0) - (creditedOutsideFt ?? 0));

export interface ProductBufferView {
  productIndex: number;
  name: string;
  /** Its registration number with what it is, or that it has none. */
  registration: string;
  rawDistanceFt: number | null;
  reductionPercent: number | null;
  bufferFt: number | null;
  standing: OverallStatus;
  badge: string;
  issues: string[];
}

/** How a practice stands under the conditions of an answer. Its texts are in `PracticeText`. */
export interface PracticeState {
  id: number;
  standing: "verified" | "claimed" | "no_effect" | "disallowed" | "not_in_use";
  /** The standing in a word or two. */
  badge: string;
  /** What it takes off here, or why nothing. */
  text: string;
  /** Claimed or shown, it takes something off some buffer of this mix, as far as is known. */
  helps: boolean;
}

/** The wind dial is drawn in a square of twice this. */
export const DIAL_CENTER = 130;
/** The circle inside the dial's ring that the field's picture fills. */
export const PICTURE_RADIUS = 84;

/** The field as the wind dial draws it, north up: SVG path data in the dial's units. */
export interface DialPicture {
  field: string;
  /** Ground outside the buffer; null where none is, or where nothing is placed. */
  treatable: string | null;
  /** The same of other winds, where the picture is that of several: only what lies in all of it may be treated. */
  within?: readonly string[];
  /** False: it is not known where buffers lie. */
  isPlaced: boolean;
}

export interface RosePoint {
  windDirectionDeg: number;
  /** Share of the field outside the buffer, percent. */
  treatablePercent: number;
  bufferAcres: number;
  /** Ground outside the buffer for the dial's picture; null where none is, or where it was not asked for. */
  treatable: string | null;
}

/** What is expected to come down at distances downwind of this set-up. */
export interface DepositionView {
  /** The curve in words. */
  curve: string;
  points: { distanceFt: number; percent: number }[];
  /** At each product's buffer. */
  marks: { name: string; distanceFt: number; percent: number; isExtrapolated: boolean }[];
  citation: CitationView | null;
}

/** A rule that the answer rests on. */
export interface RuleView {
  text: string;
  /** The same in parts, where some of it stands in English on a page in another language. */
  parts?: TextPart[] | undefined;
  /** "Label of X, section 4"; null where the rule is the service's own. */
  source: string | null;
  /** How far it can be trusted, in words. */
  evidence: string | null;
}

/** What buffers some conditions ask for. */
export interface DriftAnswerView {
  isSaved: boolean;
  checkedAt: string;
  weather: Weather;
  conditions: DriftFactView[];
  placement: Placement;
  standing: OverallStatus;
  badge: string;
  headline: string;
  /** How much lies outside the buffer, in words. */
  area: string;
  /** Percent of the field outside the buffer; null where nothing could be placed. */
  treatablePercent: number | null;
  /** Where the whole application stands with these buffers. */
  overall: { standing: OverallStatus; text: string };
  issues: IssueView[];
  edges: EdgeView[];
  products: ProductBufferView[];
  practices: PracticeState[];
  rose: RosePoint[] | null;
  /** Null: the set-up leaves open which curve it is. */
  deposition: DepositionView | null;
  rules: RuleView[];
  /** Ground beside the field that was looked at. */
  ground: string;
  /** Null in a saved answer: the page has its map from elsewhere. */
  map: DriftOnMap | null;
  /** Null in a saved answer: the page has it from its map. */
  picture: DialPicture | null;
  /** Names what the answer rests on, so that it is not saved on top of something else; null in a saved one. */
  basis: string | null;
}

/** A drift practice of the menu. How it stands is in `DriftAnswerView.practices`. */
export interface PracticeText {
  id: number;
  label: string;
  /** `setup`: shown by the inputs. `claim`: someone has to say so. */
  basis: "setup" | "claim";
  helperText: string | null;
  /** What it takes off, one line for each kind of sprayer and wind. */
  gives: string[];
  evidence: string;
  /** No figure of it has been verified: a claim of it takes nothing off. */
  isUnverified: boolean;
  citations: CitationView[];
  /** Which labels rule it out; null: none does. */
  ruledOut: string | null;
}

/** What the form begins with: the last saved conditions, or what the application was checked with. */
export interface ConditionsView {
  weather: { [Name in keyof Weather]: Weather[Name] | null };
  /** When the saved wind was read, UTC; null: none is saved. */
  windReadAt: string | null;
  setup: SprayerSetup;
  products: RatedProductView[];
}

/** The drift page of an application. */
export interface DriftView {
  words: DriftPageWords;
  choices: SprayerChoices;
  live: FieldYearLive;
  applicationEventId: string;
  grantPath: string;
  lock: { isLocked: boolean; text: string | null };
  /** The field-year is closed: drawings and downslope marks belong to it. */
  isFieldYearLocked: boolean;
  /** Said in place of the tools: no product of the mix asks for a drift buffer. */
  nothing: string | null;
  conditions: ConditionsView;
  /** What the check saved, and a computation does not change. */
  checked: { setup: SprayerSetup; products: RatedProductView[] };
  practices: PracticeText[];
  /** Said where no practice can take anything off. */
  practiceNote: string | null;
  claims: ManualClaim[];
  /** Null: nothing was worked out and saved since the last check. */
  saved: DriftAnswerView | null;
  /** Something that the saved answer rests on was changed after it was worked out. */
  isSavedOutdated: boolean;
}
