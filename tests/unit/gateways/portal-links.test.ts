import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hashToken,
  makeToken,
  openToken,
  signLink,
  verifyLink,
  type LinkClaims,
  type LinkKey,
} from "@/lib/gateways/portal-links";

const key = (id: string, fill: number): LinkKey => ({ id, secret: Buffer.alloc(32, fill) });
const OLD = key("k1", 1);
const NEW = key("k2", 2);
const NOW = new Date("2026-06-15T12:00:00Z");
const after = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

const CLAIMS: LinkClaims = {
  scope: "group",
  fieldId: "0190a5b2-7c3d-7000-8000-00000000000a",
  applicationEventId: "0190a5b2-7c3d-7000-8000-00000000000b",
  generation: 7,
  expiresAt: after(3600),
  returnUrl: "https://farm.example/fields?id=7",
};
const INVALID = { claims: null, refusal: "invalid" };

function link(claims: Partial<LinkClaims> = {}, keys: readonly LinkKey[] = [OLD]): string {
  const signed = signLink(keys, { ...CLAIMS, ...claims });
  if (signed === null) throw new Error("no link");
  return signed;
}

describe("a signed link", () => {
  it.each([
    ["of a group, with an application and a return address", {}],
    ["of one field", { scope: "field" as const }],
    ["without an application", { applicationEventId: null }],
    ["without a return address", { returnUrl: null }],
    ["with a return address in other letters", { returnUrl: "https://höfe.example/größe?ä=ß#✓" }],
    ["of the highest generation", { generation: 2 ** 32 - 1 }],
    ["that lives until the year 2200", { expiresAt: new Date("2200-12-31T23:59:59Z") }],
  ])("says again what it was made of: %s", (_title, more) => {
    expect(verifyLink([OLD], link(more), NOW)).toEqual({ claims: { ...CLAIMS, ...more }, refusal: null });
  });

  it("is made of characters that an address takes as they are", () => {
    expect(link()).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(link().length).toBeLessThan(220);
  });

  it("is not made without a key", () => {
    expect(signLink([], CLAIMS)).toBeNull();
  });

  it("is refused when any of its characters is another one, whichever it is", () => {
    const genuine = link();
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (let at = 0; at < genuine.length; at += 1) {
      for (const letter of letters) {
        if (letter === genuine[at]) continue;
        const altered = genuine.slice(0, at) + letter + genuine.slice(at + 1);
        expect(verifyLink([OLD], altered, NOW), `character ${at} as ${letter}`).toEqual(INVALID);
      }
    }
  });

  it("is refused cut off at any place, at its end or its beginning", () => {
    const genuine = link();
    for (let length = 0; length < genuine.length; length += 1) {
      expect(verifyLink([OLD], genuine.slice(0, length), NOW)).toEqual(INVALID);
      expect(verifyLink([OLD], genuine.slice(genuine.length - length), NOW)).toEqual(INVALID);
    }
  });

  it.each(["=", "==", " ", "\n", "A", "%20", "/", "+", "."])("is refused with %j added before or behind", (more) => {
    expect(verifyLink([OLD], link() + more, NOW)).toEqual(INVALID);
    expect(verifyLink([OLD], more + link(), NOW)).toEqual(INVALID);
  });

  it("is refused when the same bytes are written in another alphabet", () => {
    const standard = Buffer.from(link(), "base64url").toString("base64");
    expect(verifyLink([OLD], standard, NOW)).toEqual(INVALID);
  });

  it("made up of anything at all is refused, and never an error", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 400 }), fc.base64String({ maxLength: 400 })), (text) => {
        expect(verifyLink([OLD, NEW], text, NOW)).toEqual(INVALID);
      }),
    );
  });

  it("covers the return address: another one, a longer, a shorter or none is refused", () => {
    const bytes = Buffer.from(link(), "base64url");
    const [head, mac] = [bytes.subarray(0, 52), bytes.subarray(-32)];
    for (const returnUrl of ["", "https://evil.example/fields?id=7", `${CLAIMS.returnUrl}8`, "https://farm.example/"]) {
      const forged = Buffer.concat([head, Buffer.from(returnUrl), mac]).toString("base64url");
      expect(verifyLink([OLD], forged, NOW)).toEqual(INVALID);
    }
    const same = Buffer.concat([head, Buffer.from(CLAIMS.returnUrl ?? ""), mac]).toString("base64url");
    expect(verifyLink([OLD], same, NOW).refusal).toBeNull();
  });

  it("covers field, application, scope, generation and expiry: the parts of two genuine links do not mix", () => {
    const one = Buffer.from(link(), "base64url");
    const others = [
      { fieldId: "0190a5b2-7c3d-7000-8000-00000000000c" },
      { applicationEventId: null },
      { scope: "field" as const },
      { generation: 8 },
      { expiresAt: after(7200) },
    ];
    for (const more of others) {
      const other = Buffer.from(link(more), "base64url");
      const mixed = Buffer.concat([other.subarray(0, -32), one.subarray(-32)]).toString("base64url");
      expect(verifyLink([OLD], mixed, NOW)).toEqual(INVALID);
    }
  });

  it("of another version is refused though its signature holds", () => {
    const bytes = Buffer.from(link(), "base64url");
    const body = Buffer.from(bytes.subarray(0, -32));
    body.writeUInt8(2, 0);
    const mac = createHmac("sha256", OLD.secret).update(body).digest();
    expect(verifyLink([OLD], Buffer.concat([body, mac]).toString("base64url"), NOW)).toEqual(INVALID);
  });
});

describe("the time of a link", () => {
  it.each([
    ["a second before its end", -1, null],
    ["at its end", 0, null],
    ["within a minute of clock skew", 60, null],
    ["past the skew", 60.001, "expired"],
    ["a year later", 31_536_000, "expired"],
  ] as const)("%s", (_title, seconds, refusal) => {
    const found = verifyLink([OLD], link(), after(3600 + seconds));
    expect(found).toEqual({ claims: CLAIMS, refusal });
  });

  it("past: an expired link still says what it was for, its return address too", () => {
    const found = verifyLink([OLD], link(), after(86_400));
    expect(found.refusal).toBe("expired");
    expect(found.claims?.returnUrl).toBe(CLAIMS.returnUrl);
  });

  it("past: a forged link is not expired but invalid, and says nothing", () => {
    const bytes = Buffer.from(link(), "base64url");
    bytes.writeUInt8(bytes.readUInt8(30) ^ 1, 30);
    expect(verifyLink([OLD], bytes.toString("base64url"), after(86_400))).toEqual(INVALID);
  });

  it("with a fraction ends at the whole second before: never later than was said", () => {
    const found = verifyLink([OLD], link({ expiresAt: new Date("2026-06-15T13:00:00.999Z") }), NOW);
    expect(found.claims?.expiresAt).toEqual(new Date("2026-06-15T13:00:00Z"));
  });
});

describe("the keys of links", () => {
  it("rotate: the first signs, and what the second signed still opens", () => {
    const signedByOld = link({}, [OLD]);
    expect(verifyLink([NEW, OLD], signedByOld, NOW).refusal).toBeNull();
    const signedByNew = link({}, [NEW, OLD]);
    expect(verifyLink([NEW], signedByNew, NOW).refusal).toBeNull();
    expect(verifyLink([OLD], signedByNew, NOW)).toEqual(INVALID);
  });

  it("that left the ring open nothing, and neither does an empty ring", () => {
    expect(verifyLink([NEW], link({}, [OLD]), NOW)).toEqual(INVALID);
    expect(verifyLink([], link({}, [OLD]), NOW)).toEqual(INVALID);
  });

  it("of the same name with another secret open nothing", () => {
    expect(verifyLink([key("k1", 9)], link(), NOW)).toEqual(INVALID);
  });

  it("are not taken for each other: a link re-labeled with another key's name is refused", () => {
    const bytes = Buffer.from(link({}, [OLD]), "base64url");
    bytes.write("k2", 2, "ascii");
    expect(verifyLink([OLD, NEW], bytes.toString("base64url"), NOW)).toEqual(INVALID);
  });

  it("may have names of one to eight characters", () => {
    for (const id of ["a", "12345678"]) {
      const ring = [key(id, 3)];
      expect(verifyLink(ring, link({}, ring), NOW).refusal).toBeNull();
    }
  });
});

describe("a token of token mode", () => {
  const made = (keys: readonly LinkKey[] = [OLD]) => {
    const token = makeToken(keys);
    if (token === null) throw new Error("no token");
    return token;
  };

  it("is 256 random bits, found by its hash and opened from its sealed copy", () => {
    const { token, hash, sealed } = made();
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(hash).toEqual(hashToken(token));
    expect(openToken([OLD], sealed)).toBe(token);
    expect(sealed.includes(Buffer.from(token))).toBe(false);
  });

  it("is another one every time, sealed differently", () => {
    const [one, two] = [made(), made()];
    expect(one.token).not.toBe(two.token);
    expect(one.sealed.equals(two.sealed)).toBe(false);
  });

  it("is no signed link", () => {
    expect(verifyLink([OLD], made().token, NOW)).toEqual(INVALID);
  });

  it("is opened by the key that sealed it, wherever that is in the ring, and by no other", () => {
    const { token, sealed } = made([OLD]);
    expect(openToken([NEW, OLD], sealed)).toBe(token);
    expect(openToken([NEW], sealed)).toBeNull();
    expect(openToken([], sealed)).toBeNull();
  });

  it("is not made without a key", () => {
    expect(makeToken([])).toBeNull();
  });

  it("is given up when its copy was altered, or its key's name now belongs to another secret", () => {
    const { sealed } = made();
    expect(openToken([key("k1", 9)], sealed)).toBeNull();
    for (let at = 0; at < sealed.length; at += 1) {
      const altered = Buffer.from(sealed);
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
      expect(openToken([OLD], altered)).toBeNull();
    }
    expect(openToken([OLD], sealed.subarray(0, 20))).toBeNull();
  });
});
