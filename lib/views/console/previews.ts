import type { DataPreview, PreviewFilter } from "@/lib/domain/data-preview";

export const PREVIEW_WORDS: Record<DataPreview["state"], string> = {
  waiting: "Waits for the worker",
  running: "Under way",
  done: "Done",
  failed: "Failed",
};

/** One group of findings, such as the providers, each leading to its own findings. */
export interface FindingGroup {
  title: string;
  column: string;
  rows: { name: string; applications: string; href: string | null }[];
}

export interface PreviewMap {
  viewBox: string;
  label: string;
  counties: { geoId: string; name: string; path: string }[];
  before: { id: number; path: string }[];
  after: { id: number; path: string }[];
  places: [number, number][];
  /** Of a place's dot, in the units of the box. */
  radius: number;
}

export interface PreviewView {
  previewId: string;
  title: string;
  state: DataPreview["state"];
  /** Such as "12 planned applications change." */
  summary: string;
  facts: { label: string; value: string }[];
  /** Why it failed, or why it no longer holds. */
  warning: string | null;
  groups: FindingGroup[];
  /** What the rows are narrowed to; empty: nothing. */
  narrowed: string;
  rows: { id: string; cells: string[] }[];
  query: Record<string, string>;
  page: number;
  pages: number;
  map: PreviewMap | null;
  csvHref: string;
  /** Where the set is switched to; null for rule tables. */
  switchHref: string | null;
}

export const previewHref = (previewId: string): string => `/console/data/previews/${previewId}`;

/** The part of an address that narrows findings; empty members are left out. */
export const filterQuery = (filter: PreviewFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
