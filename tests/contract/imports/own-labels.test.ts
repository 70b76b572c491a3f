import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { importCatalogue } from "@/lib/imports/catalogue/import-catalogue";
import { areOtherLabelsInForce } from "@/lib/imports/catalogue/own-files";
import { DEMONSTRATION_DIRECTORY, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";
import { ownerUrl } from "@/tests/support/owner-connections";
import { workFolder } from "@/tests/support/work-folder";

const areOthers = () => areOtherLabelsInForce(ownerUrl());
const load = (source: string, more: Partial<Parameters<typeof importCatalogue>[1]> = {}) =>
  importCatalogue(ownerUrl(), { source, activate: true, force: true, ...more });

it("tells labels of an earlier release from those of this one, also once a register was loaded over them", async () => {
  const earlier = join(workFolder(), "earlier");
  cpSync(RULEBOOK_DIRECTORY, earlier, { recursive: true, filter: (path) => !path.includes("264-1241") });
  const register = join(workFolder(), "register.csv");
  writeFileSync(register, "reg_num,product_name,status_group,company_name,ais\n7000-1,PRODUCT,Active,SOMEONE,\n");
  await load(earlier);
  expect(await areOthers()).toBe(true);
  await load(register);
  expect(await areOthers()).toBe(true);
  await load(RULEBOOK_DIRECTORY);
  expect(await areOthers()).toBe(false);
  await load(register);
  expect(await areOthers()).toBe(false);
});

it("says nothing of the demonstration, which loads its own", async () => {
  await load(RULEBOOK_DIRECTORY, { demonstrationFiles: DEMONSTRATION_DIRECTORY, isDemonstration: true });
  expect(await areOthers()).toBeNull();
});
