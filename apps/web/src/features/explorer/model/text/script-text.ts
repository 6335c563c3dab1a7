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
  p2pk: 'Pays straight to a public key. Counted to the P2PKH address of that key.',
  p2pkh: 'Pays to the hash of a public key (address begins with 1).',
  p2sh: 'Pays to the hash of a script (address begins with 3).',
  p2wpkh: 'Native segwit, pays to the hash of a public key.',
  p2wsh: 'Native segwit, pays to the hash of a script.',
  p2tr: 'Taproot.',
  witness_unknown:
    'A witness version without rules so far: anyone may spend it until a version is given rules.',
  anchor: 'Pay to anchor: an output anyone can spend, used to raise fees.',
  multisig: 'Several public keys written into the output itself. It has no address.',
  op_return: 'Carries data and can never be spent.',
  nonstandard: 'A script of no common form. It has no address.',
};

/** Short name of an output type, for tags. */
export function scriptName(type: ScriptTypeName): string {
  return names[type];
}

/** One sentence about an output type, for hover. */
export function scriptExplanation(type: ScriptTypeName): string {
  return explanations[type];
}

/** What stands where an input or output has no address. */
export function noAddressText(type: ScriptTypeName | null): string {
  if (type === 'multisig') return 'Bare multisig, no address';
  if (type === 'op_return') return 'OP_RETURN';
  return type === 'nonstandard' ? 'Non-standard script, no address' : 'No address';
}
