import { z } from "zod";
import { ISSUE_CODES, type Issue } from "@/lib/domain/issues";

export const issueCodeSchema = z.enum(ISSUE_CODES).meta({ id: "IssueCode" });
export const issueSchema = z.strictObject({ code: issueCodeSchema, message: z.string() }).meta({ id: "Issue" });

export const presentIssue = ({ code, message }: Issue): z.input<typeof issueSchema> => ({ code, message });
