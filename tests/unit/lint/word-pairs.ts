import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { ISSUE_CODES } from "@/lib/domain/issues";
import { ANSWERS, QUESTION_KINDS } from "@/lib/domain/question-kinds";
import { questionInWords, statementInWords } from "@/lib/views/attestations/words";
import { issueHeadline, issueMeaning, issueRemedy, portalRemedy } from "@/lib/views/issues/issue-text";
import type { Language } from "@/lib/views/language";
import { RULEBOOK_IN_SPANISH } from "@/lib/views/vocabulary/table-text";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** One text in both languages; where words depend on a figure, all that it may say. */
export interface WordPair {
  where: string;
  english: string;
  spanish: string;
  /** The figures and names that each puts in, sorted; none where a text is the same in every case. */
  puts: { english: string[]; spanish: string[] };
}

const sources = (): string[] => [
  ...["app", "components", "lib"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((name) => /\.tsx?$/.test(name) && !/generated|\.d\.ts$/.test(name)),
  ),
  "public/portal-worker.js",
  "scripts/address-limit.mjs",
  "scripts/try-again-page.mjs",
];

const nameOf = (member: ts.ObjectLiteralElementLike): string => member.name?.getText() ?? member.getText();
const memberOf = (of: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined => {
  const found = of.properties.find((member) => nameOf(member) === name);
  return found !== undefined && ts.isPropertyAssignment(found) ? bare(found.initializer) : undefined;
};
const bare = (node: ts.Expression): ts.Expression =>
  ts.isSatisfiesExpression(node) || ts.isAsExpression(node) || ts.isParenthesizedExpression(node)
    ? bare(node.expression)
    : node;

/** Every word that an expression may say, in the order of its source. */
function saidBy(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) return node.text;
  if (ts.isJsxText(node)) return node.text;
  const said: string[] = [];
  ts.forEachChild(node, (child) => {
    said.push(saidBy(child));
  });
  return said.filter((text) => text !== "").join(" ");
}

/** The parameters of a text that are used in it. */
function putIn(text: ts.Expression): string[] {
  if (!ts.isArrowFunction(text)) return [];
  const named = new Set<string>();
  const name = (binding: ts.BindingName): void => {
    if (ts.isIdentifier(binding)) named.add(binding.text);
    else for (const element of binding.elements) if (ts.isBindingElement(element)) name(element.name);
  };
  for (const parameter of text.parameters) name(parameter.name);
  const used = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && named.has(node.text)) used.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(text.body);
  return [...used].toSorted();
}

function* pairsOf(where: string, english: ts.Expression, spanish: ts.Expression): Generator<WordPair> {
  if (ts.isObjectLiteralExpression(english) && ts.isObjectLiteralExpression(spanish)) {
    for (const member of english.properties) {
      const [own, other] = [memberOf(english, nameOf(member)), memberOf(spanish, nameOf(member))];
      if (own !== undefined && other !== undefined) yield* pairsOf(`${where} ${nameOf(member)}`, own, other);
    }
  } else {
    const puts = { english: putIn(english), spanish: putIn(spanish) };
    yield { where, english: saidBy(english), spanish: saidBy(spanish), puts };
  }
}

function pairsIn(name: string): WordPair[] {
  const found: WordPair[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const [english, spanish] = [memberOf(node, "en"), memberOf(node, "es")];
      if (english !== undefined && spanish !== undefined) found.push(...pairsOf(name, english, spanish));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, readFileSync(join(ROOT, name), "utf8"), ts.ScriptTarget.Latest, true));
  return found;
}

const inBoth = (where: string, make: (language: Language) => string): WordPair => ({
  where,
  english: make("en"),
  spanish: make("es"),
  puts: { english: [], spanish: [] },
});

const ofIssues = (): WordPair[] =>
  ISSUE_CODES.flatMap((code) => [
    inBoth(`${code} message`, (language) => issueMeaning(code, language)),
    inBoth(`${code} headline`, (language) => issueHeadline(code, language)),
    inBoth(`${code} remedy`, (language) => issueRemedy(code, language)),
    inBoth(`${code} in the portal`, (language) => portalRemedy(code, "FarmSoft", language)),
  ]);

const ofQuestions = (): WordPair[] =>
  QUESTION_KINDS.flatMap((kind) => {
    const question = { kind, subject: "264-1241", labelDate: "2026-02-06", particulars: { productName: "Stryax" } };
    return [
      inBoth(`${kind} text`, (language) => questionInWords(question, language).text),
      inBoth(`${kind} help`, (language) => questionInWords(question, language).help),
      ...ANSWERS.map((answer) =>
        inBoth(`${kind} ${answer}`, (language) => statementInWords({ kind, answer }, language)),
      ),
    ];
  });

const ofTables = (): WordPair[] =>
  [...RULEBOOK_IN_SPANISH].map(([english, spanish]) =>
    inBoth("a table of the rulebook", (language) => (language === "en" ? english : spanish)),
  );

/** Every text that this service says in both languages. */
export const wordPairs = (): WordPair[] => [
  ...sources().flatMap(pairsIn),
  ...ofIssues(),
  ...ofQuestions(),
  ...ofTables(),
];

/** A name that code compares with: no one reads it. */
const isCompared = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) &&
  (ts.isCaseClause(node.parent) || ts.isBinaryExpression(node.parent) || ts.isLiteralTypeNode(node.parent)) &&
  !(ts.isBinaryExpression(node.parent) && node.parent.operatorToken.kind === ts.SyntaxKind.PlusToken);

/** Every text in a declaration that is named for the language, or in a file that is. */
function spanishIn(name: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node, isText: boolean): void => {
    if (ts.isImportDeclaration(node) || isCompared(node)) return;
    if (isText && (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))) found.push(saidBy(node));
    else if (ts.isPropertyAssignment(node)) visit(node.initializer, isText);
    else {
      const isNamed = ts.isVariableDeclaration(node) && node.name.getText().includes("SPANISH");
      ts.forEachChild(node, (child) => {
        visit(child, isText || isNamed);
      });
    }
  };
  const source = readFileSync(join(ROOT, name), "utf8");
  visit(ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true), name.includes("spanish"));
  return found;
}

/** Every text in Spanish, those too that stand apart from their English. */
export const spanishTexts = (): string[] => [
  ...wordPairs().map(({ spanish }) => spanish),
  ...sources().flatMap(spanishIn),
];
