import type { PortalAddress } from "@/lib/domain/field-year";

export interface LimitationView {
  /** Unique on its page: names the form and the anchor. */
  id: string;
  /** The product's registration number, or its name where it has none. */
  product: string;
  pulaId: number;
  limitationId: number;
  /** Names the text, so that a mark holds for this one alone. */
  textHash: string;
  code: string;
  text: string;
  eventName: string;
  effective: string;
  /** "All of the field", "About 40 % of the field"; null where the share is not known. */
  share: string | null;
  /** When someone ticked this very text as read; null when no one has. */
  reviewedAt: string | null;
}

export interface LimitationsView {
  address: PortalAddress;
  /** By product, in the order of the application. */
  products: {
    name: string;
    registration: string | null;
    /** Why nothing found under it may mean nothing; null: nothing found is nothing loaded. */
    gap: string | null;
    limitations: LimitationView[];
  }[];
  /** Where a mark is posted without a script. */
  action: string;
  total: number;
  reviewed: number;
  isLocked: boolean;
  /** Said instead of a list when there is none. */
  nothing: { title: string; text: string } | null;
  /** Areas with codes whose text is not loaded. */
  missingTexts: string[];
  /** PULAs of the field that limit none of the products. */
  otherAreas: string[];
  bulletinLink: string;
}
