import { slotOfKey } from '../accounts/accounts.ts';

const sign = 0x80000000;

/** Lanes that a tag and a length add to a slot. */
const shifts = new Map<number, { high: number; low: number }>();

/** Lanes of the last slot; the high one has its sign bit inverted, so that unsigned lanes sort like signed slots. */
export const slot = { high: 0, low: 0 };

function word(keys: Uint8Array, at: number): number {
  return (
    (((keys[at] ?? 0) << 24) |
      ((keys[at + 1] ?? 0) << 16) |
      ((keys[at + 2] ?? 0) << 8) |
      (keys[at + 3] ?? 0)) >>>
    0
  );
}

/** Computes the slot of an address key (`slotOfKey`) into `slot`. */
export function findSlot(keys: Uint8Array, at: number, size: number): void {
  if (size < 9) {
    setSlot(slotOfKey(keys.subarray(at, at + size)));
    return;
  }
  const shift = shiftOf((keys[at] ?? 0) + 256 * size);
  const low = word(keys, at + 5) + shift.low;
  slot.low = low >>> 0;
  slot.high = ((word(keys, at + 1) + shift.high + (low > 0xffffffff ? 1 : 0)) ^ sign) >>> 0;
}

function setSlot(value: bigint): void {
  const unsigned = BigInt.asUintN(64, value);
  slot.high = (Number(unsigned >> 32n) ^ sign) >>> 0;
  slot.low = Number(unsigned & 0xffffffffn);
}

/** Returns what a tag and a length add to a slot: the slot of a key without payload. */
function shiftOf(tag: number): { high: number; low: number } {
  let shift = shifts.get(tag);
  if (!shift) {
    const key = new Uint8Array(tag >> 8);
    key[0] = tag & 0xff;
    const value = BigInt.asUintN(64, slotOfKey(key));
    shift = { high: Number(value >> 32n), low: Number(value & 0xffffffffn) };
    shifts.set(tag, shift);
  }
  return shift;
}
