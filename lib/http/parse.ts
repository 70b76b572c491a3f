import type { z } from "zod";
import { wireName } from "@/lib/contracts/shared/path-params";
import { faultSentence, invalidRequest, type Fault } from "@/lib/domain/errors";
import { MOST_KEYS } from "@/lib/http/fault-words";
import { shownValue } from "@/lib/views/sent-values";

/** What a value is, in the words of JSON. */
function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );

/** Faults that an answer lists. A body of a thousand empty products has five thousand. */
const MOST_FAULTS = 500;
const MOST_LETTERS = 500;

const shortened = (text: string): string => (text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}...` : text);

type NameOf = (name: string) => string;

/** A schema's own words name no value; the value that was sent is put behind them. */
function withValue(message: string, value: unknown): string {
  const isSingle = ["string", "number", "boolean"].includes(typeof value);
  const isOwnSentence = !/^[a-z]/.test(message) || message.endsWith(".") || message.endsWith("?");
  return !isSingle || isOwnSentence || message.includes("got ") ? message : `${message}; got ${shownValue(value)}`;
}

/** A schema's own words are for a value in the wrong form: of one that was left out that is the fault, and any other is named. */
function typeWords(message: string, value: unknown): string {
  if (!/^[a-z]/.test(message)) return message;
  if (value === undefined) return "is required";
  return message.includes("got ") ? message : `${message}; got ${shownValue(value)}`;
}

const placeOf = ({ path }: z.core.$ZodIssue): string => JSON.stringify(path);

/** A text or list of another type has no length that could be too great or too small. */
function withoutLengths(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const ofOtherType = new Set(issues.filter(({ code }) => code === "invalid_type").map(placeOf));
  const isOfLength = ({ code }: z.core.$ZodIssue): boolean => code === "too_small" || code === "too_big";
  return issues.filter((found) => !isOfLength(found) || !ofOtherType.has(placeOf(found)));
}

function faultsOfOne(found: z.core.$ZodIssue, value: unknown, nameOf: NameOf): Fault[] {
  const path = found.path.map((part) => (typeof part === "number" ? part : nameOf(String(part))));
  const inner = found.code === "custom" ? (found.params as { fault?: Fault } | undefined)?.fault : undefined;
  if (inner !== undefined) return [{ ...inner, path }];
  const fault = (message: string): Fault => ({
    path,
    code: found.code,
    message: shortened(faultSentence(path, message)),
  });
  if (found.code === "unrecognized_keys") {
    const messages = found.message.split("\n");
    return found.keys
      .slice(0, MOST_KEYS)
      .map((key, index) => ({ ...fault(messages[index] ?? found.message), keys: [shortened(key)] }));
  }
  const sent = valueAt(value, found.path);
  if (found.code === "invalid_type") {
    return [{ ...fault(typeWords(found.message, sent)), expected: found.expected, received: typeName(sent) }];
  }
  const isOwnRule = found.code === "custom" || found.code === "invalid_format";
  return [fault(isOwnRule ? withValue(found.message, sent) : found.message)];
}

/** Every fault of a value, so that a caller mends them in one round. `nameOf` gives a member's name on the wire. */
export const faultsOf = (error: z.ZodError, value: unknown, nameOf: NameOf = (name) => name): Fault[] =>
  withoutLengths(error.issues).flatMap((found) => faultsOfOne(found, value, nameOf));

type Parsed = z.ZodSafeParseResult<unknown>;
const faultsIn = (parsed: Parsed, value: unknown): Fault[] => (parsed.success ? [] : faultsOf(parsed.error, value));

/**
 * The same of a query. An unknown parameter has its own name as path: the empty path is the body's. Of one that was
 * given twice that is the fault, whatever else its schema finds in the list.
 */
export const queryFaults = (parsed: Parsed, values: Readonly<Record<string, unknown>>): Fault[] =>
  faultsIn(parsed, values).flatMap((fault): Fault[] => {
    if (fault.keys !== undefined) {
      const message = fault.message.replace(/^The request has a member/, "The request has a query parameter");
      return fault.keys.map((name) => ({ ...fault, message, part: "query", path: [name], keys: [name] }));
    }
    const [name] = fault.path;
    return typeof name === "string" && Array.isArray(values[name])
      ? [{ part: "query", path: [name], code: "custom", message: faultSentence([name], "must be given once") }]
      : [{ ...fault, part: "query" }];
  });

/** The same of a path, whose parameters have other names in the interface than in the folders of the routes. */
export const pathFaults = (parsed: Parsed, values: unknown): Fault[] =>
  parsed.success ? [] : faultsOf(parsed.error, values, wireName).map((fault) => ({ ...fault, part: "path" }));

export const headerFaults = (parsed: Parsed, values: unknown): Fault[] =>
  faultsIn(parsed, values).map((fault) => ({ ...fault, part: "header" }));

/** Several parts of a request judged together; throws one `invalidRequest` that names every fault of all of them. */
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  throw invalidRequest(faults, MOST_FAULTS);
}
