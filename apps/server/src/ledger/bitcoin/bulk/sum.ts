/** An exact sum of amounts that avoids a bigint for each. An amount is at most 21 million BTC. */
export class Sum {
  private big = 0n;
  private small = 0;

  add(amount: number): void {
    this.small += amount;
    if (this.small > 2 ** 52) this.value();
  }

  value(): bigint {
    this.big += BigInt(this.small);
    this.small = 0;
    return this.big;
  }
}
