/**
 * Loaded before a worker's own code (`--import`), this puts its whole process, libraries and all, `CLOCK_OFF_S` seconds
 * off the machine's time. The service itself has no such switch.
 */
const offMs = Number(process.env.CLOCK_OFF_S ?? 0) * 1000;
const TrueDate = Date;

class ShiftedDate extends TrueDate {
  constructor(...given) {
    if (given.length === 0) super(TrueDate.now() + offMs);
    else super(...given);
  }
  static now() {
    return TrueDate.now() + offMs;
  }
}
globalThis.Date = ShiftedDate;
