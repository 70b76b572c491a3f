import type { SuggestedRecheck, SwitchedKind } from "@/lib/domain/recheck";

/** A look at what a set, or rule tables, would change of the planned applications, asked for in the console. */
export interface DataPreview {
  previewId: string;
  kind: SwitchedKind;
  /** In force when it was asked for. */
  fromVersion: string;
  toVersion: string;
  askedBy: string;
  askedAt: Date;
  state: "waiting" | "running" | "done" | "failed";
  /** With a planned application that was looked at; null until it has ended. */
  fields: number | null;
  /** Applications that could not be assessed by both sides; the log names them. */
  failed: number | null;
  /** Why it failed. */
  detail: string | null;
  endedAt: Date | null;
}

export const PREVIEW_DIMENSIONS = ["provider", "product", "county"] as const;
export type PreviewDimension = (typeof PREVIEW_DIMENSIONS)[number];

/** Which findings are asked for; null: any. */
export type PreviewFilter = Record<PreviewDimension, string | null>;

export interface PreviewCount {
  dimension: PreviewDimension | "status";
  value: string;
  applications: number;
}

export interface PreviewPage {
  total: number;
  findings: SuggestedRecheck[];
}
