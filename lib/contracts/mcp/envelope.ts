import { z } from "zod";
import type { Assessment, DataVersions } from "@/lib/domain/compliance";
import type { Issue } from "@/lib/domain/issues";
import { STANDING_LINE } from "@/lib/views/standing-line";
import { dataVersionsSchema, presentDataVersions } from "@/lib/contracts/v2/data-versions";
import { errorBodySchema } from "@/lib/contracts/v2/error";
import { issueSchema, presentIssue } from "@/lib/contracts/v2/issues";
import { complianceStatusSchema } from "@/lib/contracts/vocabulary/statuses";

const judgedShape = {
  status: complianceStatusSchema
    .nullable()
    .describe("The verdict over the application. Null: this result judges no application."),
  issues: z.array(issueSchema).describe("Everything that stands in the way of a pass or should be known."),
  data_versions: dataVersionsSchema.partial().describe("The data sets behind the result. Empty: none was used."),
  standing_line: z.literal(STANDING_LINE).describe("Say it with every result."),
};

/** What every tool gives: what a reader must not miss beside the answer itself. */
export const toolResultSchema = z.strictObject({
  ...judgedShape,
  answer: z.record(z.string(), z.unknown()).describe("The answer, as the API of the same data gives it."),
});

/** What a tool gives that could not answer: the error body of the API, which says whether trying again can help. */
export const toolErrorSchema = z.strictObject({
  ...judgedShape,
  error: errorBodySchema.shape.error,
  retry_after_s: z.int().nullable().describe("Seconds to wait before trying again. Null: trying again does not help."),
});

export type ToolResult = z.input<typeof toolResultSchema>;
export type ToolError = z.input<typeof toolErrorSchema>;

/** What a result rests on. */
export interface Judged {
  status: Assessment["status"] | null;
  issues: readonly Issue[];
  dataVersions: Partial<DataVersions>;
}

/** The verdict of an assessment. */
export const judgedBy = ({ status, issues, dataVersions }: Assessment): Judged => ({ status, issues, dataVersions });

/** For tools that judge no application. */
export const NOT_JUDGED: Judged = { status: null, issues: [], dataVersions: {} };

function presentVersions(versions: Partial<DataVersions>): ToolResult["data_versions"] {
  const { mitigationMenu } = versions;
  if (mitigationMenu !== undefined) {
    return presentDataVersions({
      pula: versions.pula ?? null,
      county: versions.county ?? null,
      countyPrecision: versions.countyPrecision ?? null,
      soil: versions.soil ?? null,
      catalogue: versions.catalogue ?? null,
      mitigationMenu,
    });
  }
  return versions.catalogue === undefined ? {} : { catalogue: versions.catalogue };
}

export const presentJudged = ({
  status,
  issues,
  dataVersions,
}: Judged): Omit<ToolResult, "answer"> & { standing_line: typeof STANDING_LINE } => ({
  status,
  issues: issues.map(presentIssue),
  data_versions: presentVersions(dataVersions),
  standing_line: STANDING_LINE,
});
