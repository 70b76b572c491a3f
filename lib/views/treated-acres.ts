import { decimalText } from "@/lib/domain/numbers";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: { treated: (reason: string, acres: string) => `${reason} (${acres} acres treated)` },
  es: { treated: (reason, acres) => `${reason} (${acres} acres tratados)` },
});

/** A reason for an exemption with the acres that were said to be treated; the reason alone where none were. */
export const withTreatedAcres = (reason: string, acres: number | null | undefined): string =>
  acres === null || acres === undefined ? reason : words().treated(reason, decimalText(acres));
