import type { AnyToolContract, ToolContract, ToolText } from "@/lib/contracts/mcp/tool";
import { argumentNames } from "@/lib/contracts/mcp/input-schema";
import type { Judged } from "@/lib/contracts/mcp/envelope";
import { wireName } from "@/lib/contracts/shared/path-params";
import type { CallingKey, Provider } from "@/lib/domain/provider";
import { bodyParser, parseAll, refuseOtherProvider, type Call } from "@/lib/http/api/route";
import { machineryOf } from "@/lib/http/machinery";
import { workInTurn } from "@/lib/http/work";
import type { Deps } from "@/lib/runtime/deps";

/** Who calls a tool, and what with. */
export interface ToolCall {
  deps: Deps;
  provider: Provider;
  key: CallingKey;
  signal: AbortSignal;
  args: Readonly<Record<string, unknown>>;
}

export interface ToolAnswer {
  judged: Judged;
  answer: unknown;
}

/** A tool whatever its types: what an assistant reads, what it costs, and how it is called. */
export interface Tool extends ToolText {
  rateClass: AnyToolContract["rateClass"];
  inputSchema: Record<string, unknown>;
  call: (call: ToolCall) => Promise<ToolAnswer>;
}

interface Definition<Body, Query, Params, Result> extends ToolText {
  contract: ToolContract<Body, Query, Params, Result>;
  inputSchema: Record<string, unknown>;
  work: (call: Call<Body, Query, Params>) => Promise<Result>;
  /** What the result rests on. */
  judged: (result: Result, deps: Deps) => Judged | Promise<Judged>;
}

/** A tool over a contract: arguments are judged as a request's parts are, and work runs in the same slots and turns. */
export function defineTool<Body, Query, Params, Result>({
  contract,
  work,
  judged,
  ...text
}: Definition<Body, Query, Params, Result>): Tool {
  const parseBody = bodyParser(contract);
  const isProviderSent = "provider_id" in (text.inputSchema.properties as object);
  return {
    ...text,
    rateClass: contract.rateClass,
    call: async ({ deps, provider, key, signal, args }) => {
      const { parsing, limits } = machineryOf(deps);
      const sent = partsOf(contract, isProviderSent ? { provider_id: provider.providerId, ...args } : args);
      refuseOtherProvider(sent.body, provider);
      const asked = parseAll(contract, {
        query: sent.query,
        headers: {},
        params: sent.params,
        body: contract.body === null ? null : parseBody(parsing, sent.body, true),
      });
      const caller = { deps, provider, key, limitsLeft: () => limits.leftOf(key.keyId) };
      const run = (until: AbortSignal) => work({ ...caller, ...asked, signal: until });
      const { isProcessing } = contract;
      const result = await workInTurn({ deps, isProcessing, owner: provider.providerId, client: signal }, run);
      return {
        judged: await judged(result, deps),
        answer: contract.present(result, { ...asked, providerId: provider.providerId }),
      };
    },
  };
}

interface Parts {
  params: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown>;
}

/** A parameter as it would stand in an address: a number or a flag is its text, and what is no single value stays none. */
const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** The arguments as the parts of a request. What a tool without a body does not know is refused by its query's schema. */
function partsOf(contract: AnyToolContract, args: ToolCall["args"]): Parts {
  const known = argumentNames(contract);
  const params: [string, string][] = [];
  const query: [string, string][] = [];
  const body: [string, unknown][] = [];
  for (const [name, value] of Object.entries(args)) {
    const param = known.params.find((each) => wireName(each) === name);
    if (param !== undefined) params.push([param, asText(value)]);
    else if (contract.body === null || known.query.includes(name)) query.push([name, asText(value)]);
    else body.push([name, value]);
  }
  return { params: Object.fromEntries(params), query: Object.fromEntries(query), body: Object.fromEntries(body) };
}
