import { OP, stepAt } from './opcodes.ts';
import { opReturnData } from './data-text.ts';

/** A known protocol for the data of an OP_RETURN output. */
export type DataProtocol =
  | { readonly name: 'omni'; readonly message: OmniMessage }
  | { readonly name: 'runes' }
  | { readonly name: 'witness_commitment' };

/** A message of the Omni Layer. `property` and `amount` are undefined where its type carries none that is known here. */
export interface OmniMessage {
  readonly version: number;
  readonly type: number;
  /** Number of the token. */
  readonly property: number | undefined;
  /** In the token's smallest unit. */
  readonly amount: bigint | undefined;
}

/** "omni", the first bytes of messages of class C. */
const OMNI = [0x6f, 0x6d, 0x6e, 0x69];
/** First bytes of the commitment to the witnesses of a block (BIP141). */
const COMMITMENT = [0xaa, 0x21, 0xa9, 0xed];
const OP_13 = 0x5d;
const SIMPLE_SEND = 0;

const beginsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, i) => bytes[i] === byte);

/**
 * Identifies the protocol of an OP_RETURN script by its marker alone: Omni Layer class C (specification of the Omni Layer,
 * "omni" before the message), Runes (OP_13 after OP_RETURN, documentation of ord), or a witness commitment (BIP141, in a
 * coinbase only). Undefined otherwise. Doesn't validate the message.
 */
export function dataProtocol(script: Uint8Array): DataProtocol | undefined {
  if (script[0] !== OP.RETURN) return undefined;
  if (script[1] === OP_13) return { name: 'runes' };
  const step = script.length > 1 ? stepAt(script, 1) : undefined;
  if (!step) return undefined;
  const [data] = opReturnData(script);
  if (!data) return undefined;
  if (beginsWith(data, OMNI)) {
    const message = omniMessage(data.subarray(OMNI.length));
    return message && { name: 'omni', message };
  }
  return data.length >= 36 && beginsWith(data, COMMITMENT) ? { name: 'witness_commitment' } : undefined;
}

/**
 * Omni header: big-endian version (2 bytes) and type (2 bytes); a simple send continues with property (4 bytes) and amount (8
 * bytes).
 */
function omniMessage(bytes: Uint8Array): OmniMessage | undefined {
  if (bytes.length < 4) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [version, type] = [view.getUint16(0), view.getUint16(2)];
  const send = type === SIMPLE_SEND && bytes.length >= 16;
  return {
    version,
    type,
    property: send ? view.getUint32(4) : undefined,
    amount: send ? view.getBigUint64(8) : undefined,
  };
}
