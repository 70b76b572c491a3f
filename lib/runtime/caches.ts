import { LRUCache } from "lru-cache";
import type { LimitedNames } from "@/lib/data/limited-names";
import type { KeyHolder } from "@/lib/data/providers";
import type { SlipIndex } from "@/lib/domain/name-slips";
import type { CatalogueProduct, LimitationRule } from "@/lib/domain/product";
import type { Comparison } from "@/lib/domain/recheck";
import type { Rulebook } from "@/lib/domain/tables";
import type { BrandIndex } from "@/lib/domain/brand-names";
import type { RegulatedAreas } from "@/lib/domain/pula";
import type { ReportLogo } from "@/lib/domain/report";
import type { SprayWindows } from "@/lib/domain/spray-windows";

/** A look-up in the catalogue as it was answered; `product` null: the catalogue does not hold the number. */
export interface CachedProduct {
  dataSetId: number;
  version: string;
  product: CatalogueProduct | null;
}

/** `words`: it has the name, or begins with it, or the other way round. `slip`: it does, but for a typo. */
export type PesticideLikeness = "words" | "slip" | "none";

/** Answers that may be up to a minute old: keys, products, limitation rules, the areas on maps and spray windows. */
export interface Caches {
  keys: LRUCache<string, { holder: KeyHolder }>;
  /** Keys that no provider has, for so short a time that a key may be issued meanwhile. */
  unknownKeys: LRUCache<string, true>;
  /** Keys that were known a while ago: guesses from the same address do not stand in the way of asking for them again. */
  keysKnownBefore: LRUCache<string, true>;
  /** How many unknown keys each address asked for, in the minute after its first. */
  unknownKeysOf: LRUCache<string, { count: number }>;
  products: LRUCache<string, CachedProduct>;
  limitationRules: LRUCache<number, LimitationRule[]>;
  /** Names sent without a number, and how a pesticide of the catalogue is named like them. */
  pesticideNames: LRUCache<string, PesticideLikeness>;
  /** By catalogue set, whose names never change: all of them, for the names that were mistyped. */
  nameSlips: LRUCache<number, Promise<SlipIndex>>;
  /** By catalogue set, whose names never change. */
  brandNames: LRUCache<number, BrandIndex>;
  /** What the limitations of a set name; those of the set in force under a key of their own. */
  limitedNames: LRUCache<"active" | number, LimitedNames>;
  /** Of the fields whose map was shown, by boundary, day and data sets. */
  mapAreas: LRUCache<string, RegulatedAreas>;
  /** Weeks of hours that were judged, by everything saved that they rest on and the forecast. */
  sprayWindows: LRUCache<string, SprayWindows>;
  /** Logos as they may be shown, by provider and stored hash; null: the stored one cannot be shown. */
  logos: LRUCache<string, Promise<ReportLogo | null>>;
  /** What is read of a catalogue set in place of the one in force, by set. */
  ofCatalogues: LRUCache<number, Caches>;
  /** The rules by day of a release in place of this one's, by release, whose tables never change. */
  rulesOfReleases: LRUCache<number, (date: string) => Rulebook>;
  /** What switches make of answers that the radar has not come to, by switch, application, and its last check. */
  compared: LRUCache<string, Comparison>;
}

/** A revoked key, a new product and a switched set act within this time even where no notice of them is heard. */
export const CACHE_MS = 60_000;
const UNKNOWN_KEY_MS = 3_000;
const KNOWN_BEFORE_MS = 86_400_000;
/** What is saved of an application meanwhile changes its points and buffers, and hardly what a switch makes of its requirements. */
const COMPARED_MS = 600_000;

/** Empty ones: the process has one set of caches, and a question about data that is not in force has its own. */
export const createCaches = (): Caches => ({
  keys: new LRUCache({ max: 10_000, ttl: CACHE_MS }),
  unknownKeys: new LRUCache({ max: 10_000, ttl: UNKNOWN_KEY_MS }),
  keysKnownBefore: new LRUCache({ max: 10_000, ttl: KNOWN_BEFORE_MS }),
  unknownKeysOf: new LRUCache({ max: 10_000, ttl: CACHE_MS }),
  products: new LRUCache({ max: 20_000, ttl: CACHE_MS }),
  pesticideNames: new LRUCache({ max: 20_000, ttl: CACHE_MS }),
  nameSlips: new LRUCache({ max: 2 }),
  limitationRules: new LRUCache({ max: 4, ttl: CACHE_MS }),
  brandNames: new LRUCache({ max: 2 }),
  limitedNames: new LRUCache({ max: 5, ttl: CACHE_MS }),
  mapAreas: new LRUCache({ max: 2000, ttl: CACHE_MS }),
  sprayWindows: new LRUCache({ max: 100, ttl: CACHE_MS }),
  // What a hash stands for does not change, so these stay.
  logos: new LRUCache({ max: 500 }),
  ofCatalogues: new LRUCache({ max: 2 }),
  rulesOfReleases: new LRUCache({ max: 4 }),
  compared: new LRUCache({ max: 20_000, ttl: COMPARED_MS }),
});
