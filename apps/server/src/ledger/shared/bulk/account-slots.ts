const twoTo32 = 2 ** 32;
const free = -1;

/**
 * Assigns IDs to accounts in ascending order: each as close above its home as the earlier IDs allow, as in
 * `account-slots.ts` of the folder above. IDs are lanes; the high one has its sign bit inverted.
 */
export class AccountSlots {
  private high = 0;
  private low = free;
  /** True if the next ID would be above the highest. */
  private full = false;

  /** Takes the next ID for a home; returns false if only IDs above the highest remain. */
  take(high: number, low: number): boolean {
    if (this.full) return false;
    const taken = this.low !== free && (this.high > high || (this.high === high && this.low >= low));
    if (taken) {
      this.low++;
      if (this.low === twoTo32) {
        this.low = 0;
        this.high++;
      }
    } else {
      this.high = high;
      this.low = low;
    }
    this.full = this.high === 0xffffffff && this.low === 0xffffffff;
    return true;
  }

  get idHigh(): number {
    return (this.high ^ 0x80000000) | 0;
  }

  get idLow(): number {
    return this.low;
  }
}
