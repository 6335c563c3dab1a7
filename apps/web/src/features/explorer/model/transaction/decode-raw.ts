import { decodeTransaction, disassemble, fromHex, toDisplayHash, toHex } from '@hopscope/chain';

/** A script in hex and disassembled. */
export interface ShownScript {
  readonly hex: string;
  readonly words: string;
}

export interface ShownInput {
  readonly script: ShownScript;
  /** Items of the witness, hex. */
  readonly witness: readonly string[];
}

export interface ShownScripts {
  readonly inputs: readonly ShownInput[];
  readonly outputs: readonly ShownScript[];
}

function shown(script: Uint8Array): ShownScript {
  return { hex: toHex(script), words: disassemble(script) };
}

/** Decodes scripts and witnesses from raw bytes; undefined if the bytes don't hash to `txid`. */
export function decodeRaw(hex: string, txid: string): ShownScripts | undefined {
  const tx = decodeTransaction(fromHex(hex));
  if (toDisplayHash(tx.txid) !== txid) return undefined;
  return {
    inputs: tx.inputs.map(({ script, witness }) => ({ script: shown(script), witness: witness.map(toHex) })),
    outputs: tx.outputs.map(({ script }) => shown(script)),
  };
}
