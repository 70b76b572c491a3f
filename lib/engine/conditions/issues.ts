import { sourceText, type Citation } from "@/lib/domain/citation";
import { issue, type Issue, type IssueCode } from "@/lib/domain/issues";
import type { IssueParticulars } from "@/lib/domain/issue-particulars";
import type { UnjudgedCondition } from "@/lib/domain/label-conditions";
import type { JudgedCondition } from "@/lib/engine/conditions/judge";
import type { Finding } from "@/lib/engine/conditions/outcome";
import type { RatedProduct } from "@/lib/engine/rated-product";

/** What leaves a condition unchecked though it may be broken: no one has read it, or it may not bind this field. */
const openCheck = ({ outcome }: JudgedCondition): IssueParticulars<"LABEL_CONDITIONS_NOT_CHECKED"> | null =>
  outcome.result === "open" && outcome.found.code === "LABEL_CONDITIONS_NOT_CHECKED" ? outcome.found.particulars : null;
const isListed = (judged: JudgedCondition): boolean =>
  judged.outcome.result === "unjudged" || openCheck(judged) !== null;
const isUnread = (judged: JudgedCondition): boolean => (openCheck(judged)?.unread ?? 0) > 0;

/** No record says whether it is kept; one that is known to be broken, if it binds, is not among these. */
export const isForApplicator = (judged: JudgedCondition): boolean =>
  judged.outcome.result === "unjudged" || isUnread(judged);

/**
 * What the judged conditions do to an answer: a violation or an open one by its own code, and for each product that has
 * conditions no one judged one issue that says how many. It informs, unless one of them may be broken: a limit no one has read, one that binds
 * beside a state line, or one of the year that the saved applications, or what was said of the year, leave no room for, or no known room.
 */
export function conditionIssues(judged: readonly JudgedCondition[]): Issue[] {
  const found = judged.flatMap((each) =>
    (each.outcome.result === "broken" || each.outcome.result === "open") && openCheck(each) === null
      ? [issueOf(each, each.outcome.found)]
      : [],
  );
  const products = [...new Map(judged.filter(isListed).map(({ product }) => [product.productIndex, product])).values()];
  return [...found, ...products.map((product) => notChecked(product, judged))];
}

function issueOf({ product, ruleId }: JudgedCondition, { code, particulars }: Finding): Issue {
  const named = { ...particulars, productName: product.submitted.productName } as IssueParticulars<IssueCode>;
  return issue<IssueCode>(code, { productIndex: product.productIndex, ruleId, particulars: named });
}

function notChecked({ productIndex, submitted }: RatedProduct, judged: readonly JudgedCondition[]): Issue {
  const own = judged.filter((each) => each.product.productIndex === productIndex && isListed(each));
  const open = own.flatMap((each) => openCheck(each) ?? []);
  const withSaved = open.reduce((sum, each) => sum + (each.withSaved ?? 0), 0);
  const unknownSaved = open.reduce((sum, each) => sum + (each.unknownSaved ?? 0), 0);
  const possiblePlaces = [...new Set(open.flatMap((each) => each.possiblePlaces ?? []))];
  return issue("LABEL_CONDITIONS_NOT_CHECKED", {
    productIndex,
    particulars: {
      productName: submitted.productName,
      count: own.length,
      unread: open.reduce((sum, { unread = 0 }) => sum + unread, 0),
      ...(withSaved === 0 ? {} : { withSaved }),
      ...(unknownSaved === 0 ? {} : { unknownSaved }),
      ...(possiblePlaces.length === 0 ? {} : { possiblePlaces }),
    },
    ...(open.length > 0 ? { blocks: true as const } : {}),
  });
}

/** The conditions that the applicator has to check, each with the place it stands in. */
export const unjudgedConditions = (judged: readonly JudgedCondition[]): UnjudgedCondition[] =>
  judged.filter(isListed).map((each) => ({
    productIndex: each.product.productIndex,
    ruleId: each.ruleId,
    text: each.condition.text,
    source: conditionSource(each),
    ...(openCheck(each) === null ? {} : { isOpen: true }),
    ...(isUnread(each) ? { isUnread: true } : {}),
  }));

/** The document that a condition stands in, and the place in it. */
export const conditionSource = ({ product, condition }: Pick<JudgedCondition, "product" | "condition">): string =>
  sourceOf(
    condition.cite.map((key) => product.record?.rules?.citations[key]).find((citation) => citation !== undefined),
    condition.page,
  );

const sourceOf = (citation: Citation | undefined, page: string | undefined): string =>
  citation === undefined ? "the product's label" : sourceText(citation, page);
