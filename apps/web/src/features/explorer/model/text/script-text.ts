import type { ScriptTypeName } from '@hopscope/contract';

const names: Record<ScriptTypeName, string> = {
  p2pk: 'P2PK',
  p2pkh: 'P2PKH',
  p2sh: 'P2SH',
  p2wpkh: 'P2WPKH',
  p2wsh: 'P2WSH',
  p2tr: 'P2TR',
  witness_unknown: 'Future witness',
  anchor: 'Anchor',
  multisig: 'Bare multisig',
  op_return: 'OP_RETURN',
  nonstandard: 'Non-standard',
};

const explanations: Record<ScriptTypeName, string> = {
  p2pk: 'Pays directly to a public key; shown under the P2PKH address of that key',
  p2pkh: 'Pays to the hash of a public key (address begins with 1)',
  p2sh: 'Pays to the hash of a script (address begins with 3)',
  p2wpkh: 'Native SegWit, pays to the hash of a public key',
  p2wsh: 'Native SegWit, pays to the hash of a script',
  p2tr: 'Taproot',
  witness_unknown: 'Undefined witness version: anyone can spend it until a soft fork defines rules',
  anchor: 'Pay to anchor: anyone can spend it, used to raise fees',
  multisig: 'Multisig with the public keys in the output itself; no address',
  op_return: 'Carries data; unspendable',
  nonstandard: 'Non-standard script; no address',
};

/** Returns the short name of an output type, for tags. */
export function scriptName(type: ScriptTypeName): string {
  return names[type];
}

/** Returns the description of an output type, for hover. */
export function scriptExplanation(type: ScriptTypeName): string {
  return explanations[type];
}

/** Returns the label for an input or output without an address. */
export function noAddressText(type: ScriptTypeName | null): string {
  if (type === 'multisig') return 'Bare multisig, no address';
  if (type === 'op_return') return 'OP_RETURN';
  return type === 'nonstandard' ? 'Non-standard script, no address' : 'No address';
}
