import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Issues } from "@/components/portal/overview/issues";
import type { IssueView } from "@/lib/views/portal/overview";
import { inSpanish } from "@/tests/support/spanish";

const shown = (code: string, standing: IssueView["standing"]): string =>
  renderToStaticMarkup(
    createElement(Issues, {
      driftHref: "/drift",
      issues: [{ code, standing, message: "It is so.", remedy: "Do it." }],
    }),
  );

describe("what stands in the way", () => {
  it("asks to check what the label says and no one checked, in place of calling it good to know", () => {
    const conditions = (): string => shown("LABEL_CONDITIONS_NOT_CHECKED", "not_applicable");
    expect(conditions()).toContain("Check it yourself");
    expect(conditions()).not.toContain("Good to know");
    expect(inSpanish(conditions)).toContain("Verifíquelo usted");
  });

  it("calls other notices good to know, and conditions that block open", () => {
    expect(shown("ATTESTED", "not_applicable")).toContain("Good to know");
    expect(shown("LABEL_CONDITIONS_NOT_CHECKED", "indeterminate")).toContain("Open");
  });
});
