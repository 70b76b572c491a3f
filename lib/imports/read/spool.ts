import { createHash } from "node:crypto";
import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { openJsonRecords, type RecordSource } from "@/lib/imports/read/records";

/** What a download has got so far; written after every page, so that an interrupted one goes on where it was. */
const stateSchema = z.object({
  address: z.string(),
  /** What the source said there is to fetch, hashed: when that has changed, the download begins again. */
  plan: z.string(),
  /** Where to go on, in the source's own counting. */
  next: z.number(),
  records: z.number(),
  bytes: z.number(),
  startedAt: z.number(),
});
type SpoolState = z.output<typeof stateSchema>;

/** Pages fetched longer ago than this may no longer fit those fetched now. */
const OLDEST_MS = 24 * 60 * 60 * 1000;

export const WORK_FOLDER = ".data/imports";

/** A download in progress: records land in a file as they come, one JSON text a line. */
export class Spool {
  private constructor(
    private readonly folder: string,
    private state: SpoolState,
  ) {}

  /** Takes up an earlier download of the same address with the same plan, or begins one. */
  static async open(workFolder: string | undefined, address: string, plan: string): Promise<Spool> {
    const folder = join(
      /* turbopackIgnore: true */ workFolder ?? WORK_FOLDER,
      createHash("sha256").update(address).digest("hex").slice(0, 16),
    );
    await mkdir(folder, { recursive: true });
    const fresh: SpoolState = { address, plan, next: 0, records: 0, bytes: 0, startedAt: Date.now() };
    const found = await readState(join(folder, "state.json"));
    const fits = found?.address === address && found.plan === plan && Date.now() - found.startedAt < OLDEST_MS;
    const spool = new Spool(folder, fits ? found : fresh);
    await spool.cutToState();
    return spool;
  }

  get next(): number {
    return this.state.next;
  }

  get records(): number {
    return this.state.records;
  }

  /** Keeps a page and notes where to go on. A page whose noting was interrupted is fetched again. */
  async append(records: readonly unknown[], next: number): Promise<void> {
    const text = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    const file = await open(this.file, "a");
    try {
      await file.write(text);
      await file.sync();
    } finally {
      await file.close();
    }
    this.state = {
      ...this.state,
      next,
      records: this.state.records + records.length,
      bytes: this.state.bytes + text.length,
    };
    await this.writeState();
  }

  /** The records fetched, as a source. */
  read = (): Promise<RecordSource> => openJsonRecords(this.file, []);

  /** Forgets the download: its records are in the database. */
  release = (): Promise<void> => rm(this.folder, { recursive: true, force: true });

  private get file(): string {
    return join(this.folder, "records.ndjson");
  }

  /** What was written after the last noted page is half a page. */
  private async cutToState(): Promise<void> {
    const file = await open(this.file, "a");
    try {
      const { size } = await file.stat();
      if (size < this.state.bytes) this.state = { ...this.state, next: 0, records: 0, bytes: 0, startedAt: Date.now() };
      await file.truncate(this.state.bytes);
    } finally {
      await file.close();
    }
    await this.writeState();
  }

  private async writeState(): Promise<void> {
    const path = join(this.folder, "state.json");
    await writeFile(`${path}.new`, JSON.stringify(this.state));
    await rename(`${path}.new`, path);
  }
}

async function readState(path: string): Promise<SpoolState | null> {
  try {
    const parsed = stateSchema.safeParse(JSON.parse(await readFile(path, "utf8")));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
