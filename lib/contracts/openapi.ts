import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import type { AnyContract } from "@/lib/contracts/shared/contract";
import { withExample } from "@/lib/contracts/openapi-examples";
import { HEADER_COMPONENTS } from "@/lib/contracts/openapi-headers";
import { contactOf, INFO, TAGS } from "@/lib/contracts/openapi-info";
import { operationOf, PLAIN_PATHS } from "@/lib/contracts/openapi-operations";
import { tidy, type Json } from "@/lib/contracts/openapi-tidy";
import { GEOJSON_COMPONENTS } from "@/lib/contracts/shared/geojson";
import { wirePath } from "@/lib/contracts/shared/path-params";
import { runoffReport as v1RunoffReport, traitReport as v1TraitReport } from "@/lib/contracts/v1/reports";
import { esaCheck as v1EsaCheck } from "@/lib/contracts/v1/esa-check";
import { processField as v1ProcessField } from "@/lib/contracts/v1/process-field";
import { adaptRecord } from "@/lib/contracts/v2/adapt/adapt-record";
import { applicationCompliance } from "@/lib/contracts/v2/application-compliance";
import {
  applicationRecord,
  applicationRecordEntries,
  applicationRecordSignOff,
} from "@/lib/contracts/v2/application-record";
import { attestationAnswers, attestationQuestions } from "@/lib/contracts/v2/attestations";
import { bulkResults, bulkStatus } from "@/lib/contracts/v2/bulk-job";
import { bulkSubmission } from "@/lib/contracts/v2/bulk-submission";
import { driftBufferCompute } from "@/lib/contracts/v2/drift-buffer-compute";
import { esaCheck } from "@/lib/contracts/v2/esa-check";
import { groupCompliance } from "@/lib/contracts/v2/group-compliance";
import { applicationList, bulkJobList, fieldList } from "@/lib/contracts/v2/listings";
import { machineFile } from "@/lib/contracts/v2/machine-files";
import { mitigations } from "@/lib/contracts/v2/mitigations";
import { portalAccess } from "@/lib/contracts/v2/portal-access";
import { applicationLock, groupLock } from "@/lib/contracts/v2/portal-lock";
import { processField } from "@/lib/contracts/v2/process-field";
import { productDetail } from "@/lib/contracts/v2/product-detail";
import { productLookup } from "@/lib/contracts/v2/product-lookup";
import { productSearch } from "@/lib/contracts/v2/product-search";
import { applicationRecordProof, runoffReportProof, traitReportProof } from "@/lib/contracts/v2/record-proof";
import { recheckList } from "@/lib/contracts/v2/rechecks";
import { runoffReport, traitReport } from "@/lib/contracts/v2/reports";
import { runoffBaseline } from "@/lib/contracts/v2/runoff-baseline";
import { seasonRecords } from "@/lib/contracts/v2/season-records";
import { recordPhoto } from "@/lib/contracts/v2/record-photo";
import { soilProcess } from "@/lib/contracts/v2/soil-process";
import { sprayWindows } from "@/lib/contracts/v2/spray-windows";
import {
  webhookEndpointChange,
  webhookEndpointCreate,
  webhookEndpointList,
  webhookEndpointRead,
  webhookEndpointRemove,
  webhookSecretRotation,
} from "@/lib/contracts/v2/webhook-endpoints";
import { webhookDeliveryList, webhookReplay, webhookTest } from "@/lib/contracts/v2/webhook-deliveries";
import { usage } from "@/lib/contracts/v2/usage";
import { WEBHOOKS } from "@/lib/contracts/v2/webhooks";

/** Every contract of version 2, in the order the document lists them. */
export const V2_CONTRACTS: readonly AnyContract[] = [
  esaCheck,
  bulkSubmission,
  bulkJobList,
  bulkStatus,
  bulkResults,
  processField,
  fieldList,
  runoffBaseline,
  soilProcess,
  mitigations,
  productSearch,
  productDetail,
  productLookup,
  applicationList,
  recheckList,
  applicationCompliance,
  groupCompliance,
  driftBufferCompute,
  machineFile,
  sprayWindows,
  attestationQuestions,
  attestationAnswers,
  applicationRecord,
  applicationRecordEntries,
  applicationRecordSignOff,
  applicationRecordProof,
  adaptRecord,
  recordPhoto,
  applicationLock,
  groupLock,
  portalAccess,
  runoffReport,
  traitReport,
  runoffReportProof,
  traitReportProof,
  seasonRecords,
  webhookEndpointCreate,
  webhookEndpointList,
  webhookEndpointRead,
  webhookEndpointChange,
  webhookEndpointRemove,
  webhookSecretRotation,
  webhookTest,
  webhookDeliveryList,
  webhookReplay,
  usage,
];

/** Version 1, which lives beside it until its sunset. */
export const V1_CONTRACTS: readonly AnyContract[] = [v1EsaCheck, v1ProcessField, v1RunoffReport, v1TraitReport];

function pathsOf(): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = { ...PLAIN_PATHS };
  for (const contract of [...V2_CONTRACTS, ...V1_CONTRACTS]) {
    const method = contract.method.toLowerCase() as "get" | "post" | "put" | "delete";
    const path = wirePath(contract.path);
    paths[path] = { ...paths[path], [method]: operationOf(contract) };
  }
  return paths;
}

/** What the document says of one installation. */
export interface Installation {
  publicUrls: readonly string[];
  /** An e-mail address or a page; undefined where the operator named none. */
  support: string | undefined;
}

type Document = ReturnType<typeof createDocument>;
let written: { key: string; document: Document } | null = null;

/** The OpenAPI 3.1 document, written once from the schemas that validate requests and answers. */
export function openApiDocument({ publicUrls, support }: Installation): Document {
  const key = JSON.stringify([publicUrls, support]);
  if (written?.key === key) return written.document;
  const document = createDocument(
    {
      openapi: "3.1.0",
      info: { ...INFO, ...contactOf(support) },
      servers: publicUrls.map((url) => ({ url })),
      tags: TAGS,
      paths: pathsOf(),
      webhooks: WEBHOOKS,
      components: {
        headers: HEADER_COMPONENTS,
        securitySchemes: {
          ApiKey: {
            type: "apiKey",
            in: "header",
            name: "X-API-Key",
            description: "The key of your provider. Keep it on a server: never in a browser or a mobile app.",
          },
        },
      },
    },
    {
      override: ({ jsonSchema, io }) => {
        // An answer may gain members within a version; what a request does not know is refused.
        if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    },
  );
  for (const item of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(item)) withExample(operation as ZodOpenApiOperationObject);
  }
  Object.assign((document.components ??= {}), { schemas: { ...document.components.schemas, ...GEOJSON_COMPONENTS } });
  written = { key, document: tidy(JSON.parse(JSON.stringify(document)) as Json) as unknown as Document };
  return written.document;
}
