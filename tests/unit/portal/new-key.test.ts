import { expect, test } from "vitest";
import { z } from "zod";
import { newKey } from "@/lib/portal-client/new-key";

test("keys are random UUIDs of version 4, of all four variants' digits, none twice", () => {
  const keys = Array.from({ length: 500 }, newKey);
  for (const key of keys) expect(z.uuidv4().safeParse(key).success, key).toBe(true);
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(keys.map((key) => key[19]))).toEqual(new Set(["8", "9", "a", "b"]));
  expect(new Set(keys.map((key) => key[0])).size).toBe(16);
});
