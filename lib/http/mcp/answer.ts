import type { CallToolResult } from "@modelcontextprotocol/server";
import { NOT_JUDGED, presentJudged, type ToolError } from "@/lib/contracts/mcp/envelope";
import type { ServiceError } from "@/lib/domain/errors";
import { errorBody, toServiceError } from "@/lib/http/errors";
import type { Note } from "@/lib/http/api/answering";
import { noteRefusal } from "@/lib/http/refusals";
import type { Tool, ToolCall } from "@/lib/http/mcp/tool";

/** The content twice, as the protocol asks: as data, and as text for clients that read no data. */
const resultOf = (structuredContent: Record<string, unknown>): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(structuredContent) }],
  structuredContent,
});

/** A refusal as a result that an assistant can read: the error body of the API, which says what may be done. */
function refusalOf(error: ServiceError, requestId: string, docBase: string): CallToolResult {
  const { error: body } = errorBody(error, { requestId, docBase });
  const refusal: ToolError = { ...presentJudged(NOT_JUDGED), error: body, retry_after_s: error.retryAfterS };
  return { ...resultOf({ ...refusal }), isError: true };
}

/** Calls a tool so that whatever happens becomes a result with a request id, and its failure a line in the log. */
export async function callTool(
  tool: Tool,
  call: ToolCall,
  { requestId, note }: { requestId: string; note: Note },
): Promise<CallToolResult> {
  const { deps, provider } = call;
  note({ tool: tool.name });
  try {
    const { judged, answer } = await tool.call(call);
    return resultOf({ ...presentJudged(judged), answer });
  } catch (thrown) {
    const error = toServiceError(thrown);
    note({ problem: error.problem });
    noteRefusal(deps, { providerId: provider.providerId, requestId, route: `/mcp ${tool.name}`, error });
    const isOurs = error.problem === "internalError" || error.problem === "dependencyFailed";
    if (isOurs) deps.log.error({ request_id: requestId, tool: tool.name, err: error.cause ?? error }, "tool");
    return refusalOf(error, requestId, deps.env.PUBLIC_URLS[0] ?? "");
  }
}
