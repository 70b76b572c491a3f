import { DRIFT_WORDS } from "@/lib/views/issues/english/drift";
import { GROUND_WORDS } from "@/lib/views/issues/english/ground";
import { LABEL_WORDS } from "@/lib/views/issues/english/label";
import { PRODUCT_WORDS } from "@/lib/views/issues/english/product";
import type { IssueCatalogue } from "@/lib/views/issues/issue-words";

/** Every issue code in American English. */
export const ENGLISH: IssueCatalogue = { ...DRIFT_WORDS, ...GROUND_WORDS, ...LABEL_WORDS, ...PRODUCT_WORDS };
