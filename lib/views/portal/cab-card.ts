import type { OverallStatus } from "@/lib/domain/compliance";
import type { ReportFigure } from "@/lib/domain/report";
import type { ProductChecklist } from "@/lib/views/checklist";

/** What the card comes down to: what must not happen, what is missing, or what is left to do by hand. */
export type CabCardKind = "stop" | "open" | "done";

/** The answer for someone at the sprayer: one sentence, the wind it holds for, and a picture. */
export interface CabCardView {
  kind: CabCardKind;
  standing: OverallStatus;
  fieldName: string;
  headline: string;
  /** One or two sentences under the headline. */
  reason: string;
  /** What to leave in the wind of the record, where the headline says something else; null where nothing is known. */
  leave: string | null;
  /** The wind that the buffer was worked out for; null without one, or where it holds no more. */
  wind: { words: string; at: string } | null;
  /** "The application is dated …": said where the wind is that of another day. */
  otherDay: string | null;
  /** Everything that the service can check is checked. */
  isDone: boolean;
  checklist: ProductChecklist[];
  /** Limitation texts to follow, as a line of the checklist; null where there are none. */
  followTexts: string | null;
  next: { href: string; words: string } | null;
  driftHref: string;
  limitationsHref: string;
  figure: { figure: ReportFigure; description: string; windFromDeg: number | null } | null;
}
