import { describe, expect, it, test } from "vitest";
import { limitationScheme } from "@/lib/engine/limitations/scheme";

describe("the scheme a limitation text refers to", () => {
  test.each([
    "3 ADDITIONAL points (for a total of 6 points) must be achieved using the Mitigation Menu.",
    "See https://www.epa.gov/pesticides/mitigation-menu before applying.",
    "MITIGATION MENU",
  ])("is EPA's menu: %s", (text) => {
    expect(limitationScheme(text)).toBe("mitigation_menu");
  });

  test.each([
    "Use the drift and runoff reduction measures and associated points of the biological opinion.",
    "Runoff reduction measures worth 4 points are required.",
    "Follow the reasonable and prudent measures of the Biological Opinion.",
    "NMFS broadcast measures apply.",
    "Six Enlist credits are required.",
  ])("is one that is not scored here: %s", (text) => {
    expect(limitationScheme(text)).toBe("other_scheme");
  });

  test.each(["You must achieve 6 points of runoff mitigation.", "Points are needed here."])(
    "is points of a menu that it does not name: %s",
    (text) => {
      expect(limitationScheme(text)).toBe("unnamed_points");
    },
  );

  test.each(["Do not apply within 100 feet of water.", "Do not apply by air.", ""])("is none: %s", (text) => {
    expect(limitationScheme(text)).toBe("none");
  });

  it("is EPA's menu wherever a text names it, whatever else it names", () => {
    expect(limitationScheme("Besides the biological opinion, 6 points of the Mitigation Menu are needed.")).toBe(
      "mitigation_menu",
    );
    expect(limitationScheme("Relief credits count in the mitigation menu.")).toBe("mitigation_menu");
  });
});
