import { ServiceError } from "@/lib/domain/errors";
import { decimalText } from "@/lib/domain/numbers";

/** The interface's limit on a request body. */
export const MAX_BODY_BYTES = 5_242_880;
/** Deeper JSON than any request here needs; what is deeper is refused before anything walks it. */
const MAX_DEPTH = 32;

/**
 * A request's JSON body, in the documented order: content type, size, syntax. Refused while it is read: a body
 * over the limit is never buffered whole. `undefined` for an empty body.
 */
export async function readJson(request: Request): Promise<unknown> {
  const contentType = request.headers.get("content-type");
  const declared = Number(request.headers.get("content-length") ?? "0");
  if (request.headers.get("content-encoding") !== null) {
    throw new ServiceError("unsupportedMediaType", "A compressed body (Content-Encoding) is not supported.");
  }
  if (contentType !== null && !isJson(contentType)) {
    throw new ServiceError("unsupportedMediaType", "The body has to be application/json.");
  }
  if (declared > MAX_BODY_BYTES) throw tooLarge();
  const text = await readText(request);
  if (text === "") return undefined;
  if (contentType === null) {
    throw new ServiceError("unsupportedMediaType", "The body has no Content-Type; it has to be application/json.");
  }
  try {
    if (depthExceeds(text, MAX_DEPTH)) throw new SyntaxError("nested too deeply");
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new ServiceError("bodyNotJson", "The body is not valid JSON.", { cause: error });
  }
}

function isJson(contentType: string): boolean {
  const [type = "", ...parameters] = contentType
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const charsets = parameters.filter((parameter) => parameter.startsWith("charset="));
  return type === "application/json" && charsets.every((charset) => /^charset="?utf-?8"?$/.test(charset));
}

const tooLarge = (): ServiceError =>
  new ServiceError("bodyTooLarge", `The body is larger than ${decimalText(MAX_BODY_BYTES)} bytes.`);

async function readText(request: Request): Promise<string> {
  if (request.body === null) return "";
  const reader = request.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw new ServiceError("requestCancelled", "The client went away while it was sending.", { cause: error });
    });
    if (done) break;
    size += value.byteLength;
    if (size > MAX_BODY_BYTES) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(value);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw new ServiceError("bodyNotJson", "The body is not valid UTF-8.", { cause: error });
  }
}

/** Whether brackets nest deeper than `most`, without parsing: a parser's own recursion is what this guards. */
function depthExceeds(text: string, most: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === 92) index += 1;
      else if (character === 34) inString = false;
    } else if (character === 34) inString = true;
    else if (character === 91 || character === 123) {
      depth += 1;
      if (depth > most) return true;
    } else if (character === 93 || character === 125) depth -= 1;
  }
  return false;
}
