import { fromJsonSchema, McpServer, type jsonSchemaValidator } from "@modelcontextprotocol/server";
import { z } from "zod";
import { toolResultSchema } from "@/lib/contracts/mcp/envelope";
import { INFO } from "@/lib/contracts/openapi-info";
import { STANDING_LINE } from "@/lib/views/standing-line";
import { callTool } from "@/lib/http/mcp/answer";
import type { Note } from "@/lib/http/api/answering";
import type { ToolCall } from "@/lib/http/mcp/tool";
import { allTools } from "@/lib/http/mcp/tools";

export const INSTRUCTIONS =
  "Hedgerow answers whether Endangered Species Act pesticide rules apply to a field and an application. " +
  `${STANDING_LINE} Say so with each result, give status and issues as they are, and never turn indeterminate into a yes. ` +
  "Every tool only reads: to save an application, the provider's own software sends it to the API.";

/** Arguments are judged by the contracts, whose refusals have the codes and pointers of the API. */
const judgedLater: jsonSchemaValidator = {
  getValidator:
    <T>() =>
    (input) => ({ valid: true, data: input as NonNullable<T>, errorMessage: undefined }),
};
/**
 * An issue has twenty members and a hundred codes. An assistant reads the list of tools before anything else, so it reads where
 * they are described instead: eight times over, they would be most of that list.
 */
const listedSchema = toolResultSchema.extend({
  issues: z
    .array(z.record(z.string(), z.unknown()))
    .describe("As the API gives them: code, effect, message, remedy. Each code stands in /api/v2/issue-codes."),
});
/** Plain data: what schemas tell the generator of the document in functions goes. */
const outputSchema = fromJsonSchema(
  JSON.parse(JSON.stringify(z.toJSONSchema(listedSchema, { io: "input" }))) as Record<string, unknown>,
  judgedLater,
);

/** A server for one request: it holds nothing from one to the next. */
export function serverFor(call: Omit<ToolCall, "args">, context: { requestId: string; note: Note }): McpServer {
  const server = new McpServer(
    { name: "hedgerow", title: INFO.title, version: INFO.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  for (const tool of allTools()) {
    const { name, title, description } = tool;
    const inputSchema = fromJsonSchema<Record<string, unknown>>(tool.inputSchema, judgedLater);
    const annotations = {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    };
    server.registerTool(name, { title, description, inputSchema, outputSchema, annotations }, (args) =>
      callTool(tool, { ...call, args }, context),
    );
  }
  return server;
}
