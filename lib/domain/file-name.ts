const LONGEST_NAME = 60;

/** A name as part of a file's, in plain letters: "Ñandú's home quarter" is `nandu-s-home-quarter`. */
export function inFileName(name: string): string {
  const plain = name
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST_NAME)
    .replace(/^-|-$/g, "");
  return plain === "" ? "field" : plain;
}
