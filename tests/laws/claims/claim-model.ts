import type { Model } from "@/tests/laws/claims/explore";

/** Application claims (lib/data/claims.ts) with time in ticks: a lease of two, as 20 s to a beat's 5 s is enough to show. */
export const LEASE = 2;

export interface Claim {
  token: number;
  leasedUntil: number;
}
export type Claims = Record<string, Claim | null>;

/** What the statements do to the claims, each as one step: the database lets none happen by halves. Null: rolled back. */
export interface ClaimStatements {
  take: (claims: Claims, wanted: readonly string[], token: number, now: number) => Claims | null;
  renew: (claims: Claims, token: number, now: number) => Claims;
  release: (claims: Claims, token: number, wanted: readonly string[]) => Claims;
  /** The claims' part of a save. */
  end: (claims: Claims, token: number, wanted: readonly string[]) => Claims | null;
}

const each = (claims: Claims, change: (claim: Claim | null, name: string) => Claim | null): Claims =>
  Object.fromEntries(Object.entries(claims).map(([name, claim]) => [name, change(claim, name)]));
const aged = (claim: Claim | null): Claim | null =>
  claim === null ? null : { ...claim, leasedUntil: Math.max(NOW, claim.leasedUntil - 1) };
const countOf = (claims: Claims, token: number): number =>
  Object.values(claims).filter((claim) => claim?.token === token).length;
const without = (claims: Claims, token: number): Claims =>
  each(claims, (claim) => (claim?.token === token ? null : claim));

/** As the code has them; `tests/contract/data/claim-model.test.ts` holds the statements to this. */
export const STATEMENTS: ClaimStatements = {
  take: (claims, wanted, token, now) => {
    const isFree = (name: string): boolean => (claims[name]?.leasedUntil ?? now) <= now;
    if (!wanted.every(isFree)) return null;
    return each(claims, (claim, name) => (wanted.includes(name) ? { token, leasedUntil: now + LEASE } : claim));
  },
  renew: (claims, token, now) =>
    each(claims, (claim) => (claim?.token === token ? { token, leasedUntil: now + LEASE } : claim)),
  release: (claims, token) => without(claims, token),
  end: (claims, token, wanted) => (countOf(claims, token) === wanted.length ? without(claims, token) : null),
};

type Phase = "new" | "working" | "saved" | "refused" | "dead";

interface Request {
  phase: Phase;
  /** Revisions of what it claimed, as it read them. */
  read: Record<string, number>;
}

export interface ClaimState {
  claims: Claims;
  revisions: Record<string, number>;
  requests: Request[];
  /** The first thing that went wrong; what follows from it is not looked at. */
  wrong: string | null;
}

/** Two requests on one application, and one on another application of the same field. */
export const WANTED = [
  ["application a", "field"],
  ["application a", "field"],
  ["application b", "field"],
] as const;
/** The model's present. Time passes by leases drawing near to it, so that there is no last tick. */
const NOW = 0;

const isHeld = (claims: Claims, token: number, now: number): boolean =>
  Object.values(claims).some((claim) => claim?.token === token && claim.leasedUntil > now);

interface Options {
  statements: ClaimStatements;
  /** What is saved is read before the claims are taken (`holdingClaimsOf`); then the save also asks for revisions. */
  readsFirst?: boolean;
  asksForRevisions?: boolean;
}

/** Every interleaving of the requests, their heartbeats, deaths, failures, and the clock. */
export function claimModel({
  statements,
  readsFirst = false,
  asksForRevisions = readsFirst,
}: Options): Model<ClaimState> {
  const put = (state: ClaimState, at: number, request: Request): Request[] =>
    state.requests.map((one, index) => (index === at ? request : one));
  const readNow = (state: ClaimState, at: number): Record<string, number> =>
    Object.fromEntries((WANTED[at] ?? []).map((name) => [name, state.revisions[name] ?? 0]));

  function begin(state: ClaimState, at: number, request: Request): ClaimState {
    const claims = statements.take(state.claims, WANTED[at] ?? [], at, NOW);
    if (claims === null) return { ...state, requests: put(state, at, { phase: "refused", read: {} }) };
    const robbed = state.requests.findIndex(
      (_, other) => isHeld(state.claims, other, NOW) && countOf(claims, other) < countOf(state.claims, other),
    );
    const wrong = robbed >= 0 && robbed !== at ? `${at} took a live claim of ${robbed}` : state.wrong;
    const read = readsFirst ? request.read : readNow(state, at);
    return { ...state, claims, wrong, requests: put(state, at, { phase: "working", read }) };
  }

  function save(state: ClaimState, at: number, { read }: Request): ClaimState {
    const wanted: readonly string[] = WANTED[at] ?? [];
    const claims = statements.end(state.claims, at, wanted);
    const isSame = wanted.every((name) => state.revisions[name] === read[name]);
    if (claims === null || (asksForRevisions && !isSame)) return giveBack(state, at);
    const wrong = isSame ? state.wrong : `${at} saved over what it had not read`;
    const revisions = Object.fromEntries(
      Object.entries(state.revisions).map(([name, revision]) => [name, revision + (wanted.includes(name) ? 1 : 0)]),
    );
    return { ...state, claims, wrong, revisions, requests: put(state, at, { phase: "saved", read: {} }) };
  }

  function giveBack(state: ClaimState, at: number): ClaimState {
    const claims = statements.release(state.claims, at, WANTED[at] ?? []);
    const robbed = state.requests.findIndex(
      (_, other) => other !== at && isHeld(state.claims, other, NOW) && !isHeld(claims, other, NOW),
    );
    const wrong = robbed >= 0 ? `${at} gave back a live claim of ${robbed}` : state.wrong;
    return { ...state, claims, wrong, requests: put(state, at, { phase: "refused", read: {} }) };
  }

  const stepsOf = (state: ClaimState, request: Request, at: number): { name: string; next: ClaimState }[] => {
    if (request.phase === "new") {
      const hasRead = Object.keys(request.read).length > 0;
      if (readsFirst && !hasRead) {
        return [
          {
            name: `${at} reads`,
            next: { ...state, requests: put(state, at, { ...request, read: readNow(state, at) }) },
          },
        ];
      }
      return [{ name: `${at} takes`, next: begin(state, at, request) }];
    }
    if (request.phase !== "working") return [];
    return [
      { name: `${at} beats`, next: { ...state, claims: statements.renew(state.claims, at, NOW) } },
      { name: `${at} saves`, next: save(state, at, request) },
      { name: `${at} fails`, next: giveBack(state, at) },
      { name: `${at} dies`, next: { ...state, requests: put(state, at, { phase: "dead", read: {} }) } },
    ];
  };

  return {
    start: {
      claims: { "application a": null, "application b": null, field: null },
      revisions: { "application a": 0, "application b": 0, field: 0 },
      requests: WANTED.map(() => ({ phase: "new", read: {} })),
      wrong: null,
    },
    steps: (state) => [
      { name: "a tick", next: { ...state, claims: each(state.claims, aged) } },
      ...state.requests.flatMap((request, at) => stepsOf(state, request, at)),
    ],
    wrongWith: ({ wrong, claims }) =>
      wrong ??
      (Object.values(claims).some((claim) => claim !== null && claim.leasedUntil > NOW + LEASE)
        ? "a lease without end"
        : null),
    // Everyone is done, and what a dead one left can be taken.
    isRest: ({ requests, claims }) =>
      requests.every(({ phase }) => phase !== "new" && phase !== "working") &&
      Object.values(claims).every((claim) => claim === null || claim.leasedUntil <= NOW),
  };
}
