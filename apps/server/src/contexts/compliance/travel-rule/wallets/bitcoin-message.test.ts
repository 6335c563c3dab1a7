import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64 } from '@scure/base';
import {
  Address,
  OutScript,
  p2ms,
  p2pkh,
  p2sh,
  p2tr,
  p2wpkh,
  p2wsh,
  RawTx,
  RawWitness,
  SigHash,
  Transaction,
} from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { messageHash, verifyBitcoinMessage, virtualTransactions } from './bitcoin-message.ts';

const scriptOf = (address: string): Uint8Array => OutScript.encode(Address().decode(address));
const segwit = scriptOf('bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l');
const refused = { refused: 'The signature does not belong to this address and message' };
const keys = [1, 2, 3].map((seed) => Uint8Array.from({ length: 32 }, () => seed));
const key = keys[0] ?? new Uint8Array();
const publicKey = secp256k1.getPublicKey(key, true);

/** Signs the virtual transaction with the library, as a wallet does. */
function sign(
  script: Uint8Array,
  message: string,
  more: { by?: readonly Uint8Array[]; input?: object; form?: 'simple' | 'full' } = {},
): string {
  const { by = [key], input = {}, form = 'simple' } = more;
  const { spend } = virtualTransactions(script, message);
  const tx = new Transaction({ version: 0, allowUnknownOutputs: true, allowUnknownInputs: true });
  tx.addInput({ txid: spend.id, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n }, ...input });
  tx.addOutput({ amount: 0n, script: Uint8Array.of(0x6a) });
  for (const one of by) tx.signIdx(one, 0, [SigHash.ALL, SigHash.DEFAULT]);
  tx.finalize();
  const witness = tx.getInput(0).finalScriptWitness ?? [];
  return base64.encode(
    form === 'full' ? RawTx.encode(RawTx.decode(tx.extract())) : RawWitness.encode(witness),
  );
}

test('vectors of BIP-322', () => {
  expect(Buffer.from(messageHash('')).toString('hex')).toBe(
    'c90c269c4f8fcbe6880f72a721ddfbf1914268a794cbb21cfafee13770ae19f1',
  );
  expect(Buffer.from(messageHash('Hello World')).toString('hex')).toBe(
    'f0eb03b1a75ac6d9847f55c624a99169b5dccba2a31f5b23bea77ba270de0a7a',
  );
  const { spend, sign: signing } = virtualTransactions(segwit, 'Hello World');
  expect([spend.id, signing.id]).toEqual([
    'b79d196740ad5217771c1098fc4a4b51e0535c32236c71f1ea4d61a2d603352b',
    '88737ae86f2077145f93cc4b153ae9a1cb8d56afa511988c149c5c8c9d93bddf',
  ]);
  const vectors: readonly [script: Uint8Array, message: string, signature: string][] = [
    [
      segwit,
      '',
      'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      segwit,
      'Hello World',
      'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      scriptOf('bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3'),
      'Hello World',
      'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==',
    ],
  ];
  for (const [script, message, signature] of vectors) {
    expect(verifyBitcoinMessage(script, message, signature)).toEqual({ proven: 'BIP-322' });
    expect(verifyBitcoinMessage(script, message, `smp${signature}`)).toEqual({ proven: 'BIP-322' });
    expect(verifyBitcoinMessage(script, `${message}.`, signature)).toEqual(refused);
  }
});

test('signatures of a wallet library, of each supported script, in both forms', () => {
  const message = 'I control this wallet';
  const wpkh = p2wpkh(publicKey);
  const nested = p2sh(wpkh);
  const internal = schnorr.getPublicKey(key);
  const tr = p2tr(internal);
  const shared = p2wsh(
    p2ms(
      2,
      keys.map((each) => secp256k1.getPublicKey(each, true)),
    ),
  );
  const cases = [
    { script: wpkh.script },
    { script: nested.script, input: { redeemScript: nested.redeemScript } },
    { script: tr.script, input: { tapInternalKey: internal } },
    { script: shared.script, input: { witnessScript: shared.witnessScript }, by: [keys[0], keys[2]] },
  ];
  for (const { script, input, by } of cases) {
    for (const form of ['simple', 'full'] as const) {
      const signature = sign(script, message, {
        form,
        ...(input && { input }),
        ...(by && { by: by.flatMap((one) => one ?? []) }),
      });
      expect(verifyBitcoinMessage(script, message, signature)).toEqual({ proven: 'BIP-322' });
      expect(verifyBitcoinMessage(script, 'I control another', signature)).toEqual(refused);
      expect(
        verifyBitcoinMessage(p2wpkh(secp256k1.getPublicKey(keys[1] ?? key, true)).script, message, signature),
      ).toHaveProperty('refused');
    }
  }
});

test('one of two signatures of a multisig is refused', () => {
  const pubkeys = keys.map((each) => secp256k1.getPublicKey(each, true));
  const script = p2wsh(p2ms(2, pubkeys));
  const once = sign(p2wsh(p2ms(1, pubkeys)).script, 'm', {
    input: { witnessScript: p2wsh(p2ms(1, pubkeys)).witnessScript },
  });
  expect(verifyBitcoinMessage(script.script, 'm', once)).toEqual(refused);
});

test('the older format of BIP-137, for addresses of each type', () => {
  const message = 'I control this wallet';
  const digest = sha256(
    sha256(
      Buffer.concat([
        Buffer.from('\u0018Bitcoin Signed Message:\n'),
        Buffer.of(message.length),
        Buffer.from(message),
      ]),
    ),
  );
  const signature = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  const compact = (header: number): string =>
    base64.encode(Uint8Array.of(header + (signature[0] ?? 0), ...signature.subarray(1)));
  const proven = { proven: 'BIP-137' };
  expect(verifyBitcoinMessage(p2pkh(publicKey).script, message, compact(31))).toEqual(proven);
  expect(verifyBitcoinMessage(p2wpkh(publicKey).script, message, compact(39))).toEqual(proven);
  expect(verifyBitcoinMessage(p2sh(p2wpkh(publicKey)).script, message, compact(35))).toEqual(proven);
  expect(
    verifyBitcoinMessage(p2pkh(secp256k1.getPublicKey(key, false)).script, message, compact(27)),
  ).toEqual(proven);
  expect(verifyBitcoinMessage(p2pkh(publicKey).script, 'another', compact(31))).toEqual(refused);
  expect(verifyBitcoinMessage(p2tr(schnorr.getPublicKey(key)).script, message, compact(31))).toEqual(refused);
});

test('what is no signature, or cannot be verified, is refused with the reason', () => {
  expect(verifyBitcoinMessage(segwit, 'm', 'no base64!')).toEqual({ refused: 'The signature is not base64' });
  expect(verifyBitcoinMessage(segwit, 'm', base64.encode(Uint8Array.of(5, 1)))).toEqual({
    refused: 'The signature is not of BIP-322 or BIP-137',
  });
  expect(verifyBitcoinMessage(segwit, 'm', '')).toHaveProperty('refused');
  const tr = p2tr(schnorr.getPublicKey(key));
  const script = base64.encode(
    RawWitness.encode([new Uint8Array(64), Uint8Array.of(0x51), new Uint8Array(33)]),
  );
  expect(verifyBitcoinMessage(tr.script, 'm', script)).toMatchObject({
    refused: expect.stringMatching(/cannot be verified here/) as string,
  });
});
