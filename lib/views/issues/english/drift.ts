import type { IssueParticulars, RateTierProblem, RateTierUnit } from "@/lib/domain/issue-particulars";
import type { DriftIssueCode, IssueCatalogueOf } from "@/lib/views/issues/issue-words";

const practices = ({ practices: named = [] }: IssueParticulars<"MANUAL_DRIFT_PRACTICE_UNVERIFIED">): string[] =>
  named.map(({ label, subOptionId }) => label ?? `practice ${subOptionId}`);

const TIER_UNITS = {
  fl_oz_per_acre: "a volume per acre: fl oz, pt, qt, gal, mL, or L",
  lb_per_acre: "a weight per acre: lb, oz by weight, g, or kg",
} satisfies Record<RateTierUnit, string>;

const tierProblem = (problem: RateTierProblem): string =>
  problem.kind === "outside"
    ? "the rate falls in none of them"
    : `the rate in “${problem.rateUnit}” cannot be compared with them; send ${problem.tierUnits.map((unit) => TIER_UNITS[unit]).join(", or ")}`;

/** Droplets, boom, method, practices and the buffer. */
export const DRIFT_WORDS: IssueCatalogueOf<DriftIssueCode> = {
  DROPLET_BELOW_LABEL_MINIMUM: {
    message: "The droplet size is finer than the label allows.",
    headline: "droplets are finer than the label allows",
    remedy: "Choose a nozzle and pressure that give the label's droplet size or coarser.",
  },
  DROPLET_BELOW_BUFFER_TIER: {
    message: "The droplet size is finer than any buffer distance on the label covers.",
    headline: "droplets are finer than any buffer on the label covers",
    remedy: "Choose a coarser droplet size.",
  },
  BOOM_HEIGHT_EXCEEDS_LIMIT: {
    message: "The boom is higher than the label allows.",
    headline: "the boom is higher than the label allows",
    remedy: "Lower the boom.",
  },
  MANUAL_DRIFT_OPTION_DISALLOWED: {
    message: "One of the products does not allow a claimed drift practice.",
    details: practices,
    headline: "a claimed drift practice is not allowed for a product",
    remedy: "Withdraw the practice, or leave out the product that forbids it.",
  },
  NO_TREATABLE_AREA: {
    message: "The buffer covers the whole field.",
    headline: "the drift buffer covers the whole field",
    remedy: "Wait for a different wind, or change the setup or the products.",
  },
  METHOD_NOT_PERMITTED: {
    message: "The label does not allow this application method.",
    details: ({ nozzle }) => (nozzle === undefined ? [] : [`not on the label's list, says the applicator: ${nozzle}`]),
    headline: "a label does not allow this application method",
    remedy: "Apply with a method that the label allows.",
  },
  DRIFT_CONDITIONS_UNVERIFIED: {
    message: "A drift buffer is required, and the conditions at application are not known yet.",
    details: ({ isOutdated }) =>
      isOutdated === true
        ? [
            "practices, drawn areas, slopes, the mapped ground, or this service's rules changed after the buffer was computed",
          ]
        : [],
    headline: "the drift buffer needs the wind of the day",
    remedy: "Compute the drift buffer at application time with the wind at the sprayer.",
    portalRemedy: () => "Work it out on the drift page, with the wind at the sprayer.",
  },
  LABEL_DROPLET_MINIMUM_UNRESOLVED: {
    message: "The label sets a droplet size that we have not established.",
    details: ({ setBy = [] }) => (setBy.includes("nozzle_list") ? ["the label's list of nozzles decides it"] : []),
    headline: "the label's droplet size is not established",
    remedy: "Read the droplet size or the approved nozzles on the label.",
  },
  DROPLET_SIZE_MISSING: {
    message: "A rule needs the droplet size, and none was sent.",
    headline: "the droplet size is missing",
    remedy: "Send the droplet size.",
    portalRemedy: () => "Choose the droplet size on the drift page.",
  },
  DRIFT_METHOD_UNRESOLVED: {
    message: "The label does not say which drift buffer this method needs.",
    headline: "the label is silent on drift for this method",
    remedy: "Read the label for this application method.",
  },
  WIND_SPEED_UNRESOLVED: {
    message: "The wind is outside the speeds that the label's buffers cover.",
    headline: "the wind is outside what the label covers",
    remedy: "Wait for wind that the label covers.",
  },
  MANUAL_DRIFT_PRACTICE_UNVERIFIED: {
    message: "We cannot verify a claimed drift practice.",
    details: practices,
    headline: "a claimed drift practice cannot be verified",
    remedy: "Keep a record of the practice; this service does not prove it.",
  },
  BOOM_HEIGHT_MISSING: {
    message: "A rule needs the boom height, and none was sent.",
    headline: "the boom height is missing",
    remedy: "Send the boom height.",
    portalRemedy: () => "Choose the boom height on the drift page.",
  },
  DRIFT_RATE_TIER_UNRESOLVED: {
    message: "We don't know which of the label's rate tiers applies.",
    details: ({ tiers = [] }) => tiers.map(tierProblem),
    headline: "the label's tier for this rate is not known",
    remedy: "Check the rate. Send it in a unit that can be compared with the label's.",
    portalRemedy: (provider) => `Check the rate and its unit in ${provider}.`,
  },
  DRIFT_REQUIREMENT_UNRESOLVED: {
    message: "We don't know which drift buffer is required.",
    headline: "the drift buffer required is not known",
    remedy: "Read the label and the limitation text.",
  },
  DOWNSLOPE_UNVERIFIED: {
    message: "The downslope edges are not marked.",
    headline: "mark the downslope edges",
    remedy: "Mark the downslope edges in the portal.",
    portalRemedy: () => "Mark the downslope edges on the map.",
  },
};
