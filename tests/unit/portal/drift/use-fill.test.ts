import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import type { TypedConditions } from "@/components/portal/drift/conditions/conditions";
import { useFill, type Fill } from "@/components/portal/drift/conditions/use-fill";

it("a wind is read when someone says that it was measured, and not when that is taken back", () => {
  const measured = vi.fn();
  const found: Fill[] = [];
  const Reader = () => {
    found.push(useFill({} as TypedConditions, () => undefined, measured));
    return null;
  };
  renderToStaticMarkup(createElement(Reader));
  found[0]?.say(false);
  expect(measured).not.toHaveBeenCalled();
  found[0]?.say(true);
  expect(measured).toHaveBeenCalledOnce();
});
