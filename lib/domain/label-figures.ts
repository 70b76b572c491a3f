import type { DropletSize, BoomHeight, MethodClass } from "@/lib/domain/application";
import type { BufferType, RunoffSystem } from "@/lib/domain/product";

/** One thing that a label is believed to say and no one has read there. */
export type LabelFigure =
  | { kind: "points"; system: RunoffSystem; points: number }
  | { kind: "buffer"; bufferType: BufferType; method: MethodClass; distanceFt: number }
  | { kind: "droplets"; minimum: DropletSize }
  | { kind: "boom"; maximum: BoomHeight }
  | { kind: "methods"; permitted: readonly MethodClass[]; excluded: readonly MethodClass[] }
  /** A limit or direction, in a sentence. */
  | { kind: "direction"; text: string };
