import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOperator, disableOperator } from "@/lib/auth/operators";
import { listOperators } from "@/lib/data/operators/operators";
import { type Deps, getDeps } from "@/lib/runtime/deps";
import { auditOf, csrfTokenOf, type Jar, sessionOf, visitAuth } from "@/tests/contract/console/support";
import { BY_TEST } from "@/tests/support/api";

const CLIENT = { id: "hedgerow", secret: "a-secret-of-the-test-client" };
const CALLBACK = "http://localhost:3000/console/auth/callback/oidc";

/** The people that the identity provider knows, by what they type as their login. */
const PEOPLE: Record<string, Record<string, unknown>> = {
  anna: { email: "Anna@example.com", email_verified: true, name: "Anna" },
  ben: { email: "ben@staff.example", email_verified: true, name: "Ben" },
  cleo: { email: "cleo@elsewhere.example", email_verified: true, name: "Cleo", hedgerow_role: "rule_editor" },
  dora: { email: "dora@elsewhere.example", email_verified: true, name: "Dora" },
  evan: { email: "ben@staff.example", email_verified: false, name: "Evan" },
  second: { email: "anna@example.com", email_verified: true, name: "Another Anna" },
  made: { email: "made@elsewhere.example", email_verified: true, name: "Made by hand" },
  gone: { email: "gone@staff.example", email_verified: true, name: "Gone" },
};

let server: Server;
let issuer: string;

beforeAll(async () => {
  server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [CALLBACK] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "hedgerow_role"] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...PEOPLE[sub] }) }),
    cookies: { keys: ["cookie-key-of-the-test"] },
  });
  const answer = provider.callback();
  server.on("request", (incoming, outgoing) => void answer(incoming, outgoing));
  process.env.CONSOLE_OIDC_ISSUER = issuer;
  process.env.CONSOLE_OIDC_CLIENT_ID = CLIENT.id;
  process.env.CONSOLE_OIDC_CLIENT_SECRET = CLIENT.secret;
  process.env.CONSOLE_OIDC_ROLES = "anna@example.com=operator,*@staff.example=viewer";
  process.env.CONSOLE_OIDC_ROLE_CLAIM = "hedgerow_role";
});
afterAll(() => new Promise((closed) => server.close(closed)));

/** Walks through the identity provider's own pages as a browser does, until it sends the person back to the console. */
async function atTheProvider(start: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  const go = async (url: string, body?: string): Promise<Response> => {
    const response = await fetch(new URL(url, issuer), {
      method: body === undefined ? "GET" : "POST",
      redirect: "manual",
      headers: {
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(body === undefined ? {} : { "Content-Type": "application/x-www-form-urlencoded" }),
      },
      ...(body === undefined ? {} : { body }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  let location = start;
  for (let step = 0; step < 12 && !location.startsWith(CALLBACK); step += 1) {
    const page = await go(location);
    const next = page.headers.get("location");
    if (next !== null) location = next;
    else {
      const prompt = /name="prompt" value="(\w+)"/.exec(await page.text())?.[1] ?? "none";
      const sent = await go(location, `prompt=${prompt}&login=${login}&password=any`);
      location = sent.headers.get("location") ?? "";
    }
  }
  return location;
}

/** Signs in through the identity provider; where that leads in the console. */
async function signInAs(jar: Jar, login: string): Promise<string> {
  const csrfToken = await csrfTokenOf(jar);
  const leaving = await visitAuth(jar, "/console/auth/signin/oidc", { csrfToken, callbackUrl: "/console/audit" });
  const page = await leaving.text();
  const start = /href="([^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(start.startsWith(`${issuer}/`), page).toBe(true);
  // A form's POST may not be redirected to another site under `form-action 'self'`; a page goes there by itself.
  expect(leaving.status).toBe(200);
  expect(page).toContain('http-equiv="refresh"');
  const back = await atTheProvider(start, login);
  return (await visitAuth(jar, back.slice("http://localhost:3000".length))).headers.get("location") ?? "";
}

const operatorOf = async (email: string) =>
  (await listOperators((await getDeps()).db)).find((operator) => operator.email === email);

describe("a sign-in through an identity provider", () => {
  it("makes an operator whom a rule names, with the rule's role", async () => {
    const jar: Jar = new Map();
    expect(await signInAs(jar, "anna")).toBe("/console/audit");
    expect(await sessionOf(jar)).toMatchObject({ email: "anna@example.com", name: "Anna", role: "operator" });
    const [latest, ...earlier] = await auditOf("anna@example.com");
    expect(latest).toMatchObject({ action: "session.start", after: { by: "oidc" } });
    expect(earlier.map(({ action, actor }) => [action, actor])).toEqual([
      ["operator.create", `identity provider ${issuer}`],
    ]);
  });

  it("takes the role from the domain's rule, and from the claim where no rule names the person", async () => {
    const ben: Jar = new Map();
    const cleo: Jar = new Map();
    expect(await signInAs(ben, "ben")).toBe("/console/audit");
    expect((await sessionOf(ben))?.role).toBe("viewer");
    expect(await signInAs(cleo, "cleo")).toBe("/console/audit");
    expect((await sessionOf(cleo))?.role).toBe("rule_editor");
  });

  it.each([
    ["whom no rule and no claim names", "dora", "dora@elsewhere.example"],
    ["whose address is not verified", "evan", null],
    ["who has the address of another person of the provider", "second", null],
  ])("refuses someone %s, and makes no operator", async (_who, login, email) => {
    const jar: Jar = new Map();
    expect(await signInAs(jar, login)).toMatch(/^\/console\/sign-in\?error=NotAdmitted/);
    expect(await sessionOf(jar)).toBeNull();
    if (email !== null) expect(await operatorOf(email)).toBeUndefined();
  });

  it("lets in an operator made by hand, with the role that was given", async () => {
    const { db, clock } = await getDeps();
    const made = { email: "made@elsewhere.example", name: "M", role: "rule_editor", password: null } as const;
    await createOperator({ db, by: BY_TEST, now: clock() }, made);
    const jar: Jar = new Map();
    expect(await signInAs(jar, "made")).toBe("/console/audit");
    expect((await sessionOf(jar))?.role).toBe("rule_editor");
    expect((await auditOf(made.email)).map(({ action }) => action)).toContain("operator.bind_identity");
  });

  it("refuses a disabled operator", async () => {
    const context = async () => ({ db: (await getDeps()).db, by: BY_TEST, now: (await getDeps()).clock() });
    await createOperator(await context(), { email: "gone@staff.example", name: "G", role: "viewer", password: null });
    await disableOperator(await context(), "gone@staff.example");
    const jar: Jar = new Map();
    expect(await signInAs(jar, "gone")).toMatch(/NotAdmitted/);
    expect(await sessionOf(jar)).toBeNull();
  });

  describe("where the installation asks for a strong or a recent one", () => {
    const asking = async (
      asked: Partial<Pick<Deps["env"], "CONSOLE_OIDC_ACR" | "CONSOLE_OIDC_MAX_AGE_S">>,
      login: string,
    ) => {
      const { env } = await getDeps();
      const before = { ...env };
      const jar: Jar = new Map();
      try {
        Object.assign(env, asked);
        return { location: await signInAs(jar, login), session: await sessionOf(jar) };
      } finally {
        Object.assign(env, before);
      }
    };

    it("refuses one whose strength the provider does not name", async () => {
      const { location, session } = await asking({ CONSOLE_OIDC_ACR: ["urn:example:two-factors"] }, "ben");
      expect(location).toMatch(/^\/console\/sign-in\?error=TooWeak/);
      expect(session).toBeNull();
    });

    it("lets in someone who signed in just now", async () => {
      const { location, session } = await asking({ CONSOLE_OIDC_MAX_AGE_S: 600 }, "ben");
      expect(location).toBe("/console/audit");
      expect(session?.email).toBe("ben@staff.example");
    });
  });

  it("takes no answer that this browser did not ask for", async () => {
    const asked: Jar = new Map();
    const csrfToken = await csrfTokenOf(asked);
    const page = await (await visitAuth(asked, "/console/auth/signin/oidc", { csrfToken })).text();
    const start = /href="([^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const back = await atTheProvider(start, "anna");
    const other: Jar = new Map();
    await csrfTokenOf(other);
    const answer = await visitAuth(other, back.slice("http://localhost:3000".length));
    expect(answer.headers.get("location")).toMatch(/error=OAuthCallback/);
    expect(await sessionOf(other)).toBeNull();
  });
});
