import { z } from "zod";
import { defineContract } from "@/lib/contracts/shared/contract";
import { Download } from "@/lib/contracts/shared/download";
import { applicationParams } from "@/lib/contracts/v2/application-compliance";

export const recordPhoto = defineContract({
  method: "GET",
  path: "/api/v2/applications/{applicationEventId}/record/photos/{entryId}",
  operationId: "downloadRecordPhoto",
  tag: "Applications",
  summary: "A photo of the record of an application",
  description:
    "The picture that an entry of kind `photo` names, as it is kept: a JPEG of at most 1,600 pixels a side whose SHA-256 is " +
    "the entry's. Its pixels were packed again, so it holds no place, device or time of the camera. A photo that was taken " +
    "out before the signature is gone; a signed one stays as long as its record.",
  rateClass: "reads",
  isProcessing: false,
  mediaTypes: ["image/jpeg"],
  body: null,
  query: z.strictObject({}),
  params: applicationParams.extend({ entryId: z.uuid().describe("The `entry_id` of an entry of kind `photo`.") }),
  response: z.string().meta({ format: "binary", description: "The picture." }),
  present: (picture: Uint8Array, { params }): Download =>
    new Download(picture, { mediaType: "image/jpeg", fileName: `photo-${params.entryId}.jpg` }),
  problems: ["notFound"],
});
