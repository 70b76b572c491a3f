import type { FieldShape } from "@/prisma/seed/landscape/field-shapes";
import { keyOf, type Quarter, QUARTERS } from "@/prisma/seed/landscape/quarters";

/** Lays a field out on a quarter and what else it needs; null when it does not go there. */
export type MakeField = (quarter: Quarter, index: number) => { uses: Quarter[]; shape: FieldShape } | null;

/** Takes quarters of the block one after another, so that no two fields share ground. */
export class Allotment {
  private readonly taken = new Set<number>();
  private readonly byKey: Map<number, Quarter>;

  constructor(
    quarters: readonly Quarter[],
    private readonly order: readonly Quarter[],
  ) {
    this.byKey = new Map(quarters.map((quarter) => [keyOf(quarter.column, quarter.row), quarter]));
  }

  at(column: number, row: number): Quarter | null {
    return column < QUARTERS && row < QUARTERS ? (this.byKey.get(keyOf(column, row)) ?? null) : null;
  }

  isFree(quarter: Quarter | null): quarter is Quarter {
    return quarter !== null && !this.taken.has(keyOf(quarter.column, quarter.row));
  }

  isDry(quarter: Quarter | null): quarter is Quarter {
    return this.isFree(quarter) && !quarter.isCrossed;
  }

  take(quarters: readonly Quarter[]): void {
    for (const { column, row } of quarters) this.taken.add(keyOf(column, row));
  }

  /** The first shapes that `make` can lay out on free ground. */
  layOut(count: number, make: MakeField, order: readonly Quarter[] = this.order): FieldShape[] {
    const shapes: FieldShape[] = [];
    for (const quarter of order) {
      if (shapes.length === count) break;
      if (!this.isFree(quarter)) continue;
      const made = make(quarter, shapes.length);
      if (made === null) continue;
      this.take(made.uses);
      shapes.push(made.shape);
    }
    if (shapes.length < count) throw new RangeError(`only ${shapes.length} of ${count} fields have room`);
    return shapes;
  }

  free(): Quarter[] {
    return this.order.filter((quarter) => this.isDry(quarter));
  }
}
