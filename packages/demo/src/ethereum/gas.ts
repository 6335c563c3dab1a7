/** Gas costs of the Yellow Paper (appendix G) and EIPs that the demo's contracts use. */
export const GAS = {
  transaction: 21_000,
  creation: 32_000,
  codeByte: 200,
  accessAddress: 2_400,
  accessKey: 1_900,
  authorization: 25_000,
  coldAccount: 2_600,
  callValue: 6_700,
  newAccount: 25_000,
  coldStore: 5_000,
  freshStore: 22_100,
  log: 375,
  logTopic: 375,
  logByte: 8,
  refundedStore: 2_900,
} as const;

/** Gas-relevant fields of a transaction besides its input. */
export interface Announced {
  readonly creates: boolean;
  readonly addresses: number;
  readonly keys: number;
  readonly authorizations: number;
}

/** Returns intrinsic gas, and the minimum total for the input (EIP-2028, 2930, 3860, 7623, 7702). */
export function gasOfInput(input: Uint8Array, announced: Announced): { intrinsic: number; floor: number } {
  let zeros = 0;
  for (const byte of input) if (byte === 0) zeros++;
  const tokens = zeros + 4 * (input.length - zeros);
  const creation = announced.creates ? GAS.creation + 2 * Math.ceil(input.length / 32) : 0;
  const intrinsic =
    GAS.transaction +
    4 * tokens +
    creation +
    announced.addresses * GAS.accessAddress +
    announced.keys * GAS.accessKey +
    announced.authorizations * GAS.authorization;
  return { intrinsic, floor: GAS.transaction + 10 * tokens };
}
