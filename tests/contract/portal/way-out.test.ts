import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as follow } from "@/app/portal/f/[token]/route";
import { POST as review } from "@/app/portal/g/[grant]/[fieldId]/limitations/review/route";
import { GET as report } from "@/app/portal/g/[grant]/[fieldId]/report/[file]/route";
import { POST as signOut } from "@/app/portal/g/[grant]/sign-out/route";
import { getDeps } from "@/lib/runtime/deps";
import { findWayOut, openReturnUrl, openSession, readSession } from "@/lib/usecases/portal/session";
import { fieldOf, type Browser } from "@/tests/contract/portal/edits-support";
import { NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { access, opaqueOf, setProvider } from "@/tests/contract/v2/portal/support";
import { call, makeCaller, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

const BACK = "https://farm.example/field?id=1";
let caller: Caller;
let soil: Connected;
let id: string;

beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("ways-out");
  ({ id } = await saved(caller, { application_id: "one", products: [NEEDS_6] }));
});
afterAll(() => soil.close());

const linkTo = async (returnUrl: string | null): Promise<string> =>
  opaqueOf((await access(caller, id, returnUrl === null ? {} : { return_url: returnUrl })).portal_url);

async function browserOf(returnUrl: string | null): Promise<Browser> {
  const opened = await openSession(await getDeps(), await linkTo(returnUrl));
  if ("refused" in opened) throw new Error("the link was refused");
  return { grant: opened.grant, cookie: `hedgerow-portal=${opened.cookie}` };
}

const leave = ({ grant, cookie }: Browser): Promise<Response> =>
  call(signOut, null, {
    params: { grant },
    headers: { Cookie: cookie, "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin" },
    raw: "",
  });

/** Whither an answer leads: the page of a refusal, what it says, and the way back on it. */
async function ledTo(response: Response) {
  const { pathname, searchParams } = new URL(response.headers.get("location") ?? "", "http://x");
  const sealed = searchParams.get("back");
  return {
    status: response.status,
    pathname,
    isSignedOut: searchParams.get("signed-out") === "1",
    back: sealed === null ? null : await openReturnUrl(await getDeps(), sealed),
  };
}

/** What the browser shows after an answer: the cookie that it was given. */
const cookieAfter = (response: Response): string => /^[^;]*/.exec(response.headers.get("set-cookie") ?? "")?.[0] ?? "";

const REFUSED = { status: 303, pathname: "/portal/expired", isSignedOut: false, back: BACK };

describe("who signed out", () => {
  it("is led back to the farm software, and going back in the browser says the same once more", async () => {
    const deps = await getDeps();
    const browser = await browserOf(BACK);
    const response = await leave(browser);
    expect(await ledTo(response)).toEqual({ ...REFUSED, isSignedOut: true });
    const cookie = cookieAfter(response).slice("hedgerow-portal=".length);
    expect(cookie).not.toBe("");
    expect(await readSession(deps, { grant: browser.grant, cookie })).toBeNull();
    expect(await findWayOut(deps, { grant: browser.grant, cookie })).toEqual({ returnUrl: BACK, isSignedOut: true });
    // From a page that stood open: once more, and the way back is not lost.
    const again = await leave({ grant: browser.grant, cookie: cookieAfter(response) });
    expect(await ledTo(again)).toEqual({ ...REFUSED, isSignedOut: true });
  });

  it("leaves no cookie where the farm software named no way back", async () => {
    const response = await leave(await browserOf(null));
    expect(await ledTo(response)).toEqual({ ...REFUSED, isSignedOut: true, back: null });
    expect(response.headers.get("set-cookie")).toMatch(/^hedgerow-portal=; .*Max-Age=0/);
  });
});

describe("a session that is over", () => {
  const params = async ({ grant, cookie }: Browser) => {
    const session = await readSession(await getDeps(), { grant, cookie: cookie.slice("hedgerow-portal=".length) });
    return { grant, fieldId: session?.fieldId ?? "", file: "runoff.pdf" };
  };

  it("leads who follows a file's link to the page that says so, and answers a program as before", async () => {
    const browser = await browserOf(BACK);
    const at = await params(browser);
    const ask = (accept: string) =>
      call(report, null, { params: at, headers: { Cookie: browser.cookie, Accept: accept } });
    await setProvider("ways-out", "link_generation", 2);
    expect(await ledTo(await ask("text/html,application/xhtml+xml"))).toEqual(REFUSED);
    const program = await ask("*/*");
    expect([program.status, program.headers.get("content-type")]).toEqual([401, "application/json"]);
    await setProvider("ways-out", "link_generation", 1);
  });

  it("keeps the way back when a form of its page is sent", async () => {
    const browser = await browserOf(BACK);
    const at = await params(browser);
    await setProvider("ways-out", "link_generation", 2);
    const headers = { Cookie: browser.cookie, "Content-Type": "application/x-www-form-urlencoded" };
    const sent = await call(review, null, {
      params: at,
      raw: "",
      headers: { ...headers, "Sec-Fetch-Site": "same-origin" },
    });
    expect(await ledTo(sent)).toEqual(REFUSED);
    await setProvider("ways-out", "link_generation", 1);
  });
});

it("another field's page leads who has the session of one field to its own", async () => {
  const browser = await browserOf(BACK);
  const other = await saved(caller, { application_id: "other", provider_field_id: "other", products: [NEEDS_6] });
  const response = await call(report, null, {
    params: { grant: browser.grant, fieldId: await fieldOf("ways-out", other.id), file: "runoff.pdf" },
    headers: { Cookie: browser.cookie, Accept: "text/html" },
  });
  expect([response.status, response.headers.get("location")]).toEqual([303, `/portal/g/${browser.grant}`]);
});

describe("a field that left the group of a session that stands", () => {
  const GROUP = { provider_group_id: "leaving" };
  const SENT = { application_id: "leaves", provider_field_id: "leaves", products: [NEEDS_6] };

  it("leads who follows its links to the list, and is not there for a program", async () => {
    const stays = await saved(caller, { ...SENT, ...GROUP, application_id: "stays", provider_field_id: "stays" });
    const leaves = await saved(caller, { ...SENT, ...GROUP });
    const opened = await openSession(await getDeps(), opaqueOf((await access(caller, stays.id)).portal_url));
    if ("refused" in opened) throw new Error("the link was refused");
    const fieldId = await fieldOf("ways-out", leaves.id);
    const ask = (accept: string) =>
      call(report, null, {
        params: { grant: opened.grant, fieldId, file: "runoff.pdf" },
        headers: { Cookie: `hedgerow-portal=${opened.cookie}`, Accept: accept },
      });
    expect((await ask("*/*")).status).toBe(200);
    await saved(caller, { ...SENT, provider_group_id: "another" });
    const page = await ask("text/html,application/xhtml+xml");
    expect([page.status, page.headers.get("location")]).toEqual([303, `/portal/g/${opened.grant}?field=gone`]);
    const program = await ask("*/*");
    expect([program.status, await program.json()]).toMatchObject([404, { error: { code: "NOT_FOUND" } }]);
  });
});

it("a genuine link that its provider took back leads back to that provider", async () => {
  const token = await linkTo(BACK);
  await setProvider("ways-out", "link_generation", 2);
  expect(await ledTo(await call(follow, null, { params: { token } }))).toEqual(REFUSED);
  await setProvider("ways-out", "link_generation", 1);
});
