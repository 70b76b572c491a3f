import { DRIFT_WORDS } from "@/lib/views/issues/spanish/drift";
import { GROUND_WORDS } from "@/lib/views/issues/spanish/ground";
import { LABEL_WORDS } from "@/lib/views/issues/spanish/label";
import { PRODUCT_WORDS } from "@/lib/views/issues/spanish/product";
import type { IssueCatalogue } from "@/lib/views/issues/issue-words";

/** Every issue code in Spanish, as applicators from Mexico read it. */
export const SPANISH: IssueCatalogue = { ...DRIFT_WORDS, ...GROUND_WORDS, ...LABEL_WORDS, ...PRODUCT_WORDS };
