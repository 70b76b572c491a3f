import { countyWithCode } from "@/lib/views/county-name";
import type { GroundIssueCode, IssueCatalogueOf } from "@/lib/views/issues/issue-words";

/** Runoff, the areas and soil of the field, and the data behind an answer. */
export const GROUND_WORDS: IssueCatalogueOf<GroundIssueCode> = {
  RUNOFF_TYPE_UNRESOLVED: {
    message: "We don't know which runoff system a requirement belongs to.",
    headline: "which runoff rule applies is not known",
    remedy: "Ask the operator to complete the rule.",
    portalRemedy: () => "Read the label and the limitation text.",
  },
  SOIL_UNAVAILABLE: {
    message: "Soil data for this field is missing.",
    details: ({ isPartly }) =>
      isPartly === true ? ["the survey has none for part of the field, on which its soil group depends"] : [],
    headline: "soil data is missing",
    remedy: "Send the check again later. Until the survey has it, nothing that depends on soil is counted.",
    portalRemedy: (provider) =>
      `${provider} can send the check again later. What depends on soil is not counted until the survey has it.`,
  },
  LIMITATIONS_REVIEW_REQUIRED: {
    message: "Pesticide use limitations apply here, and you must read them.",
    details: ({ areasWithoutText = [], mayName = [] }) => [
      ...areasWithoutText.map(({ pulaId, codes }) => `PULA ${pulaId}: no text is loaded for ${codes.join(", ")}`),
      ...mayName.map(
        ({ pulaId, codes }) =>
          `PULA ${pulaId}: ${codes.join(", ")} may name an ingredient of a product whose ingredients are not all known here`,
      ),
    ],
    headline: "review the limitation text",
    remedy: "Read the text of each limitation and follow it.",
  },
  UNSUPPORTED_MITIGATION: {
    message: "A limitation refers to a mitigation scheme that this service does not score.",
    details: ({ limitationCodes = [], mitigationTypes = [] }) => [
      ...limitationCodes.map((code) => `code ${code}`),
      ...mitigationTypes,
    ],
    headline: "a limitation asks for something that is not scored here",
    remedy: "Follow the scheme that the limitation text names.",
  },
  RUNOFF_APPLICABILITY_UNVERIFIED: {
    message: "We don't know yet whether a runoff program applies to this application.",
    headline: "whether a runoff program applies is not confirmed",
    remedy: "Confirm on the label whether the program applies.",
  },
  RUNOFF_REQUIREMENT_UNRESOLVED: {
    message: "We don't know how many runoff points are required.",
    headline: "how many points are needed is not known",
    remedy: "Read the label and the limitation text. An unknown requirement is never zero.",
  },
  APPLICATION_PROCESSING_INCOMPLETE: {
    message: "The application has not been processed completely.",
    details: ({ isBoundaryChanged }) =>
      isBoundaryChanged === true ? ["the field's boundary changed after the application was checked"] : [],
    headline: "the check is not complete",
    remedy: "Send the check again.",
    portalRemedy: (provider) => `${provider} can send the check again.`,
  },
  PULA_COVERAGE_MISSING: {
    message: "The loaded PULA data does not cover the whole field.",
    headline: "the bulletin data does not cover the field",
    remedy: "Read EPA's bulletin for this place. That no PULA was found here means nothing.",
  },
  COUNTY_CLASS_UNRESOLVED: {
    message: "A county of this field has no runoff vulnerability class.",
    details: ({ counties = [], isNoneFound }) => [
      ...(isNoneFound === true ? ["no county found"] : []),
      ...(counties.length === 0 ? [] : [counties.map((each) => countyWithCode(each, "en")).join(", ")]),
    ],
    headline: "a county has no runoff class",
    remedy: "No county credit is counted; meet the requirement with other measures.",
  },
  BULLETIN_EXPIRES: {
    message: "The application date is more than six months ahead, so a bulletin fetched today will not cover it.",
    headline: "the application is more than six months ahead",
    remedy: "Send the check again within six months of the application.",
    portalRemedy: (provider) =>
      `Have ${provider} send the check again within six months of the application: EPA's bulletin may change.`,
  },
  SOIL_QUEUE_FAILED: {
    message: "Soil data could not be queued for loading.",
    headline: "soil data could not be queued",
    remedy: "Send the check again later.",
    portalRemedy: (provider) => `${provider} can send the check again later.`,
  },
  DATA_SET_STALE: {
    message: "The PULA data has not been reloaded lately.",
    headline: "the bulletin data is old",
    remedy: "Check EPA's bulletin for changes.",
  },
};
