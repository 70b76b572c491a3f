import { readdirSync, readFileSync } from "node:fs";

/** A case a regulatory reader can check: what is given, what must come of it, and who says so. */
export interface Case<Input, Expected> {
  name: string;
  source: string;
  input: Input;
  expected: Expected;
}

const folderUrl = (folder: string): URL => new URL(`../../cases/${folder}/`, import.meta.url);

export const readCases = <C>(folder: string, file: string): C[] =>
  JSON.parse(readFileSync(new URL(file, folderUrl(folder)), "utf8")) as C[];

/** The case files of a folder whose names begin with `prefix`. */
export const caseFiles = (folder: string, prefix = ""): string[] =>
  readdirSync(folderUrl(folder)).filter((file) => file.startsWith(prefix) && file.endsWith(".json"));
