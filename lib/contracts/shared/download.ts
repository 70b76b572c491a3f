/** Text and XML, whose media types may say how they are written (ASVS 5.0, 4.1.1); all of ours is UTF-8. */
const WITH_CHARSET = /^text\/|[+/]xml$/;

/** An answer that is a file. */
export class Download {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** Plain ASCII letters, digits, dots and hyphens. */
  readonly fileName: string;

  constructor(bytes: Uint8Array, { mediaType, fileName }: { mediaType: string; fileName: string }) {
    this.bytes = bytes;
    this.mediaType = mediaType;
    this.fileName = fileName;
  }

  response(): Response {
    return new Response(this.bytes.slice(), {
      headers: {
        "Content-Type": WITH_CHARSET.test(this.mediaType) ? `${this.mediaType}; charset=utf-8` : this.mediaType,
        "Content-Length": String(this.bytes.byteLength),
        "Content-Disposition": `attachment; filename="${this.fileName}"`,
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      },
    });
  }
}
