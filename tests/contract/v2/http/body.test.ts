import { beforeAll, describe, expect, it } from "vitest";
import { POST } from "@/app/api/v2/esa-check/route";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import { SMALL_BODY } from "@/lib/contracts/shared/body-limit";
import { plainBody } from "@/tests/contract/v2/esa-check/support";
import { inPieces } from "@/tests/contract/v2/http/support";
import { answer, call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { loadCatalogue } from "@/tests/support/reference-data";

const MAX_BODY_BYTES = SMALL_BODY.bytes;

let caller: Caller;
beforeAll(async () => {
  await loadCatalogue();
  caller = await makeCaller("body");
});

const JSON_TYPE = { "Content-Type": "application/json" };
const good = (): string => JSON.stringify(plainBody("body"));
const send = (raw: BodyInit, headers: Record<string, string> = JSON_TYPE) => call(POST, caller, { raw, headers });

describe("the size of a body", () => {
  it("over the limit is 413 by what is declared, before any of it is read", async () => {
    const pieces = inPieces(new Uint8Array(1024).fill(32), 10_000);
    const headers = { ...JSON_TYPE, "Content-Length": String(6 * 1024 * 1024) };
    const found = await refusal(await send(pieces.body, headers), 413);
    expect(found).toMatchObject({ code: "REQUEST_FAILED", retryable: false });
    expect(found.message).toMatch(/5,242,880 bytes/);
    // A stream fills its own queue with one piece; no one asked for the next.
    expect(pieces.taken()).toBeLessThanOrEqual(1);
  });

  it("over the limit is 413 while it is read, and the rest is not taken", async () => {
    const piece = new Uint8Array(64 * 1024).fill(32);
    const pieces = inPieces(piece, 10_000);
    const found = await refusal(await send(pieces.body), 413);
    expect(found.code).toBe("REQUEST_FAILED");
    expect(pieces.taken() * piece.length).toBeLessThan(MAX_BODY_BYTES + 4 * piece.length);
  });

  it("cannot be understated: a small declaration does not let a large body in", async () => {
    const pieces = inPieces(new Uint8Array(64 * 1024).fill(32), 10_000);
    await refusal(await send(pieces.body, { ...JSON_TYPE, "Content-Length": "10" }), 413);
  });

  it("of exactly the limit is read", async () => {
    const text = good();
    await answer(await send(text + " ".repeat(MAX_BODY_BYTES - text.length)), esaCheckResponse);
    await refusal(await send(text + " ".repeat(MAX_BODY_BYTES - text.length + 1)), 413);
  });

  it.each([
    ["lists", "[]"],
    ["objects", "{}"],
    ["numbers", "1"],
  ])("with too many %s is 413 while it is read, however few bytes they take", async (_what, one) => {
    const text = good().replace('"products":[', `"products":[${`${one},`.repeat(60_001)}`);
    const found = await refusal(await send(text), 413);
    expect(found.message).toMatch(/more than 60,000 values/);
  });

  it("has its parts where they were, the large ones too", async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => `x${index}`);
    const body = { ...plainBody("body"), crop: many, unknown: [{ many }, "text", { many }], __proto: { many } };
    const found = await refusal(await send(JSON.stringify(body)), 422);
    expect(found.details?.flatMap(({ keys }) => keys ?? [])).toEqual(["unknown", "__proto"]);
    expect(found.details?.some(({ path }) => path[0] === "crop")).toBe(true);
  });

  it("may come in pieces", async () => {
    const bytes = new TextEncoder().encode(good());
    const pieces = inPieces(bytes, 1);
    await answer(await send(pieces.body), esaCheckResponse);
  });
});

describe("a body that is no JSON", () => {
  it.each([
    ["cut off", good().slice(0, -1)],
    ["empty", ""],
    ["of blanks", "   "],
    ["with a comma too many", '{"provider_id": "body",}'],
    ["with single quotes", "{'provider_id': 'body'}"],
    ["with a number JSON does not have", '{"gpa": NaN}'],
    ["two values", "{} {}"],
    ["a form", "provider_id=body"],
  ])("%s is 400 REQUEST_FAILED", async (_title, raw) => {
    const found = await refusal(await send(raw), 400);
    expect(found).toMatchObject({ code: "REQUEST_FAILED", retryable: false });
    expect(found.details).toBeUndefined();
  });

  it("in invalid UTF-8 is 400, and never read with replacement characters", async () => {
    const bytes = new Uint8Array([...new TextEncoder().encode('{"account_id": "'), 0xc3, 0x28, 0x22, 0x7d]);
    expect((await refusal(await send(bytes), 400)).message).toMatch(/UTF-8/);
  });

  it("in UTF-16 is 400", async () => {
    await refusal(await send(new Uint8Array(Buffer.from(good(), "utf16le"))), 400);
  });

  it.each([
    ["lists", "[", "]"],
    ["objects", '{"a":', "}"],
  ])("nested a hundred thousand %s deep is 400 and takes no stack", async (_title, open, close) => {
    const depth = 100_000;
    await refusal(await send(open.repeat(depth) + (open === "[" ? "" : "1") + close.repeat(depth)), 400);
    await refusal(await send(open.repeat(33) + (open === "[" ? "" : "1") + close.repeat(33)), 400);
  });

  it("brackets inside a text do not count as depth", async () => {
    const name = '[[[{{{"\\'.repeat(40);
    await answer(await send(JSON.stringify(plainBody("body", { field_name: name }))), esaCheckResponse);
  });

  it("a client that goes away while it sends gets 503 and is no defect of ours", async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("connection reset")),
    });
    expect((await refusal(await send(body), 503)).code).toBe("REQUEST_CANCELLED");
  });
});

describe("the content type", () => {
  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "application/problem+json",
    "application/json; charset=iso-8859-1",
    "application/json; charset=utf-16",
  ])("%s is 415 with what is accepted", async (type) => {
    const answered = await send(good(), { "Content-Type": type });
    expect(answered.headers.get("accept")).toBe("application/json");
    const { code, message } = await refusal(answered, 415);
    expect(code).toBe("UNSUPPORTED_MEDIA_TYPE");
    expect(message).toContain("in UTF-8");
  });

  it.each(["gzip", "br", "identity"])("a Content-Encoding of %s is 415", async (encoding) => {
    await refusal(await send(good(), { ...JSON_TYPE, "Content-Encoding": encoding }), 415);
  });

  it("left out is 415", async () => {
    await refusal(await send(new TextEncoder().encode(good()), {}), 415);
  });

  it("left out with the body is 415 where members are required", async () => {
    await refusal(await call(POST, caller, {}), 415);
  });

  it.each([
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    'application/json; charset="utf-8"',
    "Application/JSON",
    "application/json; profile=x",
  ])("%s is accepted", async (type) => {
    await answer(await send(good(), { "Content-Type": type }), esaCheckResponse);
  });

  it("a wrong one is refused before the size, and the size before the syntax", async () => {
    const large = "x".repeat(MAX_BODY_BYTES + 1);
    await refusal(await send(large, { "Content-Type": "text/plain" }), 415);
    await refusal(await send(large), 413);
  });
});
