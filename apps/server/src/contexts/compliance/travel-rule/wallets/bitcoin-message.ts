import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64 } from '@scure/base';
import { OutScript, RawWitness, Script, Transaction } from '@scure/btc-signer';

/** Result of a signature: proven, or why not. */
export type SignatureResult<Method extends string> = { proven: Method } | { refused: string };
type Result = SignatureResult<'BIP-322' | 'BIP-137'>;

const sighashAll = 1;
const refuse = (refused: string): Result => ({ refused });
const wrong = refuse('The signature does not belong to this address and message');
const unclear = (what: string): Result =>
  refuse(`${what} cannot be verified here. Ask for a signature of a single key or a multisig script.`);
const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));
const equal = (one: Uint8Array, other: Uint8Array): boolean => Buffer.from(one).equals(other);

/** Tagged hash of BIP-340 for messages of BIP-322. */
export function messageHash(message: string): Uint8Array {
  const tag = sha256(textBytes('BIP0322-signed-message'));
  return sha256(Buffer.concat([tag, tag, textBytes(message)]));
}

const loose = {
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowUnknown: true,
  disableScriptCheck: true,
};

/** The transaction to spend, and the one that spends it, of BIP-322. */
export function virtualTransactions(
  script: Uint8Array,
  message: string,
): { spend: Transaction; sign: Transaction } {
  const spend = new Transaction({ version: 0, ...loose });
  // Before the input, after which the library takes no more outputs.
  spend.addOutput({ amount: 0n, script });
  spend.addInput({
    txid: new Uint8Array(32),
    index: 0xffffffff,
    sequence: 0,
    finalScriptSig: Script.encode(['OP_0', messageHash(message)]),
  });
  const sign = new Transaction({ version: 0, ...loose });
  sign.addInput({ txid: spend.id, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n } });
  sign.addOutput({ amount: 0n, script: Script.encode(['RETURN']) });
  return { spend, sign };
}

/** A DER signature with its hash type, over `SIGHASH_ALL`, with low S, as the rules of BIP-322 require. */
function isValid(signature: Uint8Array | undefined, key: Uint8Array, digest: Uint8Array): boolean {
  if (!signature || signature.at(-1) !== sighashAll) return false;
  try {
    const options = { prehash: false, format: 'der', lowS: true } as const;
    return secp256k1.verify(signature.subarray(0, -1), digest, key, options);
  } catch {
    return false;
  }
}

/** Verifies a witness of the script that it spends. */
function verifyWitness(script: Uint8Array, sign: Transaction, witness: readonly Uint8Array[]): Result {
  const proven: Result = { proven: 'BIP-322' };
  const out = OutScript.decode(script);
  const [first, second] = witness;
  const digest = (code: Uint8Array): Uint8Array => sign.preimageWitnessV0(0, code, sighashAll, 0n);
  const byKeyHash = (hash: Uint8Array): Result => {
    if (witness.length !== 2 || !second || second.length !== 33 || !equal(hash160(second), hash))
      return wrong;
    return isValid(first, second, digest(OutScript.encode({ type: 'pkh', hash }))) ? proven : wrong;
  };
  if (out.type === 'wpkh') return byKeyHash(out.hash);
  if (out.type === 'sh') {
    const nested = second && Script.encode(['OP_0', hash160(second)]);
    if (!nested || !equal(hash160(nested), out.hash)) return unclear('A script of this kind');
    return byKeyHash(hash160(second));
  }
  if (out.type === 'tr') {
    if (witness.length !== 1 || !first) return unclear('A Taproot script');
    const type = first.length === 65 ? first[64] : 0;
    if ((first.length !== 64 && first.length !== 65) || (first.length === 65 && type !== sighashAll))
      return wrong;
    const taproot = sign.preimageWitnessV1(0, [script], type ?? 0, [0n]);
    return schnorr.verify(first.subarray(0, 64), taproot, out.pubkey) ? proven : wrong;
  }
  if (out.type !== 'wsh') return unclear('This type of address');
  const inner = witness.at(-1);
  if (!inner || !equal(sha256(inner), out.hash)) return wrong;
  const code = decodeScript(inner);
  const signatures = witness.slice(0, -1);
  if (code?.type === 'pk') {
    return signatures.length === 1 && isValid(signatures[0], code.pubkey, digest(inner)) ? proven : wrong;
  }
  if (code?.type !== 'ms') return unclear('A script of this kind');
  const [dummy, ...given] = signatures;
  if (dummy?.length !== 0 || given.length !== code.m) return wrong;
  // Signatures are in the order of their keys (OP_CHECKMULTISIG).
  let next = 0;
  for (const key of code.pubkeys) {
    if (next < given.length && isValid(given[next], key, digest(inner))) next += 1;
  }
  return next === code.m ? proven : wrong;
}

function decodeScript(script: Uint8Array) {
  try {
    return OutScript.decode(script);
  } catch {
    return undefined;
  }
}

/** Verifies the older format, a compact signature from which the key follows (BIP-137; headers of all address types). */
function verifyCompact(script: Uint8Array, message: string, signature: Uint8Array): Result {
  const header = signature[0] ?? 0;
  if (header < 27 || header > 42) return wrong;
  const text = textBytes(message);
  const length = Buffer.alloc(text.length < 0xfd ? 1 : 3);
  if (text.length < 0xfd) length.writeUInt8(text.length);
  else {
    length.writeUInt8(0xfd);
    length.writeUInt16LE(text.length, 1);
  }
  const digest = sha256(sha256(Buffer.concat([textBytes('\u0018Bitcoin Signed Message:\n'), length, text])));
  const recoverable = Uint8Array.of((header - 27) & 3, ...signature.subarray(1));
  let key: Uint8Array;
  try {
    key = secp256k1.recoverPublicKey(recoverable, digest, { prehash: false });
  } catch {
    return wrong;
  }
  const out = OutScript.decode(script);
  // Headers below 31 stand for keys in their long form.
  const isLong = header < 31;
  const hash = hash160(isLong ? secp256k1.Point.fromBytes(key).toBytes(false) : key);
  const nested = hash160(Script.encode(['OP_0', hash]));
  const fits =
    (out.type === 'pkh' && equal(out.hash, hash)) ||
    (!isLong && out.type === 'wpkh' && equal(out.hash, hash)) ||
    (!isLong && out.type === 'sh' && equal(out.hash, nested));
  return fits ? { proven: 'BIP-137' } : wrong;
}

/** The witness of a signature in the full form: a transaction that spends the virtual one, and nothing else. */
function witnessOfFull(bytes: Uint8Array, expected: Transaction): readonly Uint8Array[] | Result {
  const given = Transaction.fromRaw(bytes, loose);
  if (given.inputsLength !== 1) return unclear('A proof of funds');
  const [input, wanted] = [given.getInput(0), expected.getInput(0)];
  const out = given.getOutput(0);
  const spends = input.index === 0 && input.txid && wanted.txid && equal(input.txid, wanted.txid);
  const isEmpty =
    given.outputsLength === 1 &&
    out.amount === 0n &&
    out.script &&
    equal(out.script, Script.encode(['RETURN']));
  if (!spends || !isEmpty) return wrong;
  if (given.lockTime !== 0 || input.sequence !== 0 || given.version !== 0)
    return unclear('A signature with a time lock');
  return input.finalScriptWitness ?? [];
}

/**
 * Verifies a signature of a message by the owner of a Bitcoin address: BIP-322 in its simple and full forms (key hashes,
 * nested key hashes, the key path of Taproot, and multisig of SegWit), or the older format (BIP-137).
 *
 * @param script of the address
 * @param signature base64, with or without the prefix `smp` or `ful`
 */
export function verifyBitcoinMessage(script: Uint8Array, message: string, signature: string): Result {
  let bytes: Uint8Array;
  try {
    bytes = base64.decode(signature.replace(/\s+/g, '').replace(/^(?:smp|ful)/, ''));
  } catch {
    return refuse('The signature is not base64');
  }
  if (bytes.length === 65 && (bytes[0] ?? 0) >= 27) return verifyCompact(script, message, bytes);
  const { sign } = virtualTransactions(script, message);
  try {
    // A transaction of version 0 starts with four zero bytes, a witness with the number of its parts.
    const isFull = bytes.length > 60 && bytes.subarray(0, 4).every((byte) => byte === 0);
    const witness = isFull ? witnessOfFull(bytes, sign) : RawWitness.decode(bytes);
    return 'refused' in witness || 'proven' in witness ? witness : verifyWitness(script, sign, witness);
  } catch {
    return refuse('The signature is not of BIP-322 or BIP-137');
  }
}
