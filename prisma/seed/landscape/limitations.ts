import { DEMO_PULAS } from "@/prisma/seed/landscape/pulas";

/** A row in the members of EPA's limitations API. The text is made up; no such limitation exists. */
export interface LimitationRow {
  pula_id: number;
  product_registration_number: string | null;
  active_ingredient?: string;
  effective_date: string;
  last_update: string;
  code: string;
  limitation: string;
  umf: { use: string; method: string; form: string; pula_id: number }[];
}

interface Draft {
  pula: (typeof DEMO_PULAS)[keyof typeof DEMO_PULAS];
  code: keyof typeof TEXTS;
  product?: string;
  ingredient?: string;
  form: "Liquid" | "Dry";
  methods: readonly string[];
  uses?: readonly string[];
}

const MADE_UP = "Made up for the demonstration; no such limitation exists.";
const TEXTS = {
  DM901:
    "DEMO: This crop use is located within a PULA. Therefore, 5 ADDITIONAL points (for a total of 9 points) of " +
    `runoff/erosion mitigations must be achieved for this crop use using the Mitigation Menu. ${MADE_UP}`,
  DM902: `DEMO: Do not apply within 200 feet of the edge of the field, whatever the direction of the wind. ${MADE_UP}`,
  DM903:
    "DEMO: This crop use is located within a PULA. Therefore, 3 ADDITIONAL points (for a total of 5 points) of " +
    `runoff/erosion mitigations must be achieved for every product with this active ingredient. ${MADE_UP}`,
  DM905: `DEMO: Do not apply this product in this PULA. ${MADE_UP}`,
  DM906: `DEMO: Reach 4 credits of the registrant's own table before applying in this PULA. ${MADE_UP}`,
  DM907: `DEMO: Reach 4 points of runoff mitigation before applying in this PULA. ${MADE_UP}`,
} as const;

const CROPS = ["Corn", "Soybeans"] as const;

const DRAFTS: readonly Draft[] = [
  { pula: DEMO_PULAS.streamFish, code: "DM901", product: "99002-1", form: "Dry", methods: ["Ground", "Aerial"] },
  { pula: DEMO_PULAS.streamFish, code: "DM902", product: "99002-2", form: "Liquid", methods: ["Ground", "Airblast"] },
  { pula: DEMO_PULAS.streamFish, code: "DM905", product: "99002-6", form: "Liquid", methods: ["Ground"] },
  { pula: DEMO_PULAS.streamFish, code: "DM906", product: "99002-5", form: "Liquid", methods: ["Ground"] },
  { pula: DEMO_PULAS.streamFish, code: "DM907", product: "99002-4", form: "Dry", methods: ["Ground"] },
  { pula: DEMO_PULAS.wetMeadow, code: "DM901", product: "99002-1", form: "Dry", methods: ["Ground"] },
  { pula: DEMO_PULAS.wetMeadow, code: "DM903", ingredient: "demotraitone", form: "Liquid", methods: ["Ground"] },
  {
    pula: DEMO_PULAS.butterfly,
    code: "DM903",
    ingredient: "demotraitone",
    form: "Liquid",
    methods: ["Ground"],
    uses: ["Soybeans"],
  },
  { pula: DEMO_PULAS.later, code: "DM901", product: "99002-1", form: "Dry", methods: ["Ground", "Aerial"] },
];

export const makeLimitations = (): LimitationRow[] =>
  DRAFTS.map(({ pula, code, product, ingredient, form, methods, uses = CROPS }) => ({
    pula_id: pula.id,
    product_registration_number: product ?? null,
    ...(ingredient === undefined ? {} : { active_ingredient: ingredient }),
    effective_date: pula.effective,
    last_update: pula.effective,
    code,
    limitation: TEXTS[code],
    umf: uses.flatMap((use) => methods.map((method) => ({ use, method, form, pula_id: pula.id }))),
  }));
