import { z } from "zod";
import { CREDIT_SOURCES, EXEMPTION_REASONS, NOT_CREDITED_REASONS } from "@/lib/domain/mitigation";
import { MITIGATION_TYPES } from "@/lib/domain/product";
import { SOIL_SPLITS } from "@/lib/domain/soil";
import { choices } from "@/lib/contracts/shared/choices";

export const mitigationTypeSchema = choices(
  "MitigationType",
  "A system of requirements. Points and distances of different systems never add up.",
  MITIGATION_TYPES,
  {
    epa_runoff: "EPA's runoff mitigation menu, counted in points.",
    trait_runoff: "the runoff menu of a trait program such as Enlist, counted in points of its own.",
    epa_drift_ground: "spray drift buffers of ground applications, in feet.",
    epa_drift_aerial: "spray drift buffers of aerial applications, in feet.",
    epa_drift_airblast: "spray drift buffers of airblast applications, in feet.",
  },
);

const CREDIT_MEANINGS = {
  always: "every field earns it.",
  slope: "the field's average slope earns it.",
  soil: "the field's hydrologic soil group earns it.",
  county: "the county's runoff vulnerability class earns it.",
} as const;

export const creditSourceSchema = choices("CreditSource", "Where a measure came from.", CREDIT_SOURCES, {
  ...CREDIT_MEANINGS,
  portal:
    "the applicator chose it in the portal, or chose measures there that earn it: the bonus for two kinds of measures.",
});

export const autoCreditSourceSchema = choices(
  "AutoCreditSource",
  "Which fact of the field earns a credit without anyone choosing it.",
  ["always", "slope", "soil", "county"],
  CREDIT_MEANINGS,
);

export const notCreditedReasonSchema = choices(
  "NotCreditedReason",
  "Why a chosen measure earns nothing.",
  NOT_CREDITED_REASONS,
  {
    SOIL_INELIGIBLE: "it does not count on this field's soil.",
    PRODUCT_RESTRICTED: "the label of a product in the tank rules it out.",
    OVER_MAX_SELECT: "more measures of its option or category are chosen than count.",
    OVER_CAP: "its option has already earned all the points it can.",
    INACTIVE: "the menu in force no longer has it.",
    EXCLUSIVE: "another chosen measure excludes it.",
    NOT_DERIVED:
      "its points cannot be derived from facts that count, its date is after the application, or the application or others of the year say otherwise.",
  },
);

export const soilSplitSchema = choices("SoilSplit", "The soils a measure is for.", SOIL_SPLITS, {
  A_B: "hydrologic soil groups A and B.",
  C_D: "hydrologic soil groups C and D.",
});

/** Reasons of old records may be others, so this is a list of words and no closed set. */
export const exemptionReasonsSchema = z
  .array(z.string())
  .nullable()
  .describe(
    `Why the applicator claims a runoff exemption: ${EXEMPTION_REASONS.map((reason) => `\`${reason}\``).join(", ")}. ` +
      'An empty list is the answer "None apply"; null means that no one has answered, or an old record without reasons.',
  );
