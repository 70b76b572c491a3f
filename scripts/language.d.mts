import type { IncomingMessage } from "node:http";
export function languageOf(request: Pick<IncomingMessage, "url" | "headers">): string;
export function inLanguageOf<T>(request: Pick<IncomingMessage, "url" | "headers">, answer: () => T): T;
