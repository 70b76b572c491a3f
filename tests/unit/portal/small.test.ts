import { expect, it } from "vitest";
import { capital, small } from "@/lib/views/words";

it("takes a capital back after a colon, and leaves a name in capitals as it is", () => {
  expect(small(capital("faltan 4 puntos de escorrentía"))).toBe("faltan 4 puntos de escorrentía");
  expect(small("Época de siembra")).toBe("época de siembra");
  for (const same of ["EPA no lo dice", "4 puntos", ""]) expect(small(same)).toBe(same);
});
