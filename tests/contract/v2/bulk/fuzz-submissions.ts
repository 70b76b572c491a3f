import { validBody, type FuzzedGround, type Json } from "@/tests/support/fuzz-requests";
import type { Random } from "@/tests/support/fuzz-random";

export interface FuzzedSubmission {
  body: Json & { fields: Json[] };
  /** Where the one fault is; null: there is none. */
  path: (string | number)[] | null;
}

const REQUIRED = ["products", "crop", "application_date", "application_method"] as const;
const EITHER = [...REQUIRED, "gpa", "droplet_size", "boom_height", "user_email"] as const;
const OF_FIELD = ["field_name", "field_boundary", "provider_field_id"] as const;
const OF_JOB = ["include_geometry", "include_soil_analysis", "include_mitigations", "buffer_distance_miles"] as const;

const membersOf = (body: Json, names: readonly string[]): Json =>
  Object.fromEntries(names.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])));

/** A submission that keeps every rule: each member on the field, on the top level, or on both. */
export function validSubmission(random: Random, ground: FuzzedGround): FuzzedSubmission["body"] {
  const count = 1 + random.whole(random.chance(0.1) ? 20 : 4);
  const byDefault = membersOf(
    validBody(random, ground),
    EITHER.filter(() => random.chance(0.5)),
  );
  const fields = Array.from({ length: count }, (_, index): Json => {
    const own = validBody(random, ground);
    const kept = EITHER.filter((name) => byDefault[name] === undefined || random.chance(0.4));
    const fieldId = random.pick([undefined, null, `field-${index}`]);
    return {
      ...membersOf(own, [...OF_FIELD, ...kept]),
      application_id: `application-${index}`,
      provider_field_id: fieldId,
      ...(random.chance(0.3) ? { pest: ["rust"] } : {}),
    };
  });
  return {
    ...membersOf(validBody(random, ground), OF_JOB),
    ...byDefault,
    provider_id: ground.providerId,
    account_id: "account-1",
    provider_group_id: "group-1",
    pest: ["waterhemp"],
    fields,
  };
}

const LINE = {
  type: "Polygon",
  coordinates: [
    [
      [-87.2, 32.9],
      [-87.1, 32.9],
      [-87.2, 32.9],
      [-87.2, 32.9],
    ],
  ],
};

/** Values that a member may not have, wherever it stands. */
const WRONG: Record<string, readonly unknown[]> = {
  products: [null, [], {}, "Stryax"],
  crop: [null, "soybeans", [""], [1]],
  application_date: [null, "2026-02-30", "15.6.2026", "1899-12-31", 20260615],
  application_method: [null, "Broadcast", "", 5],
  pest: [null, [], [""], "rust"],
  gpa: [0, -1, "15"],
  droplet_size: ["", "huge", 1],
  boom_height: ["middle", "", 1],
  user_email: ["", "no-one", 1],
};
const WRONG_OF_FIELD: Record<string, readonly unknown[]> = {
  ...WRONG,
  application_id: [null, "", "x".repeat(201), "a\u0000b", 1],
  field_name: [null, "", "x".repeat(501)],
  field_boundary: [null, {}, [], LINE, { type: "Point", coordinates: [-87.2, 32.9] }],
  provider_field_id: ["", "x".repeat(201), 1],
};
const WRONG_OF_JOB: Record<string, readonly unknown[]> = {
  ...WRONG,
  provider_group_id: [null, "", "x".repeat(201), 1],
  account_id: [null, "", 1],
  include_geometry: [null, "true", 1],
  buffer_distance_miles: [null, "1"],
  fields: [null, [], {}, "fields"],
};

const pickOf = (random: Random, wrong: Record<string, readonly unknown[]>): [string, unknown] => {
  const name = random.pick(Object.keys(wrong));
  return [name, random.pick(wrong[name] ?? [])];
};

/** A submission with one fault, and where. */
export function faultySubmission(random: Random, ground: FuzzedGround): FuzzedSubmission {
  const body = validSubmission(random, ground);
  const index = random.whole(body.fields.length);
  const field = body.fields[index] ?? {};
  const kinds = [
    () => {
      const [name, value] = pickOf(random, WRONG_OF_FIELD);
      field[name] = value;
      return ["fields", index, name];
    },
    () => {
      const [name, value] = pickOf(random, WRONG_OF_JOB);
      Object.assign(body, { [name]: value });
      return [name];
    },
    () => {
      field[random.pick(["include_geometry", "provider_group_id", "droplet", "account_id"])] = true;
      return ["fields", index];
    },
    () => {
      const name = random.pick(REQUIRED);
      Reflect.deleteProperty(body, name);
      for (const each of body.fields) each[name] ??= validBody(random, ground)[name];
      Reflect.deleteProperty(field, name);
      return ["fields", index, name];
    },
    () => {
      body.fields.push({ ...body.fields[0], provider_field_id: "another" });
      return ["fields", body.fields.length - 1, "application_id"];
    },
    () => {
      body.fields.push({ ...body.fields[0], application_id: "x", provider_field_id: "application-0" });
      Object.assign(body.fields[0] ?? {}, { provider_field_id: null });
      return ["fields", body.fields.length - 1, "provider_field_id"];
    },
  ];
  return { body, path: random.pick(kinds)() };
}
