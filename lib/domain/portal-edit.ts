import type { MultiPolygon, Polygon } from "geojson";
import type { NewRecordEntry } from "@/lib/domain/application-record";
import type { EdgeKey } from "@/lib/domain/drift";
import type { RememberedClaim } from "@/lib/domain/drift-portal";
import type { FeatureCategory } from "@/lib/domain/feature-categories";
import type { FieldYearRef } from "@/lib/domain/field-year";
import type { RunoffSystem } from "@/lib/domain/product";
import type { SentPhoto } from "@/lib/domain/record-photo";
import type { Answer } from "@/lib/domain/question-kinds";

/** The most measures of one change: more than a menu lets count. */
export const MOST_MEASURES_AT_ONCE = 40;

/** The longest that a page says something waited to be sent, milliseconds: on a device whose clock began at 1970 and was set since. */
export const MOST_MS_AGO = 100 * 366 * 86_400_000;

/** The most characters of a note on a measure or practice. */
export const MAX_NOTES_LENGTH = 2000;

/**
 * Every edit of the portal, with the same names in the browser, on the wire, and in the use case that makes it. `base` is
 * what the editor saw: the use case refuses an edit whose base is no longer what is saved.
 */
export type PortalEdit =
  | SelectionEdit
  | AdviceEdit
  | ExemptionEdit
  | UndoEdit
  | RedoEdit
  | ReviewedEdit
  | DriftClaimEdit
  | DrawnFeatureEdit
  | ConfirmFeaturesEdit
  | DownslopeEdit
  | AttestationEdit
  | RecordEntryEdit
  | RecordPhotoEdit
  | RecordSignEdit;

/** What an applicator writes about a selected measure. */
export interface SelectionText {
  /** `YYYY-MM-DD` */
  implementationDate: string | null;
  notes: string | null;
}

/** Selects a measure, changes what is written about it, or takes it back. */
export interface SelectionEdit extends FieldYearRef {
  kind: "selection";
  system: RunoffSystem;
  subOptionId: number;
  /** Null: not selected. */
  base: SelectionText | null;
  /** Null takes it back. */
  selection: SelectionText | null;
}

/** Selects a set of measures as one change. */
export interface AdviceEdit extends FieldYearRef {
  kind: "advice";
  system: RunoffSystem;
  subOptionIds: number[];
  /** A set closes a gap only with what was selected when it was advised, so any other change since refuses it. */
  baseRevision: number;
}

/** Answers the exemption questions. No reason: none apply. */
export interface ExemptionEdit extends FieldYearRef {
  kind: "exemption";
  applicationEventId: string;
  /** The time of the answer the editor saw, ISO 8601; null: there was none. */
  baseAnsweredAt: string | null;
  reasons: string[];
  /** What is treated, where a reason holds for small areas alone; null: no such reason. */
  treatedAcres: number | null;
}

/** Takes a change back. */
export interface UndoEdit extends FieldYearRef {
  kind: "undo";
  changeId: string;
}

/** Makes an undone change again. `changeId` is that of its undo. */
export interface RedoEdit extends FieldYearRef {
  kind: "redo";
  changeId: string;
}

/** Marks a limitation's text as read, or takes the mark back. */
export interface ReviewedEdit extends FieldYearRef {
  kind: "reviewed";
  applicationEventId: string;
  /** The product's registration number, or its name where it has none. */
  product: string;
  pulaId: number;
  limitationId: number;
  /** Of the text that was on the page: another text was not read. */
  textHash: string;
  reviewed: boolean;
}

/** The details of a claimed drift practice. */
export type ClaimText = Omit<RememberedClaim, "subOptionId">;

/** Says that a drift practice is in place for an application, changes its notes, or takes it back. */
export interface DriftClaimEdit extends FieldYearRef {
  kind: "drift_claim";
  applicationEventId: string;
  subOptionId: number;
  /** Null: not claimed. */
  base: ClaimText | null;
  /** Null takes it back. */
  claim: ClaimText | null;
}

/** A drawing as it was made on the map. Its category says whether the ground may carry a buffer. */
export interface Drawing {
  category: FeatureCategory;
  label: string | null;
  geometry: Polygon | MultiPolygon;
}

/** Saves a drawing, changes one, or takes one away. */
export interface DrawnFeatureEdit extends FieldYearRef {
  kind: "drawn_feature";
  /** Chosen by the page, so that an edit that is sent twice is made once. */
  featureId: string;
  /** Null: nothing. */
  base: (Drawing & { boundaryHash: string }) | null;
  /** Null takes it away. */
  drawing: Drawing | null;
}

/** Says that drawings of an earlier boundary hold for the present one. */
export interface ConfirmFeaturesEdit extends FieldYearRef {
  kind: "confirm_features";
  featureIds: string[];
  /** The boundary that the editor saw. */
  boundaryHash: string;
}

/** Marks all downslope edges of a field, in place of what was marked. None: nothing is marked, and every edge counts. */
export interface DownslopeEdit extends FieldYearRef {
  kind: "downslope";
  edges: EdgeKey[];
  /** The boundary that the editor saw. */
  boundaryHash: string;
}

/** Answers a question that only the applicator can answer, changes the answer, or takes it back. */
export interface AttestationEdit extends FieldYearRef {
  kind: "attestation";
  applicationEventId: string;
  questionId: string;
  /** Of the facts that the question rested on when it was read: about other facts it was not answered. */
  fingerprint: string;
  /** The time of the answer the editor saw, ISO 8601; null: there was none. */
  baseAttestedAt: string | null;
  /** Null takes the answer back. */
  said: { answer: Answer; attestedBy: string } | null;
  /** How long before it was sent it was said, milliseconds, where it waited: it may wait for a network for days. Left out by an earlier version. */
  saidMsAgo?: number | undefined;
}

/** Adds an entry to the record of an application. Nothing that is there is changed by it. */
export interface RecordEntryEdit extends FieldYearRef {
  kind: "record_entry";
  applicationEventId: string;
  entry: NewRecordEntry;
}

/** Adds a photo to the record of an application. */
export interface RecordPhotoEdit extends FieldYearRef {
  kind: "record_photo";
  applicationEventId: string;
  photo: SentPhoto;
}

/** Signs the record of an application as the signer saw it. */
export interface RecordSignEdit extends FieldYearRef {
  kind: "record_sign";
  applicationEventId: string;
  signedBy: string;
  /** Entries that the signer saw, those on their way included. */
  entriesSeen: number;
}
