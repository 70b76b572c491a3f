import { describe, expect, it } from "vitest";
import { readEsaLanguage } from "@/lib/imports/labels/esa-language";
import { readLabelText } from "@/lib/imports/labels/label-text";
import { labelPdf, MASTER, type PdfPage } from "@/tests/unit/imports/labels/label-pdf";

const NUMBER = "99003-1";
const HEAD = `TEST LABEL  EPA Reg. No. ${NUMBER}`;
const PLAIN = "Apply in at least ten gallons of water to the acre, and keep people out of the field.";

/** What a program makes of a label: its language, and why it cannot tell. */
async function readingOf(...pages: PdfPage[]): Promise<string[]> {
  const text = await readLabelText(new Uint8Array(labelPdf(pages)));
  if (!text.ok) throw new Error(text.reason);
  const reading = readEsaLanguage(text.pages, NUMBER);
  return reading.language === "unreadable" ? ["unreadable", reading.reason] : [reading.language];
}

const front: PdfPage = { lines: [HEAD, ...MASTER] };

describe("a label that says nothing of endangered species", () => {
  it("is without ESA language where all of it is text", async () => {
    expect(await readingOf(front, { lines: [PLAIN] })).toEqual(["no"]);
    expect(await readingOf(front, { lines: [PLAIN], outlines: 60 })).toEqual(["no"]);
    expect(await readingOf(front, { lines: [PLAIN], outlines: 60, asOnePath: true })).toEqual(["no"]);
  });

  describe("is unreadable where a page's letters are drawn as outlines below a running head", () => {
    const drawn: PdfPage = { lines: [`${HEAD}  Page 2 of 2  Stamped June 1, 2026`], outlines: 900 };

    it("each by itself", async () => {
      expect(await readingOf(front, drawn)).toEqual(["unreadable", "page 2 of 2 gives no readable text"]);
    });

    it("all as one path", async () => {
      expect(await readingOf(front, { ...drawn, asOnePath: true })).toEqual([
        "unreadable",
        "page 2 of 2 gives no readable text",
      ]);
    });

    it("on the page that is the first in its font", async () => {
      expect(await readingOf(drawn, front)).toEqual(["unreadable", "page 1 of 2 gives no readable text"]);
    });
  });

  it("is unreadable where a part of a page cannot be read", async () => {
    const text = await readLabelText(new Uint8Array(labelPdf([front, { lines: [PLAIN], lostPart: true }])));
    expect(text).toMatchObject({ ok: false, reason: expect.stringContaining("the PDF cannot be read") as string });
  });

  it.each([0, 1, 2])("is unreadable without what the law has on every label (%i)", async (left) => {
    const lines = [HEAD, ...MASTER.filter((_, index) => index !== left)];
    expect((await readingOf({ lines }, { lines: [PLAIN] }))[0]).toBe("unreadable");
  });

  it("is unreadable where it is a letter about a label", async () => {
    const letter = [
      HEAD,
      "Dear registrant: the amendment of the Precautionary Statements and of the Directions for Use is acceptable.",
      "A violation of these terms may lead to cancellation under Federal law.",
    ];
    expect(await readingOf({ lines: letter })).toEqual([
      "unreadable",
      "it lacks the sections of a master label; it may be a letter",
    ]);
  });
});
