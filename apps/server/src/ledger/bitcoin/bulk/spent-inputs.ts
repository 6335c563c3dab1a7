/** Inputs of the current transaction, with what they spend. */
export class SpentInputs {
  known = new Uint8Array(64);
  type = new Uint8Array(64);
  high = new Uint32Array(64);
  low = new Uint32Array(64);
  position = new Float64Array(64);
  vout = new Uint32Array(64);
  keyAt = new Uint32Array(64);
  keySize = new Uint8Array(64);
  keys = new Uint8Array(64 * 42);

  reserve(count: number): void {
    if (count <= this.known.length) return;
    const capacity = 2 * count;
    this.known = new Uint8Array(capacity);
    this.type = new Uint8Array(capacity);
    this.high = new Uint32Array(capacity);
    this.low = new Uint32Array(capacity);
    this.position = new Float64Array(capacity);
    this.vout = new Uint32Array(capacity);
    this.keyAt = new Uint32Array(capacity);
    this.keySize = new Uint8Array(capacity);
    this.keys = new Uint8Array(capacity * 42);
  }
}
