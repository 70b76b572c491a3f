import type { IssueParticulars } from "@/lib/domain/issue-particulars";
import { issue, type Issue, type IssueCode } from "@/lib/domain/issues";
import type { RatedProduct } from "@/lib/engine/rated-product";

/** An issue about one product of the mix, with its name as it was submitted. */
export const issueFor = <Code extends IssueCode>(
  { productIndex, submitted }: Pick<RatedProduct, "productIndex" | "submitted">,
  code: Code,
  particulars?: IssueParticulars<Code>,
  ruleId: string | null = null,
): Issue =>
  issue<Code>(code, {
    productIndex,
    ruleId,
    // TypeScript does not see that the name belongs to the particulars of every code.
    particulars: { productName: submitted.productName, ...particulars } as IssueParticulars<Code>,
  });
