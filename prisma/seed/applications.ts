import type { DemoProviderId } from "@/prisma/seed/load-providers";
import type { FieldWish } from "@/prisma/seed/field-choice";

/** Members of a check request that differ between the demonstration's applications, as a provider would send them. */
interface Sent {
  application_method?: string;
  products: readonly Record<string, unknown>[];
  gpa?: number;
  droplet_size?: string;
  boom_height?: string;
  provider_group_id?: string;
  user_email?: string;
}

/** An application of the demonstration: what it shows, where it lies and what is sent, once or again and again. */
export interface DemoApplication {
  shows: string;
  providerId: DemoProviderId;
  accountId: string;
  applicationId: string;
  /** Days from the day it is first sent, or a day of its own. */
  date: number | string;
  field: FieldWish;
  sent: readonly [Sent, ...Sent[]];
}

const tiered = (rate = 1.5) => ({
  product_name: "DEMO Tiered Dry Herbicide",
  epa_number: "99002-1",
  rate,
  rate_unit: "lb/ac",
});
const edge = { product_name: "DEMO Edge Liquid Insecticide", epa_number: "99002-2", rate: 16, rate_unit: "fl oz/ac" };
const trait = { product_name: "DEMO Trait Herbicide", epa_number: "99002-3", rate: 22, rate_unit: "fl oz/ac" };
const open = { product_name: "DEMO Open Questions Herbicide", epa_number: "99002-4", rate: 1, rate_unit: "lb/ac" };
const unread = { product_name: "DEMO Unread Herbicide", epa_number: "99001-3", rate: 24, rate_unit: "fl oz/ac" };
const noEsa = { product_name: "DEMO Brook Liquid Herbicide", epa_number: "99001-1", rate: 32, rate_unit: "fl oz/ac" };
const unknown = { product_name: "DEMO Product No one Knows", epa_number: "99009-9", rate: 1, rate_unit: "qt/ac" };
const driftAid = { product_name: "Drift reducing adjuvant", rate: 4, rate_unit: "fl oz/ac" };
const ams = { product_name: "Ammonium sulfate", rate: 2, rate_unit: "lb/ac" };

const GROUND = { application_method: "Broadcast-Ground", gpa: 15, droplet_size: "VC", boom_height: "low" } as const;
const RIVER = "demo-account-1";
const UPLAND = "demo-account-2";
const SOUTH = "demo-account-3";

const of = (
  accountId: string,
  number: number,
  rest: Omit<DemoApplication, "providerId" | "accountId" | "applicationId" | "date"> & { date?: number | string },
): DemoApplication => ({
  date: 3 + number,
  ...rest,
  providerId: "demo-provider",
  accountId,
  applicationId: `demo-application-${String(number).padStart(2, "0")}`,
});

/** The application whose field and portal link the demonstration shows first. */
export const SHOWN_APPLICATION = "demo-application-01";
/** After the later PULA is in force, and so far ahead that a bulletin of today will have expired. */
const LATER_DAY = "2029-05-15";

export const DEMO_APPLICATIONS: readonly DemoApplication[] = [
  of(RIVER, 1, {
    shows: "a PULA with a limitation, nine points to earn",
    field: { inside: ["streamFish"], kinds: ["quarter", "half"] },
    sent: [{ ...GROUND, products: [tiered()], user_email: "applicator@example.com" }],
  }),
  of(UPLAND, 2, {
    shows: "no PULA: the label's own points and buffer",
    field: { inside: [], kinds: ["pivot"] },
    sent: [{ ...GROUND, products: [tiered()] }],
  }),
  of(UPLAND, 3, {
    shows: "a product that is not in the catalogue",
    field: { inside: [] },
    sent: [{ ...GROUND, products: [tiered(), unknown] }],
  }),
  of(SOUTH, 4, {
    shows: "a label no one has read for ESA language",
    field: { inside: [], kinds: ["county_line"] },
    sent: [{ ...GROUND, products: [unread, noEsa] }],
  }),
  of(RIVER, 5, {
    shows: "an aerial application of a product whose label excludes it",
    field: { inside: ["streamFish"] },
    sent: [{ application_method: "Broadcast-Air", gpa: 5, droplet_size: "C", products: [edge, driftAid] }],
  }),
  of(RIVER, 6, {
    shows: "a mix with the adjuvant that the label requires",
    field: { inside: ["streamFish"], kinds: ["streamside"] },
    sent: [{ ...GROUND, products: [edge, driftAid] }],
  }),
  of(RIVER, 7, {
    shows: "a mix with an adjuvant that the label forbids",
    field: { inside: ["streamFish"] },
    sent: [{ ...GROUND, products: [edge, driftAid, ams] }],
  }),
  of(SOUTH, 8, {
    shows: "the first of a group",
    field: { inside: [], kinds: ["half"] },
    sent: [{ ...GROUND, products: [tiered()], provider_group_id: "demo-group-spring" }],
  }),
  of(SOUTH, 9, {
    shows: "the second of a group",
    field: { inside: [], kinds: ["holes"] },
    sent: [{ ...GROUND, products: [tiered(), noEsa], provider_group_id: "demo-group-spring" }],
  }),
  of(RIVER, 10, {
    shows: "a day on which a later PULA is in force",
    date: LATER_DAY,
    field: { inside: ["later"] },
    sent: [{ ...GROUND, products: [tiered()] }],
  }),
  of(UPLAND, 11, {
    shows: "a limitation on an active ingredient, and a program that no one has confirmed",
    field: { inside: ["butterfly"] },
    sent: [{ ...GROUND, products: [trait] }],
  }),
  of(SOUTH, 12, {
    shows: "a PULA whose code has no limitation row",
    field: { inside: ["unwritten"] },
    sent: [{ ...GROUND, products: [tiered()] }],
  }),
  of(UPLAND, 13, {
    shows: "a label whose requirements have not been established, at an unknown droplet size",
    field: { inside: [], kinds: ["split", "pivot"] },
    sent: [{ application_method: "Broadcast-Ground", products: [open] }],
  }),
  of(SOUTH, 14, {
    shows: "a rate above the label's, corrected and sent again",
    field: { inside: [] },
    sent: [
      { ...GROUND, products: [tiered(3)] },
      { ...GROUND, products: [tiered()] },
    ],
  }),
  {
    ...of(RIVER, 1, {
      shows: "another provider's application on the same ground, with a link of token mode",
      field: { inside: ["streamFish"] },
      sent: [{ ...GROUND, products: [tiered()] }],
    }),
    providerId: "demo-neighbor",
  },
];
