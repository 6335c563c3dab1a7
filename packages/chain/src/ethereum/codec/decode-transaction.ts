import {
  bytesField,
  bytesListField,
  dataField,
  isPresent,
  type Node,
  numberField,
  objectsField,
  optionalBytes,
  optionalQuantity,
  quantityField,
  refuseField,
} from './json-reader.ts';
import type {
  AccessListEntry,
  Authorization,
  EthereumTransaction,
  EthereumTransactionType,
} from '../model.ts';

const MAX_LIST_ENTRIES = 100_000;
const NO_ENTRIES: readonly never[] = [];

/** Reads a transaction of a block at its place. Throws EthereumError. */
export function readTransaction(node: Node, index: number): EthereumTransaction {
  if (numberField(node, 'transactionIndex') !== index) {
    refuseField('index_wrong', node, 'transactionIndex', `is not ${index}, its position in the block`);
  }
  const type = readType(node);
  const v = readV(node, type);
  return {
    hash: bytesField(node, 'hash', 32),
    type,
    index,
    from: bytesField(node, 'from', 20),
    to: readTo(node, type),
    nonce: quantityField(node, 'nonce', 64),
    value: quantityField(node, 'value'),
    gasLimit: quantityField(node, 'gas', 64),
    input: dataField(node, 'input'),
    gasPrice: type < 2 ? quantityField(node, 'gasPrice') : null,
    maxFeePerGas: type < 2 ? null : quantityField(node, 'maxFeePerGas'),
    maxPriorityFeePerGas: type < 2 ? null : quantityField(node, 'maxPriorityFeePerGas'),
    chainId: type === 0 ? legacyChainId(node, v) : quantityField(node, 'chainId'),
    accessList: type === 0 ? NO_ENTRIES : readAccessList(node),
    maxFeePerBlobGas: type === 3 ? quantityField(node, 'maxFeePerBlobGas') : null,
    blobHashes: type === 3 ? bytesListField(node, 'blobVersionedHashes', 32, 1000) : NO_ENTRIES,
    authorizations: type === 4 ? readAuthorizations(node) : NO_ENTRIES,
    v,
    r: quantityField(node, 'r'),
    s: quantityField(node, 's'),
  };
}

/** The type of a transaction or receipt; answers from before EIP-2718 have none and mean 0. Throws `type_unknown`. */
export function readType(node: Node): EthereumTransactionType {
  const type = optionalQuantity(node, 'type') ?? 0n;
  switch (type) {
    case 0n:
      return 0;
    case 1n:
      return 1;
    case 2n:
      return 2;
    case 3n:
      return 3;
    case 4n:
      return 4;
    default:
      return refuseField('type_unknown', node, 'type', 'is not a known type (0 to 4)');
  }
}

function readTo(node: Node, type: EthereumTransactionType): Uint8Array | null {
  const to = optionalBytes(node, 'to', 20);
  if (to === null && type >= 3) {
    refuseField('json_missing', node, 'to', `is missing, and type ${type} cannot create a contract`);
  }
  return to;
}

/** Reads the parity of the signature; both names of the field must agree if present (types 1 and above). */
function readV(node: Node, type: EthereumTransactionType): bigint {
  if (type === 0) return quantityField(node, 'v');
  const key = isPresent(node, 'yParity') ? 'yParity' : 'v';
  const parity = quantityField(node, key);
  if (parity > 1n) refuseField('number_too_large', node, key, 'is above 1');
  if (isPresent(node, 'v') && quantityField(node, 'v') !== parity) {
    refuseField('fields_contradict', node, 'v', 'does not match yParity');
  }
  return parity;
}

/** The chain that the signature names (EIP-155); where the node names one too, it is the same. */
function legacyChainId(node: Node, v: bigint): bigint | null {
  if (v === 27n || v === 28n) return null;
  if (v < 35n) refuseField('fields_contradict', node, 'v', 'is not 27, 28, or at least 35');
  const signed = (v - 35n) / 2n;
  const claimed = optionalQuantity(node, 'chainId');
  if (claimed !== null && claimed !== signed) {
    refuseField('fields_contradict', node, 'chainId', 'does not match the signature');
  }
  return signed;
}

function readAccessList(node: Node): readonly AccessListEntry[] {
  return objectsField(node, 'accessList', MAX_LIST_ENTRIES).map((entry) => ({
    address: bytesField(entry, 'address', 20),
    storageKeys: bytesListField(entry, 'storageKeys', 32, MAX_LIST_ENTRIES),
  }));
}

function readAuthorizations(node: Node): readonly Authorization[] {
  return objectsField(node, 'authorizationList', MAX_LIST_ENTRIES).map((entry) => ({
    chainId: quantityField(entry, 'chainId'),
    address: bytesField(entry, 'address', 20),
    nonce: quantityField(entry, 'nonce', 64),
    yParity: quantityField(entry, isPresent(entry, 'yParity') ? 'yParity' : 'v', 8),
    r: quantityField(entry, 'r'),
    s: quantityField(entry, 's'),
  }));
}
