import type { Fault } from "@/lib/domain/errors";

/** What can be wrong with a boundary. The codes are part of the 422 answer, so they do not change. */
export const BOUNDARY_FAULT_CODES = [
  "invalid_json",
  "invalid_type",
  "invalid_value",
  "invalid_position",
  "empty",
  "ring_too_short",
  "ring_not_closed",
  "out_of_range",
  "too_many_positions",
  "antimeridian",
  "pole",
  "other_crs",
  "outside_united_states",
  "too_large",
  "too_complex",
  "invalid_geometry",
] as const;
export type BoundaryFaultCode = (typeof BOUNDARY_FAULT_CODES)[number];

export interface BoundaryFault extends Fault {
  code: BoundaryFaultCode;
}

/** Enough to repair a file by; 5,000 bad positions would make an answer no one reads. */
export const MAX_FAULTS = 50;

/** The faults of one boundary, up to `MAX_FAULTS`. */
export class FaultList {
  readonly faults: BoundaryFault[] = [];

  isFull(): boolean {
    return this.faults.length >= MAX_FAULTS;
  }

  isEmpty(): boolean {
    return this.faults.length === 0;
  }

  add(fault: BoundaryFault): void {
    if (!this.isFull()) this.faults.push(fault);
  }

  /** A value of the wrong kind. `expected` reads in a sentence: "an object"; `hint` ends it, and says how it is made of what was sent. */
  addType(path: Fault["path"], name: string, expected: string, value: unknown, hint = ""): void {
    const received = kindOf(value);
    this.add({
      path,
      code: "invalid_type",
      message:
        value === undefined
          ? `${name} is missing; it must be ${expected}.`
          : `${name} must be ${expected}, not ${received}${hint}.`,
      expected,
      received,
    });
  }
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isArray = (value: unknown): value is unknown[] => Array.isArray(value);
