import { join } from "node:path";
import { Font, StyleSheet } from "@react-pdf/renderer";

/** Where the font's files lie, from the project's root. Noto Sans has every Latin letter, Vietnamese included. */
const FONT_FOLDER = "node_modules/@expo-google-fonts/noto-sans";
const FACES = [
  { file: "400Regular/NotoSans_400Regular.ttf", fontWeight: 400 },
  { file: "700Bold/NotoSans_700Bold.ttf", fontWeight: 700 },
] as const;

export const FONT = "Noto Sans";
/** Letter, in points. */
export const PAGE = { width: 612, margin: 46 };
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.margin;

export const INK = "#17201a";
export const QUIET = "#4d5851";
export const LINE = "#c3cbc5";
export const SHADE = "#eff2ef";
export const ACCENT = "#23572f";

/** Words are never cut by the layout engine, which would put a hyphen there: `fitted` parts what is too long. */
const uncut = (word: string): string[] => [word];

/** Registers the font once in a thread; its files are read at the first use. */
export function registerFonts(root: string): void {
  Font.register({
    family: FONT,
    fonts: FACES.map(({ file, fontWeight }) => ({ src: join(root, FONT_FOLDER, file), fontWeight })),
  });
  Font.registerHyphenationCallback(uncut);
}

export const styles = StyleSheet.create({
  page: {
    fontFamily: FONT,
    fontSize: 9,
    lineHeight: 1.35,
    color: INK,
    paddingTop: 58,
    paddingBottom: 62,
    paddingHorizontal: PAGE.margin,
  },
  // Measured from the top: the engine measures a bottom from the end of the content.
  head: {
    position: "absolute",
    top: 26,
    left: PAGE.margin,
    right: PAGE.margin,
    flexDirection: "row",
    justifyContent: "space-between",
    borderBottomWidth: 1.5,
    paddingBottom: 4,
    fontSize: 8,
  },
  headBrand: { width: "42%", fontWeight: 700 },
  headTitle: { width: "58%", color: QUIET, textAlign: "right" },
  foot: {
    position: "absolute",
    top: 742,
    left: PAGE.margin,
    right: PAGE.margin,
    borderTopWidth: 0.75,
    borderTopColor: LINE,
    paddingTop: 5,
    fontSize: 7,
    lineHeight: 1.3,
    color: QUIET,
  },
  footRow: { flexDirection: "row", justifyContent: "space-between" },
  title: { fontSize: 20, fontWeight: 700, lineHeight: 1.15 },
  titleField: { fontSize: 13, lineHeight: 1.25, marginTop: 3, marginBottom: 8 },
  opening: { flexDirection: "row", justifyContent: "space-between", gap: 18, marginBottom: 4 },
  openingText: { flex: 1 },
  logo: { height: 26, maxWidth: 180, objectFit: "contain", objectPosition: "left", marginBottom: 8 },
  seal: { width: 92, alignItems: "center" },
  sealText: { fontSize: 6.5, color: QUIET, textAlign: "center", marginTop: 3, lineHeight: 1.25 },
  heading: {
    marginTop: 16,
    fontSize: 12.5,
    fontWeight: 700,
    lineHeight: 1.2,
    paddingBottom: 3,
    borderBottomWidth: 0.75,
    borderBottomColor: INK,
  },
  subheading: { fontSize: 10, fontWeight: 700, marginTop: 9, marginBottom: 2 },
  text: { marginTop: 5 },
  quiet: { marginTop: 4, color: QUIET, fontSize: 8 },
  strong: { marginTop: 7, fontWeight: 700 },
  link: { color: INK, textDecoration: "underline" },
  facts: { marginTop: 5, flexDirection: "row", flexWrap: "wrap" },
  fact: { width: "50%", flexDirection: "row", paddingRight: 10, paddingVertical: 1.2 },
  factLabel: { width: 78, paddingRight: 6, color: QUIET, fontSize: 8.5 },
  factValue: { flex: 1, fontSize: 8.5 },
  status: {
    flexDirection: "row",
    // Stretched to the height of the reasons beside it, the word would go over to the next sheet, and all with it.
    alignItems: "flex-start",
    marginTop: 5,
    paddingVertical: 5,
    paddingHorizontal: 7,
    borderWidth: 0.75,
    borderColor: LINE,
    gap: 8,
  },
  // At the right on the next sheet as well, where neither mark nor word stands beside it.
  statusBody: { width: CONTENT_WIDTH - 119, marginLeft: "auto" },
  statusTitle: { fontWeight: 700 },
  statusLine: { marginTop: 1.5 },
  statusWord: { width: 74, fontWeight: 700, paddingTop: 0.5 },
  tableHead: {
    flexDirection: "row",
    backgroundColor: SHADE,
    borderTopWidth: 0.75,
    borderBottomWidth: 0.75,
    borderColor: INK,
  },
  tableFoot: { fontWeight: 700, borderTopWidth: 0.75, borderTopColor: INK },
  tableRow: { flexDirection: "row", borderBottomWidth: 0.5, borderBottomColor: LINE },
  cell: { paddingVertical: 2.4, paddingHorizontal: 5, fontSize: 8 },
  cellHead: { paddingVertical: 2.8, paddingHorizontal: 5, fontSize: 7.5, fontWeight: 700 },
  start: { height: 0 },
  tableGap: { height: 6 },
  passageGap: { height: 9 },
  passage: { paddingLeft: 9, borderLeftWidth: 2, borderLeftColor: LINE },
  passageHeading: { fontWeight: 700 },
  passageFacts: { color: QUIET, fontSize: 8, paddingTop: 1 },
  paragraph: { paddingTop: 3 },
  photo: { flexDirection: "row", marginTop: 8 },
  picture: { width: 168, height: 126, objectFit: "contain", objectPosition: "left", marginRight: 10 },
  photoBody: { flex: 1 },
  figure: { marginTop: 6, borderWidth: 0.75, borderColor: LINE },
  legend: { flexDirection: "row", flexWrap: "wrap", marginTop: 4, columnGap: 14, rowGap: 2 },
  legendItem: { flexDirection: "row", alignItems: "center", gap: 5, fontSize: 8 },
});
