import { z } from "zod";
import { judgedBy, NOT_JUDGED } from "@/lib/contracts/mcp/envelope";
import { inputSchemaOf } from "@/lib/contracts/mcp/input-schema";
import { closeGap, explainNumber, whatChanged } from "@/lib/contracts/mcp/saved-application";
import { toCheckRequest } from "@/lib/contracts/v2/esa-check-request";
import { esaCheck } from "@/lib/contracts/v2/esa-check";
import { driftBufferCompute, toDriftBufferRequest } from "@/lib/contracts/v2/drift-buffer-compute";
import { applicationList } from "@/lib/contracts/v2/listings";
import { productDetail } from "@/lib/contracts/v2/product-detail";
import { productSearch } from "@/lib/contracts/v2/product-search";
import { defineTool, type Tool } from "@/lib/http/mcp/tool";
import type { Deps } from "@/lib/runtime/deps";
import { previewDriftBuffer } from "@/lib/usecases/applications/preview-drift-buffer";
import { reassessPoints, reassessSaved } from "@/lib/usecases/applications/reassess-saved";
import { readWhatChanged } from "@/lib/usecases/applications/what-changed";
import { previewCheck } from "@/lib/usecases/esa-check/preview-check";
import { listApplications } from "@/lib/usecases/listings/list-records";
import { catalogueVersion, getProduct, searchProducts } from "@/lib/usecases/products/look-up";

const byCatalogue = async (_result: unknown, deps: Deps) => ({
  ...NOT_JUDGED,
  dataVersions: { catalogue: await catalogueVersion({ deps }) },
});
const NOTHING_SAVED = "Nothing is saved.";
const BY_REFERENCE = "Give the application_event_id of a saved application; find_applications finds it.";
const savedApplication = (contract: typeof explainNumber | typeof closeGap | typeof whatChanged) =>
  inputSchemaOf(
    contract,
    "readApplicationCompliance",
    contract.query instanceof z.ZodObject ? contract.query : undefined,
  );

/** The work of the API's two computations, with nothing saved. */
const computations = (): Tool[] => [
  defineTool({
    name: "check_field",
    title: "Check a field",
    description:
      "Asks which Endangered Species Act rules apply to one pesticide application on one field, what runoff and drift " +
      `mitigation they require, and what is missing. ${NOTHING_SAVED} Arguments are those of POST /api/v2/esa-check, ` +
      "without provider_id. Report status and every issue as given: only the product label and the bulletin in force " +
      "decide, and indeterminate means that it is not known.",
    contract: esaCheck,
    inputSchema: inputSchemaOf(esaCheck, "checkEsa"),
    work: ({ body, query, ...context }) => previewCheck(context, toCheckRequest(body, query.explain)),
    judged: ({ assessment }) => judgedBy(assessment),
  }),
  defineTool({
    name: "treatable_area",
    title: "Treatable area",
    description:
      "Computes the drift buffers of a saved application with the wind and the setup at the sprayer: which edges stay " +
      "unsprayed, how wide, and what ground is left. Arguments are those of the drift computation of the API. " +
      `${NOTHING_SAVED} ${BY_REFERENCE}`,
    contract: driftBufferCompute,
    inputSchema: inputSchemaOf(driftBufferCompute, "computeDriftBuffer"),
    work: ({ params, body, query, ...context }) =>
      previewDriftBuffer(context, toDriftBufferRequest(params.applicationEventId, body, query)),
    judged: ({ assessment }) => judgedBy(assessment),
  }),
];

/** Questions about an application that is saved. */
const savedQuestions = (): Tool[] => [
  defineTool({
    name: "explain_number",
    title: "Explain a number",
    description:
      "Judges a saved application now and names the rule behind each figure: document, section, date, kind of evidence, " +
      `and when someone compared it with its source. ${NOTHING_SAVED} ${BY_REFERENCE}`,
    contract: explainNumber,
    inputSchema: savedApplication(explainNumber),
    work: ({ params, ...context }) => reassessSaved(context, params.applicationEventId, { withExplanation: true }),
    judged: ({ assessment }) => judgedBy(assessment),
  }),
  defineTool({
    name: "close_gap",
    title: "Close the gap",
    description:
      "Says which runoff points a saved application has earned, how many are missing, and the smallest sets of further " +
      "measures that would close the gap: in the setup of its last drift computation, where more are missing so. The " +
      `applicator chooses; this chooses nothing. ${NOTHING_SAVED} ${BY_REFERENCE}`,
    contract: closeGap,
    inputSchema: savedApplication(closeGap),
    work: ({ params, ...context }) => reassessPoints(context, params.applicationEventId),
    judged: ({ assessment }) => judgedBy(assessment),
  }),
  defineTool({
    name: "what_changed",
    title: "What changed",
    description:
      "Compares the last check of a saved application with what a check would say now: status, issues, areas, required " +
      `points, and whether its data sets are still in force. ${NOTHING_SAVED} ${BY_REFERENCE}`,
    contract: whatChanged,
    inputSchema: savedApplication(whatChanged),
    work: ({ params, ...context }) => readWhatChanged(context, params.applicationEventId),
    judged: ({ now }) => judgedBy(now),
  }),
];

/** What is there to ask about. */
const lookUps = (): Tool[] => [
  defineTool({
    name: "find_applications",
    title: "Find applications",
    description:
      "Lists saved applications of this provider, or finds one by the provider's own application_id. It judges nothing: " +
      "status is null.",
    contract: applicationList,
    inputSchema: inputSchemaOf(applicationList, "listApplications"),
    work: ({ query, ...context }) =>
      listApplications(context, {
        applicationId: query.application_id ?? null,
        accountId: query.account_id ?? null,
        providerFieldId: query.provider_field_id ?? null,
        offset: query.offset,
        after: query.after ?? null,
        limit: query.limit,
      }),
    judged: () => NOT_JUDGED,
  }),
  defineTool({
    name: "search_products",
    title: "Search products",
    description:
      "Finds pesticide products by words of a name or by registration number. It judges no application: status is null.",
    contract: productSearch,
    inputSchema: inputSchemaOf(productSearch, "searchProducts"),
    work: ({ query: { q, on, offset, limit }, ...context }) =>
      searchProducts(context, { text: q, onDate: on ?? null, offset, limit }),
    judged: byCatalogue,
  }),
  defineTool({
    name: "read_product",
    title: "Read a product",
    description:
      "Says what the catalog knows of one product: status, what its label says of endangered species, what of the label " +
      "checks judge, and what they do not. It judges no application: status is null.",
    contract: productDetail,
    inputSchema: inputSchemaOf(productDetail, "readProduct"),
    work: ({ params, query, ...context }) =>
      getProduct(context, { registration: params.registration, onDate: query.on ?? null }),
    judged: byCatalogue,
  }),
];

let made: readonly Tool[] | null = null;

/** Every tool: an operation of the API, or a question about a saved application, over the same use cases. All only read. */
export const allTools = (): readonly Tool[] => (made ??= [...computations(), ...savedQuestions(), ...lookUps()]);
