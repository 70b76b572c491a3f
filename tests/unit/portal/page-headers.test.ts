import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { pageHeaders } from "@/scripts/page-headers.mjs";

const SENT = {
  "content-security-policy": "script-src *",
  "x-hedgerow-path": "/elsewhere",
  "x-hedgerow-search": "?a=b",
};

function asked(url: string, headers: Record<string, string> = {}, imageryUrl?: string) {
  const request = new IncomingMessage(new Socket());
  request.url = url;
  Object.assign(request.headers, SENT, headers);
  const response = new ServerResponse(request);
  pageHeaders({ isDevelopment: false, imageryUrl })(request, response);
  return { request: request.headers, answer: response.getHeaders() };
}

const PAGES = [
  "/",
  "/portal/expired",
  "/portal/g/1/2/measures",
  "/portal/g/1/2/report/runoff.pdf",
  "/docs/errors",
  "/apis",
];
const OTHERS = ["/api/v2/esa-check", "/_next/static/a.js", "/maplibre/6/worker.js", "/portal/g/1/tiles/pula/1/2/3/4"];

describe("a page's headers", () => {
  it.each(PAGES)("guard %s", (url) => {
    const { answer } = asked(url);
    expect(answer).toMatchObject({
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    const policy = String(answer["content-security-policy"]);
    expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic';/);
    expect(policy).not.toContain("unsafe");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it.each(OTHERS)("leave %s alone, but for what every answer says", (url) => {
    expect(asked(url).answer).toEqual({ "x-content-type-options": "nosniff" });
  });

  it("hold the same nonce for Next and the browser, another in every answer, and nothing that a client sent", () => {
    const [one, other] = [asked("/portal/g/1/2?application=3&year=2026"), asked("/portal/g/1/2")];
    expect(one.request["content-security-policy"]).toBe(one.answer["content-security-policy"]);
    expect(one.answer["content-security-policy"]).not.toBe(other.answer["content-security-policy"]);
    expect(one.request).toMatchObject({
      "x-hedgerow-path": "/portal/g/1/2",
      "x-hedgerow-search": "?application=3&year=2026",
    });
    expect(other.request["x-hedgerow-search"]).toBe("");
  });

  it("let the map ask the operator's imagery, and no host that is none", () => {
    const policyOf = (url?: string): string => String(asked("/", {}, url).answer["content-security-policy"]);
    expect(policyOf("https://tiles.example.com/{z}/{x}/{y}")).toContain(
      "connect-src 'self' https://tiles.example.com;",
    );
    for (const url of [undefined, "", "javascript:alert(1)", "nonsense"]) {
      expect(policyOf(url)).toContain("connect-src 'self';");
    }
  });

  it.each([...PAGES, ...OTHERS])("ask for TLS from then on where it was used: %s", (url) => {
    expect(asked(url).answer["strict-transport-security"]).toBeUndefined();
    expect(asked(url, { "x-forwarded-proto": "https" }).answer["strict-transport-security"]).toBe(
      "max-age=31536000; includeSubDomains",
    );
  });
});
