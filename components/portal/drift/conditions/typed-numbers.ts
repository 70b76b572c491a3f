import { bearingOfCompass } from "@/lib/views/figures";

/** What a typed number may be, and the message where it is not. */
export interface Range {
  least: number;
  most: number;
  isRequired: boolean;
  fault: string;
}

export type Parsed = { value: number | null; fault: undefined } | { value: null; fault: string };

// Stations tell north as 360.
const DIRECTION = { least: 0, most: 360, isRequired: true };
const SPEED = { least: 0, most: 80, isRequired: true };

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** A number as people write it: a comma or a real minus sign is theirs to use, nothing else beside digits is. */
function numberOf(text: string): number {
  const written = text
    .trim()
    .replace("−", "-")
    .replace(/^(\d+),(\d{1,2})$/, "$1.$2");
  return NUMBER.test(written) ? Number(written) : Number.NaN;
}

export function parsed(text: string, { least, most, isRequired, fault }: Range): Parsed {
  if (text.trim() === "") return isRequired ? { value: null, fault } : { value: null, fault: undefined };
  const value = numberOf(text);
  return value >= least && value <= most ? { value, fault: undefined } : { value: null, fault };
}

/** Where wind comes from, written as a number or as a compass point. 360 stays as it was written. */
export function parsedDirection(text: string, fault: string): Parsed {
  const bearing = bearingOfCompass(text);
  return bearing === null ? parsed(text, { ...DIRECTION, fault }) : { value: bearing, fault: undefined };
}

/** Wind speed, miles per hour. */
export const parsedSpeed = (text: string, fault: string): Parsed => parsed(text, { ...SPEED, fault });

/** Wind as it is typed: degrees from 0 up to but excluding 360, and miles per hour; null while something is missing or wrong. */
export function readWind(typed: { from: string; mph: string }): { fromDeg: number; mph: number } | null {
  const { value: fromDeg } = parsedDirection(typed.from, "");
  const { value: mph } = parsedSpeed(typed.mph, "");
  return fromDeg === null || mph === null ? null : { fromDeg: fromDeg % 360, mph };
}
