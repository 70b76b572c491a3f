import { describe, expect, it } from "vitest";
import { inLanguageOf, languageOf } from "@/scripts/language.mjs";
import { bearingOfCompass, compassLetters, compassWord, formatFeet } from "@/lib/views/figures";
import { currentLanguage, wordsIn } from "@/lib/views/language";
import { dayInWords, listInWords, orInSpanish, scoreInWords } from "@/lib/views/words";

const asked = (url: string, acceptLanguage?: string, cookie?: string) => ({
  url,
  headers: {
    ...(acceptLanguage === undefined ? {} : { "accept-language": acceptLanguage }),
    ...(cookie === undefined ? {} : { cookie }),
  },
});

describe("the language of a request", () => {
  it.each([
    ["a browser in Spanish", "/portal/g/x", "es-MX,es;q=0.9,en;q=0.8", undefined, "es"],
    ["a browser in English", "/portal/g/x", "en-US,en;q=0.9,es;q=0.8", undefined, "en"],
    ["a language that there is none of", "/portal", "fr", undefined, "en"],
    ["no word about it", "/portal", undefined, undefined, "en"],
    ["a choice that was kept", "/verify/abc", "en-US", "a=1; hedgerow-language=es", "es"],
    ["a choice of English", "/portal?x=1", "es", "hedgerow-language=en", "en"],
    ["a cookie that names no language", "/portal", "es", "hedgerow-language=xx", "es"],
    ["a cookie of a like name", "/portal", "en", "not-hedgerow-language=es", "en"],
    ["the API", "/api/v2/fields", "es", "hedgerow-language=es", "en"],
    ["the console", "/console", "es", undefined, "en"],
    ["an address that begins alike", "/portals", "es", undefined, "en"],
  ])("%s", (_case, url, accept, cookie, language) => {
    expect(languageOf(asked(url, accept, cookie))).toBe(language);
  });

  it("holds for what is awaited, and for no other request", async () => {
    const slow = async (): Promise<string> => {
      await new Promise((resolve) => setImmediate(resolve));
      return currentLanguage();
    };
    const both = [inLanguageOf(asked("/portal", "es"), slow), inLanguageOf(asked("/portal", "en"), slow), slow()];
    expect(await Promise.all(both)).toEqual(["es", "en", "en"]);
  });
});

describe("words in Spanish", () => {
  const of = <T>(make: () => T): T => inLanguageOf(asked("/portal", "es"), make);

  it("are the words of the request", () => {
    const words = wordsIn({ en: { field: (n: number) => `field ${n}` }, es: { field: (n) => `campo ${n}` } });
    expect([words().field(2), of(() => words().field(2))]).toEqual(["field 2", "campo 2"]);
  });

  it("count, list and date as Spanish does", () => {
    expect(of(() => dayInWords("2027-05-20"))).toBe("20 de mayo de 2027");
    expect(of(() => scoreInWords(2, "esa_runoff"))).toBe("2 puntos");
    expect(of(() => listInWords(["norte", "este"]))).toBe("norte y este");
    expect(of(() => listInWords(["sur", "inversión"]))).toBe("sur e inversión");
    expect(of(() => listInWords(["agua", "hielo"]))).toBe("agua y hielo");
    expect(of(() => formatFeet(1320))).toBe("1,320 pies");
  });

  it("say “u” before the sound of “o”", () => {
    expect(orInSpanish([])).toBe("");
    expect(orInSpanish(["Linn"])).toBe("Linn");
    expect(orInSpanish(["Linn", "Story", "Orange"])).toBe("Linn o Story u Orange");
    expect([orInSpanish(["7", "8"]), orInSpanish(["8", "9"])]).toEqual(["7 u 8", "8 o 9"]);
    expect([orInSpanish(["10", "11"]), orInSpanish(["10", "110"])]).toEqual(["10 u 11", "10 o 110"]);
  });

  it("name every compass point so that it is read back", () => {
    for (let deg = 0; deg < 360; deg += 22.5) {
      const [letters, word] = of(() => [compassLetters(deg), compassWord(deg)]);
      expect([letters, bearingOfCompass(letters), bearingOfCompass(`del ${word}`)]).toEqual([letters, deg, deg]);
    }
    expect(of(() => compassLetters(225))).toBe("SO");
  });
});
