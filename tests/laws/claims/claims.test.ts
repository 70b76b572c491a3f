import { describe, expect, it } from "vitest";
import { bulkModel, STATEMENTS as BULK, type BulkStatements } from "@/tests/laws/claims/bulk-model";
import {
  claimModel,
  LEASE,
  STATEMENTS as CLAIMS,
  type Claims,
  type ClaimStatements,
} from "@/tests/laws/claims/claim-model";
import { explore } from "@/tests/laws/claims/explore";

const each = (claims: Claims, change: (claim: Claims[string], name: string) => Claims[string]): Claims =>
  Object.fromEntries(Object.entries(claims).map(([name, claim]) => [name, change(claim, name)]));

describe("claims of applications and fields, in every interleaving", () => {
  it("keep one request from saving over another, rob no live one, and free what the dead left", () => {
    const { violation, states, steps } = explore(claimModel({ statements: CLAIMS }));
    expect(violation).toBeNull();
    console.log(`claims: ${states} states, ${steps} steps`);
    expect(states).toBeGreaterThan(1_000);
  });

  it("do so too where what is saved is read before they are taken, because the save asks for revisions", () => {
    expect(explore(claimModel({ statements: CLAIMS, readsFirst: true })).violation).toBeNull();
  });

  it("would not without those revisions", () => {
    const { violation } = explore(claimModel({ statements: CLAIMS, readsFirst: true, asksForRevisions: false }));
    expect(violation?.wrong).toMatch(/saved over/);
  });

  const BUGS: Record<string, { statements: Partial<ClaimStatements>; wrong: RegExp }> = {
    "a lease without a fence": {
      statements: { end: (claims, token) => each(claims, (claim) => (claim?.token === token ? null : claim)) },
      wrong: /saved over/,
    },
    "a fence that asks for one claim of two": {
      statements: {
        end: (claims, token) =>
          Object.values(claims).some((claim) => claim?.token === token)
            ? each(claims, (claim) => (claim?.token === token ? null : claim))
            : null,
      },
      wrong: /saved over/,
    },
    "a claim given back by another than its holder": {
      statements: {
        release: (claims, _token, wanted) => each(claims, (claim, name) => (wanted.includes(name) ? null : claim)),
      },
      wrong: /gave back a live claim/,
    },
    "a live claim taken over": {
      statements: {
        take: (claims, wanted, token, now) =>
          each(claims, (claim, name) => (wanted.includes(name) ? { token, leasedUntil: now + LEASE } : claim)),
      },
      wrong: /took a live claim/,
    },
    "some of the claims taken": {
      statements: {
        take: (claims, wanted, token, now) =>
          each(claims, (claim, name) =>
            wanted.includes(name) && (claim === null || claim.leasedUntil <= now)
              ? { token, leasedUntil: now + LEASE }
              : claim,
          ),
        end: (claims, token) => each(claims, (claim) => (claim?.token === token ? null : claim)),
      },
      wrong: /saved over/,
    },
    "a lease that ends never": {
      statements: {
        renew: (claims, token) =>
          each(claims, (claim) => (claim?.token === token ? { token, leasedUntil: Number.MAX_SAFE_INTEGER } : claim)),
      },
      wrong: /without end/,
    },
  };

  it.each(Object.entries(BUGS))("find %s", (_bug, { statements, wrong }) => {
    const { violation } = explore(claimModel({ statements: { ...CLAIMS, ...statements } }));
    expect(violation?.wrong).toMatch(wrong);
    expect(violation?.path.length).toBeGreaterThan(0);
  });
});

describe("attempts at a bulk item, in every interleaving", () => {
  it("end it once, save it once at most, and are three at most", () => {
    const { violation, states, steps } = explore(bulkModel({ statements: BULK }));
    expect(violation).toBeNull();
    console.log(`bulk: ${states} states, ${steps} steps`);
    expect(states).toBeGreaterThan(100);
  });

  const isProcessing = { queued: false, processing: true, succeeded: false, failed: false } as const;
  const BUGS: Record<string, { statements?: Partial<BulkStatements>; savesTogether?: boolean; wrong: RegExp }> = {
    "a fence without the attempt's state": {
      statements: { succeed: (item) => ({ ...item, status: "succeeded" }) },
      wrong: /with \d saves|had ended/,
    },
    "an overtaken attempt that may fail the item": {
      statements: { fail: (item) => ({ ...item, status: "failed" }) },
      wrong: /with 1 saves|had ended/,
    },
    "a check saved outside of the fence's transaction": { savesTogether: false, wrong: /with \d saves/ },
    "a sweeper that frees what it saw, and not what is": {
      statements: { takeSilent: (item, attempt) => ({ ...item, status: attempt < 3 ? "queued" : "failed" }) },
      wrong: /with \d saves|had ended/,
    },
    "a sweeper that never gives up": {
      statements: {
        takeSilent: (item, attempt, now) =>
          isProcessing[item.status] && item.attempts === attempt && BULK.isSilent(item, now)
            ? { ...item, status: "queued" }
            : null,
      },
      wrong: /more attempts/,
    },
    "a sweeper that is missing": {
      statements: { isSilent: () => false },
      wrong: /never come to rest/,
    },
  };

  it.each(Object.entries(BUGS))("find %s", (_bug, { statements, wrong, ...more }) => {
    const { violation } = explore(bulkModel({ statements: { ...BULK, ...statements }, ...more }));
    expect(violation?.wrong).toMatch(wrong);
  });
});
