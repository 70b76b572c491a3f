import type { IssueParticulars } from "@/lib/domain/issue-particulars";
import type { IssueCode } from "@/lib/domain/issues";

/** What one code says in one language. Only people read it: no program decides anything by these words. */
export interface IssueWords<Code extends IssueCode> {
  /** What is wrong or missing, in one sentence. */
  message: string;
  /** What is particular to this case, each as a phrase. */
  details?: (particulars: IssueParticulars<Code>) => string[];
  /** The message as a phrase for a headline or a list. */
  headline: string;
  /** What to do, for someone who can send applications. */
  remedy: string;
  /** What to do, for an applicator in the portal; `provider` is the software that sent the application. */
  portalRemedy?: (provider: string) => string;
}

export type IssueCatalogue = { [Code in IssueCode]: IssueWords<Code> };
/** The part of a catalogue that one file holds. */
export type IssueCatalogueOf<Code extends IssueCode> = { [Each in Code]: IssueWords<Each> };
