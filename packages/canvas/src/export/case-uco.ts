import { nobleHashing, toHex } from '@hopscope/chain';
import type { CanvasNode, Connection, ConversionRecord } from '@hopscope/contract/flow-document';
import { shortDecimal } from '@hopscope/domain';
import { allOf, type CanvasDocument, getOf } from '../document/document.ts';
import { nameOf } from '../trace/summary.ts';
import { type Edge, edgesOf, kindOf, proofOf } from './edges.ts';
import { isoTime } from './times.ts';

const context = {
  kb: 'urn:hopscope:canvas:',
  hopscope: 'urn:hopscope:vocabulary:',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  'uco-core': 'https://ontology.unifiedcyberontology.org/uco/core/',
  'uco-observable': 'https://ontology.unifiedcyberontology.org/uco/observable/',
  'case-investigation': 'https://ontology.caseontology.org/case/investigation/',
} as const;

/** A UUID that follows from what it names (version 8, RFC 9562): the same record has the same one in every export. */
function uuidOf(text: string): string {
  const hex = toHex(nobleHashing.sha256(new TextEncoder().encode(text)));
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

const idOf = (kind: string, text: string): string => `kb:${kind}-${uuidOf(`${kind} ${text}`)}`;
const dateTime = (time: number | null): object | null => {
  const value = isoTime(time);
  return value === '' ? null : { '@type': 'xsd:dateTime', '@value': value };
};
const integer = (value: string | number): object => ({ '@type': 'xsd:integer', '@value': String(value) });

function addressOf(node: CanvasNode): object {
  const risk = node.profile?.risk ?? null;
  return {
    '@id': idOf('address', node.id),
    '@type': node.type === 'wallet' ? 'uco-observable:DigitalAddress' : 'uco-observable:ObservableObject',
    'uco-core:name': nameOf(node),
    'uco-core:hasFacet': [
      ...(node.address === null
        ? []
        : [
            {
              '@id': idOf('address-facet', node.id),
              '@type': 'uco-observable:DigitalAddressFacet',
              'uco-observable:addressValue': node.address,
              'uco-observable:displayName': nameOf(node),
            },
          ]),
      {
        '@id': idOf('canvas-facet', node.id),
        '@type': ['hopscope:CanvasNodeFacet', 'uco-core:Facet'],
        ...(node.chain === null ? {} : { 'hopscope:blockchain': node.chain }),
        ...(risk === null ? {} : { 'hopscope:risk': integer(risk) }),
        'hopscope:traced': node.traced,
      },
    ],
  };
}

const amountOf = ({ amount, asset }: Pick<Connection, 'amount' | 'asset'>): object => ({
  '@type': 'xsd:decimal',
  '@value': shortDecimal(BigInt(amount), asset.decimals),
});

/** One side of a conversion. */
function sideOf({ asset, amount, transaction, height }: ConversionRecord['gave']): object {
  return {
    'hopscope:blockchain': asset.chain,
    'hopscope:transaction': transaction,
    'hopscope:asset': asset.symbol,
    ...(asset.contract === null ? {} : { 'hopscope:contract': asset.contract }),
    'hopscope:amount': amountOf({ amount, asset }),
    'hopscope:smallestUnits': integer(amount),
    ...(height === null ? {} : { 'hopscope:block': integer(height) }),
  };
}

/** A relationship from address to address, in seconds since 1970. */
function relationOf(
  one: Edge,
  kind: string,
  { start, end, facet }: { start: number | null; end: number | null; facet: object },
): object {
  const [from, to] = [dateTime(start), dateTime(end)];
  return {
    '@id': idOf('transfer', one.id),
    '@type': 'uco-observable:ObservableRelationship',
    'uco-core:source': [{ '@id': idOf('address', one.from) }],
    'uco-core:target': { '@id': idOf('address', one.to) },
    'uco-core:isDirectional': true,
    'uco-core:kindOfRelationship': kind,
    ...(from ? { 'uco-core:startTime': from } : {}),
    ...(to ? { 'uco-core:endTime': to } : {}),
    'uco-core:hasFacet': [{ '@id': idOf('transfer-facet', one.id), ...facet }],
  };
}

function conversionOf(one: ConversionRecord): object {
  return relationOf(one, kindOf(one) === 'crossing' ? 'Crossed_To' : 'Converted_To', {
    start: one.gave.time,
    end: one.got.time,
    facet: {
      '@type': ['hopscope:ConversionFacet', 'uco-core:Facet'],
      'hopscope:gave': sideOf(one.gave),
      'hopscope:received': sideOf(one.got),
      'hopscope:proof': proofOf(one),
      ...(one.crossing ? { 'hopscope:protocol': one.crossing.protocol } : {}),
    },
  });
}

function transferOf(one: Connection): object {
  return relationOf(one, 'Transferred_To', {
    start: one.time,
    end: one.time,
    facet: {
      '@type': ['hopscope:TransferFacet', 'uco-core:Facet'],
      'hopscope:transaction': one.transaction,
      'hopscope:output': one.utxoKey,
      'hopscope:asset': one.asset.symbol,
      ...(one.asset.contract === null ? {} : { 'hopscope:contract': one.asset.contract }),
      'hopscope:amount': amountOf(one),
      'hopscope:smallestUnits': integer(one.amount),
      ...(one.fee === null ? {} : { 'hopscope:transactionFee': integer(one.fee) }),
      ...(one.height === null ? {} : { 'hopscope:block': integer(one.height) }),
    },
  });
}

/**
 * Exports the drawing as CASE/UCO JSON-LD, by UCO and CASE 1.4.0: addresses are `DigitalAddress` objects, transfers and conversions
 * directional `ObservableRelationship`s, and a `ProvenanceRecord` contains all. UCO has no class for cryptocurrency (the CASE
 * examples' cryptowallet illustration drafts one), so amounts are in facets of our own vocabulary. User-defined names stay
 * text. `written`: seconds since 1970.
 */
export function caseUcoOf(
  document: CanvasDocument,
  { written, description }: { written: number; description: string },
): string {
  const nodes = allOf(document, 'node');
  const edges = edgesOf(document);
  const notes = allOf(document, 'note').map(({ id, on, text, author, time }) => ({
    '@id': idOf('note', id),
    '@type': 'uco-core:Annotation',
    'uco-core:description': text,
    'uco-core:tag': [`author: ${author}`],
    ...(dateTime(time) ? { 'uco-core:objectCreatedTime': dateTime(time) } : {}),
    'uco-core:object': [{ '@id': on === null ? idOf('provenance', 'canvas') : noteTarget(document, on) }],
  }));
  const objects = [
    ...nodes.map(addressOf),
    ...edges.map((one) => (one.kind === 'conversion' ? conversionOf(one) : transferOf(one))),
  ];
  const provenance = {
    '@id': idOf('provenance', 'canvas'),
    '@type': 'case-investigation:ProvenanceRecord',
    'uco-core:description': description,
    ...(dateTime(written) ? { 'uco-core:objectCreatedTime': dateTime(written) } : {}),
    'uco-core:object': [
      ...nodes.map(({ id }) => ({ '@id': idOf('address', id) })),
      ...edges.map(({ id }) => ({ '@id': idOf('transfer', id) })),
    ],
  };
  return `${JSON.stringify({ '@context': context, '@graph': [provenance, ...objects, ...notes] }, null, 1)}\n`;
}

/** Drawings and groups are not in the graph: notes on them are on the whole. */
function noteTarget(document: CanvasDocument, id: string): string {
  if (getOf(document, 'node', id)) return idOf('address', id);
  return getOf(document, 'connection', id) || getOf(document, 'conversion', id)
    ? idOf('transfer', id)
    : idOf('provenance', 'canvas');
}
