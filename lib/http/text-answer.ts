/**
 * An answer whose whole text is at hand, for whom reads it (scripts/api-lane/send.mjs): reading it back out of the stream of
 * a `Response` costs as much as making the response.
 */
export class TextAnswer extends Response {
  readonly wholeText: string;

  constructor(text: string, init: ResponseInit) {
    super(text, init);
    this.wholeText = text;
  }
}
