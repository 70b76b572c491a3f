import type { Citation } from "@/lib/domain/citation";
import { issue, type Issue, type IssueCode } from "@/lib/domain/issues";
import type { IssueParticulars } from "@/lib/domain/issue-particulars";
import type { UnjudgedCondition } from "@/lib/domain/label-conditions";
import type { JudgedCondition } from "@/lib/engine/conditions/judge";
import type { Finding } from "@/lib/engine/conditions/outcome";
import type { RatedProduct } from "@/lib/engine/rated-product";

/** What stands open: not sent, not sendable, or not read by anyone. */
const isUnread = ({ outcome }: JudgedCondition): boolean =>
  outcome.result === "open" && outcome.found.code === "LABEL_CONDITIONS_NOT_CHECKED";
const isListed = (judged: JudgedCondition): boolean => judged.outcome.result === "unjudged" || isUnread(judged);

/**
 * What the judged conditions do to an answer: a violation or an open one by its own code, and for each product that has
 * conditions no one judged one issue that says how many. It informs, unless one of them is a limit no one has read.
 */
export function conditionIssues(judged: readonly JudgedCondition[]): Issue[] {
  const found = judged.flatMap((each) =>
    (each.outcome.result === "broken" || each.outcome.result === "open") && !isUnread(each)
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
  return issue("LABEL_CONDITIONS_NOT_CHECKED", {
    productIndex,
    particulars: { productName: submitted.productName, count: own.length, unread: own.filter(isUnread).length },
    ...(own.some(isUnread) ? { blocks: true as const } : {}),
  });
}

/** The conditions that the applicator has to check, each with the place it stands in. */
export const unjudgedConditions = (judged: readonly JudgedCondition[]): UnjudgedCondition[] =>
  judged.filter(isListed).map(({ product, condition, ruleId }) => ({
    productIndex: product.productIndex,
    ruleId,
    text: condition.text,
    source: sourceOf(
      condition.cite.map((key) => product.record?.rules?.citations[key]).find((citation) => citation !== undefined),
      condition.page,
    ),
  }));

const sourceOf = (citation: Citation | undefined, page: string | undefined): string => {
  if (citation === undefined) return "the product's label";
  return `${citation.title}, ${page === undefined ? citation.locator : `page ${page}`}`;
};
