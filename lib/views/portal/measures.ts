import type { FieldYearLive, CitationView } from "@/lib/views/portal/field-year";
import type { RunoffSystem } from "@/lib/domain/product";

/** A measure's texts. How it stands is in `FieldYearLive.measures`. */
export interface MeasureText {
  id: number;
  label: string;
  /** "3 points", or that its points are not a fixed figure. */
  points: string;
  /** The soils it is for; null for every soil. */
  soils: string | null;
  helperText: string | null;
  helperLink: string | null;
  /** How far the figure can be trusted, in words. */
  evidence: string;
  citations: CitationView[];
}

export interface OptionText {
  id: number;
  label: string;
  /** What it is, and how many of its measures count. */
  texts: string[];
  helperLink: string | null;
  measures: MeasureText[];
}

export interface CategoryText {
  id: number;
  label: string;
  description: string | null;
  options: OptionText[];
}

export interface MenuText {
  system: RunoffSystem;
  title: string;
  introduction: string;
  edition: string;
  categories: CategoryText[];
}

/** Measures of one system that this field had in the year before, and that can still be selected. */
export interface LastYearView {
  system: RunoffSystem;
  year: number;
  measures: { id: number; label: string }[];
}

/** The measures page. */
export interface MeasuresView {
  menus: MenuText[];
  lastYear: LastYearView[];
  live: FieldYearLive;
}
