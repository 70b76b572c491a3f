import { expect, it } from "vitest";
import { translateDatabaseError } from "@/lib/data/errors";

const refused = (code: string): Error => Object.assign(new Error("refused by the server"), { code });

it.each([
  ["it is a standby and takes no writes", "25006"],
  ["it is shutting down", "57P01"],
  ["it is starting up", "57P03"],
  ["its disk is full", "53100"],
  ["the connection broke", "08006"],
])("a server that refuses because %s is away, and asking again may help", (_, code) => {
  expect(translateDatabaseError(refused(code))).toMatchObject({ problem: "dependencyFailed" });
  const byPrisma = Object.assign(new Error("raw query failed"), {
    code: "P2010",
    meta: { driverAdapterError: { cause: { originalCode: code } } },
  });
  expect(translateDatabaseError(byPrisma)).toMatchObject({ problem: "dependencyFailed" });
});

it("a statement that is wrong is our defect", () => {
  const error = refused("42601");
  expect(translateDatabaseError(error)).toBe(error);
});

it("a row that names one which was erased meanwhile is a conflict, by PostgreSQL and by Prisma", () => {
  const found = { problem: "processingConflict" };
  expect(translateDatabaseError(refused("23503"))).toMatchObject(found);
  expect(translateDatabaseError(refused("P2003"))).toMatchObject(found);
});
