import { beforeAll, describe, expect, it } from "vitest";
import { getCompliance, getGroupCompliance } from "@/tests/contract/v2/compliance/support";
import { makeCaller, refusal, type Caller } from "@/tests/support/api";

const ID = "0190a5b2-7c3d-7000-8000-000000000001";

let caller: Caller;
beforeAll(async () => {
  caller = await makeCaller("reader");
});

/** The request's one fault, by path. */
async function faultOf(response: Response): Promise<{ path: (string | number)[]; code: string; keys?: string[] }> {
  const found = await refusal(response, 422);
  expect(found).toMatchObject({ code: "INVALID_REQUEST", retryable: false });
  expect(found.details).toHaveLength(1);
  const [detail] = found.details ?? [];
  if (detail === undefined) throw new Error("no detail");
  expect(detail.pointer).toBe(detail.path.map((part) => `/${part}`).join(""));
  return detail;
}

describe("reading an application", () => {
  it("without a key is 401", async () => {
    expect((await refusal(await getCompliance(null, ID), 401)).code).toBe("UNAUTHORIZED");
  });

  it.each(["not-a-uuid", `${ID}0`, ID.slice(1), ` ${ID}`, "application-1", "null", `{${ID}}`])(
    "by the reference %j is 422 with the path of the reference",
    async (id) => {
      expect((await faultOf(await getCompliance(caller, id))).path).toEqual(["application_event_id"]);
    },
  );

  it.each(["1", "0", "TRUE", "True", "yes", "", "true ", "null"])("with include_geometry=%j is 422", async (flag) => {
    const query = `include_geometry=${encodeURIComponent(flag)}`;
    expect((await faultOf(await getCompliance(caller, ID, query))).path).toEqual(["include_geometry"]);
  });

  it.each([
    ["geometry=true", "geometry"],
    ["Include_Geometry=true", "Include_Geometry"],
    ["include_geometry[]=true", "include_geometry[]"],
    ["account_id=account-1", "account_id"],
  ])("with the unknown parameter %s is 422 that names it", async (query, name) => {
    const fault = await faultOf(await getCompliance(caller, ID, query));
    expect(fault).toMatchObject({ path: [name], code: "unrecognized_keys", keys: [name] });
  });

  it.each(["include_geometry=true&include_geometry=true", "include_geometry=true&include_geometry=false"])(
    "with a repeated parameter (%s) is 422",
    async (query) => {
      expect((await faultOf(await getCompliance(caller, ID, query))).path).toEqual(["include_geometry"]);
    },
  );

  it("with several faults names all of them", async () => {
    const found = await refusal(await getCompliance(caller, "x", "include_geometry=maybe&more=1"), 422);
    expect(found.details?.map(({ path }) => path[0]).sort()).toEqual([
      "application_event_id",
      "include_geometry",
      "more",
    ]);
  });
});

describe("reading a group", () => {
  it("without a key is 401", async () => {
    const refused = await refusal(await getGroupCompliance(null, "g", "account_id=account-1"), 401);
    expect(refused.code).toBe("UNAUTHORIZED");
  });

  it.each(["", "offset=0", "account_id="])("without an account (%j) is 422", async (query) => {
    expect((await faultOf(await getGroupCompliance(caller, "g", query))).path).toEqual(["account_id"]);
  });

  it.each([
    ["account_id=a&account_id=a", "account_id"],
    ["account_id=a&account_id=b", "account_id"],
    ["account_id=a&limit=1&limit=1", "limit"],
    ["account_id=a&offset=1&offset=2", "offset"],
  ])("with a repeated parameter (%s) is 422 with that one fault", async (query, name) => {
    const fault = await faultOf(await getGroupCompliance(caller, "g", query));
    expect(fault).toMatchObject({ path: [name], message: `\`${name}\` must be given once.` });
  });

  it("with an unknown parameter that is repeated is 422 that names it, once", async () => {
    const fault = await faultOf(await getGroupCompliance(caller, "g", "account_id=a&page=1&page=2"));
    expect(fault).toMatchObject({ path: ["page"], code: "unrecognized_keys" });
  });

  it.each(["0", "101", "-1", "1.0", "1e1", "ten", "", " 5", "+5", "0x10", "99999999999999999999"])(
    "with limit=%j is 422",
    async (limit) => {
      const query = `account_id=a&limit=${encodeURIComponent(limit)}`;
      expect((await faultOf(await getGroupCompliance(caller, "g", query))).path).toEqual(["limit"]);
    },
  );

  it.each(["-1", "1000001", "1.5", "", "first", "1_000"])("with offset=%j is 422", async (offset) => {
    const query = `account_id=a&offset=${encodeURIComponent(offset)}`;
    expect((await faultOf(await getGroupCompliance(caller, "g", query))).path).toEqual(["offset"]);
  });

  it.each(["1", "yes", "TRUE"])("with include_geometry=%s is 422", async (flag) => {
    const query = `account_id=a&include_geometry=${flag}`;
    expect((await faultOf(await getGroupCompliance(caller, "g", query))).path).toEqual(["include_geometry"]);
  });

  it.each(["page", "account_id[]", "cursor"])("with the unknown parameter %s is 422 that names it", async (name) => {
    const fault = await faultOf(await getGroupCompliance(caller, "g", `account_id=a&${name}=1`));
    expect(fault).toMatchObject({ path: [name], code: "unrecognized_keys" });
  });

  it("with an account or a group of 201 characters is 422, of 200 is only not found", async () => {
    const long = "x".repeat(201);
    expect((await faultOf(await getGroupCompliance(caller, "g", `account_id=${long}`))).path).toEqual(["account_id"]);
    const fault = await faultOf(await getGroupCompliance(caller, long, "account_id=a"));
    expect(fault.path).toEqual(["provider_group_id"]);
    const longest = "x".repeat(200);
    const absent = await refusal(await getGroupCompliance(caller, longest, `account_id=${longest}`), 404);
    expect(absent.code).toBe("GROUP_NOT_FOUND");
  });

  it.each(["limit=1", "limit=100", "offset=0", "offset=1000000"])("with %s at a bound is accepted", async (query) => {
    const found = await refusal(await getGroupCompliance(caller, "g", `account_id=a&${query}`), 404);
    expect(found.code).toBe("GROUP_NOT_FOUND");
  });
});
