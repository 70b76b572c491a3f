import { expect, it } from "vitest";
import { issue } from "@/lib/domain/issues";
import { countyInWords } from "@/lib/views/county-name";
import { issueMessage } from "@/lib/views/issues/issue-text";
import { inLanguage } from "@/lib/views/language";

/** Counties that could not be loaded have no name in the language of the reader, or none at all. */

it.each([
  ["Lee, AL", "Lee, AL", "Lee, AL"],
  ["unreadable county", "a county that could not be read", "un condado que no se pudo leer"],
  ["county 01003", "county 01003", "condado 01003"],
  ["county 01003, AL", "county 01003, AL", "condado 01003, AL"],
])("%s is called %s and %s", (name, english, spanish) => {
  expect(countyInWords(name)).toBe(english);
  expect(inLanguage("es", () => countyInWords(name))).toBe(spanish);
});

it("an issue says the code of a county once, and none of one that could not be read", () => {
  const counties = [
    { geoId: "00000", name: "unreadable county" },
    { geoId: "01003", name: "county 01003" },
    { geoId: "01081", name: "Lee" },
  ];
  const found = issue("COUNTY_CLASS_UNRESOLVED", { particulars: { counties } });
  expect(issueMessage(found)).toContain("(a county that could not be read, county 01003, Lee 01081)");
  expect(inLanguage("es", () => issueMessage(found))).toContain(
    "(un condado que no se pudo leer, condado 01003, Lee 01081)",
  );
});
