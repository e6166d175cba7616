// Loaded before a program: its clock is CLOCK_SHIFT seconds ahead of the machine's.

const shift = Number(process.env.CLOCK_SHIFT ?? 0) * 1000;
const RealDate = Date;

class ShiftedDate extends RealDate {
  constructor(...given: ConstructorParameters<DateConstructor> | []) {
    if (given.length === 0) super(RealDate.now() + shift);
    else super(...given);
  }

  static override now(): number {
    return RealDate.now() + shift;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
