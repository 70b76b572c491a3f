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
  /** The zone whose clock the field keeps; UTC where that is not known. */
  timeZone: string;
  /** When the server made this. */
  servedAt: string;
  /** `date`: `YYYY-MM-DD`, and `day` in words. `id`: null where the field has one application alone. */
  application: { products: string[]; date: string; day: string; id: string | null };
  headline: string;
  /** One or two sentences under the headline. */
  reason: string;
  /** What to leave in the wind of the record, where the headline says something else; null where nothing is known. */
  leave: string | null;
  /** "It holds for …": rates of the computation that are not those of the check, where the headline does not say so. */
  rates: string | null;
  /** "It rests on your word: …": what of a pass no one but the applicator knows; null where there is nothing, or no pass. */
  onWord: string | null;
  /** The wind that the buffer was worked out for, and whether it was old when this was made; null without one, or where it holds no more. */
  wind: { words: string; at: string; isOld: boolean } | null;
  /** "The application is dated …": said where the wind is that of another day. */
  otherDay: string | null;
  /** Newer data changes the answer, or what it rests on ends: the application has to be checked again. */
  recheck: string | null;
  /** Everything that the service can check is checked. */
  isDone: boolean;
  checklist: ProductChecklist[];
  /** Limitation texts to follow, as a line of the checklist; null where there are none. */
  followTexts: string | null;
  /** `isMachine`: it leads to files for the machine, which follow the wind of the answer. */
  next: { href: string; words: string; isMachine: boolean } | null;
  driftHref: string;
  limitationsHref: string;
  figure: { figure: ReportFigure; description: string; windFromDeg: number | null } | null;
}
