import { addressKeyOfScript, classifyScript, hash160, type TxInput } from '@hopscope/chain';
import type { ScriptType } from '@hopscope/domain';
import { nativeHashing } from '../ledger/native-hashing.ts';
import { byteKey } from '../ledger/shared/byte-keys.ts';

/** Address that an input spends from, as far as its scripts reveal it. */
export interface SpentAddress {
  readonly key: string | undefined;
  readonly type: ScriptType | undefined;
}

const script = (start: readonly number[], hash: Uint8Array, end: readonly number[] = []): Uint8Array =>
  Uint8Array.of(...start, ...hash, ...end);

/** Returns the data that a script pushes, in order; stops at anything else (BIP 62, "push only"). */
function pushesOf(bytes: Uint8Array): Uint8Array[] {
  const pushes: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const code = bytes[at] ?? 0;
    const [head, length] =
      code <= 75
        ? [1, code]
        : code === 76
          ? [2, bytes[at + 1] ?? 0]
          : code === 77
            ? [3, (bytes[at + 1] ?? 0) + 256 * (bytes[at + 2] ?? 0)]
            : [1, 0];
    pushes.push(bytes.subarray(at + head, at + head + length));
    at += head + length;
  }
  return pushes;
}

const isPublicKey = ({ length }: Uint8Array): boolean => length === 33 || length === 65;

/** Returns the locking script that an input's own scripts satisfy; undefined if they don't tell (BIP 16, BIP 141). */
function lockingScriptOf({ script: unlocking, witness }: TxInput): Uint8Array | undefined {
  const pushes = pushesOf(unlocking);
  const last = pushes.at(-1);
  const sealed = witness.at(-1);
  if (last && pushes.length === 2 && isPublicKey(last) && (pushes[0]?.length ?? 0) > 60)
    return script([0x76, 0xa9, 20], hash160(nativeHashing, last), [0x88, 0xac]);
  // A single push is a signature (of a bare public key), or the witness program of nested SegWit.
  const isNested = last !== undefined && (last.length === 22 || last.length === 34) && last[0] === 0;
  if (last && last.length > 20 && (pushes.length > 1 || isNested))
    return script([0xa9, 20], hash160(nativeHashing, last), [0x87]);
  if (last || !sealed || witness.length < 2) return undefined;
  if (witness.length === 2 && sealed.length === 33) return script([0, 20], hash160(nativeHashing, sealed));
  return witness.length > 2 ? script([0, 32], nativeHashing.sha256(sealed)) : undefined;
}

/** Returns the address that an input spends from, for blocks whose spent outputs are not known. */
export function spentAddressOf(input: TxInput): SpentAddress {
  const locking = lockingScriptOf(input);
  if (!locking) return { key: undefined, type: undefined };
  const key = addressKeyOfScript(locking, nativeHashing);
  return { key: key && byteKey(key), type: classifyScript(locking) };
}
