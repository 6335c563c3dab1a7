import type { CanvasNode, ConversionRecord } from '@hopscope/contract/flow-document';
import { flowBandOf, shortDecimal } from '@hopscope/domain';
import { allOf, type CanvasDocument } from '../document/document.ts';
import { nameOf } from '../trace/summary.ts';
import { type Edge, edgesOf, givenOf, kindOf, proofOf } from './edges.ts';
import { element, xmlText } from './xml.ts';
import { isoTime } from './times.ts';

type Value = string | number | boolean | null;
type Kind = 'string' | 'int' | 'boolean' | 'units';
type Field<T> = readonly [name: string, kind: Kind, of: (one: T) => Value];

const nodeFields: readonly Field<CanvasNode>[] = [
  ['label', 'string', nameOf],
  ['type', 'string', ({ type }) => type],
  ['blockchain', 'string', ({ chain }) => chain],
  ['address', 'string', ({ address }) => address],
  ['traced', 'boolean', ({ traced }) => traced],
  ['stop', 'string', ({ stop }) => stop],
  ['entityId', 'string', ({ profile }) => profile?.entityId ?? null],
  ['entityType', 'string', ({ profile }) => profile?.entityType ?? null],
  ['custodian', 'string', ({ profile }) => profile?.custodian ?? null],
  ['risk', 'int', ({ profile }) => profile?.risk ?? null],
  ['riskBand', 'string', ({ profile }) => flowBandOf(profile?.risk ?? null)],
  ['balance', 'units', ({ profile }) => profile?.balance ?? null],
];

/** Returns a value of a conversion; null of transfers. */
const ofConversion =
  (value: (one: ConversionRecord) => Value) =>
  (one: Edge): Value =>
    one.kind === 'conversion' ? value(one) : null;

const edgeFields: readonly Field<Edge>[] = [
  ['kind', 'string', kindOf],
  ['asset', 'string', (one) => givenOf(one).asset.symbol],
  ['contract', 'string', (one) => givenOf(one).asset.contract],
  ['amount', 'string', (one) => shortDecimal(BigInt(givenOf(one).amount), givenOf(one).asset.decimals)],
  ['smallestUnits', 'units', (one) => givenOf(one).amount],
  ['time', 'string', (one) => isoTime(givenOf(one).time) || null],
  ['block', 'int', (one) => givenOf(one).height],
  ['transaction', 'string', (one) => givenOf(one).transaction],
  ['utxoKey', 'string', (one) => (one.kind === 'connection' ? one.utxoKey : null)],
  ['fee', 'units', (one) => (one.kind === 'connection' ? one.fee : null)],
  ['receivedAsset', 'string', ofConversion(({ got }) => got.asset.symbol)],
  ['receivedContract', 'string', ofConversion(({ got }) => got.asset.contract)],
  ['receivedUnits', 'units', ofConversion(({ got }) => got.amount)],
  ['receivedTransaction', 'string', ofConversion(({ got }) => got.transaction)],
  ['protocol', 'string', ofConversion(({ crossing }) => crossing?.protocol ?? null)],
  ['proof', 'string', ofConversion(proofOf)],
];

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

/**
 * Exports the graph as GraphML (http://graphml.graphdrawing.org/xmlns). Amounts are text, because GraphML's numbers are
 * inexact; unknown values are omitted. Positions are x and y, with y downward.
 */
export function graphmlOf(document: CanvasDocument): string {
  const keyOf = (part: 'node' | 'edge', [name, kind]: Field<never>): string =>
    element('key', {
      id: `${part}-${name}`,
      for: part,
      'attr.name': name,
      'attr.type': kind === 'units' ? 'string' : kind,
    });
  const data = <T>(part: 'node' | 'edge', fields: readonly Field<T>[], one: T): string[] =>
    fields.flatMap(([name, , of]) => {
      const value = of(one);
      return value === null ? [] : element('data', { key: `${part}-${name}` }, [xmlText(String(value))]);
    });
  const place = (key: 'x' | 'y', value: number): string =>
    element('data', { key: `node-${key}` }, [String(value)]);
  const nodes = allOf(document, 'node').map((node) =>
    element('node', { id: node.id }, [
      ...data('node', nodeFields, node),
      place('x', node.x),
      place('y', node.y),
    ]),
  );
  const edges = edgesOf(document).map((one) =>
    element('edge', { id: one.id, source: one.from, target: one.to }, data('edge', edgeFields, one)),
  );
  const places: Field<never>[] = [
    ['x', 'int', () => null],
    ['y', 'int', () => null],
  ];
  return [
    declaration,
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...[...nodeFields, ...places].map((field) => keyOf('node', field)),
    ...edgeFields.map((field) => keyOf('edge', field)),
    '<graph id="flow" edgedefault="directed">',
    ...nodes,
    ...edges,
    '</graph>',
    '</graphml>',
    '',
  ].join('\n');
}

const gexfTypes = { string: 'string', int: 'integer', boolean: 'boolean', units: 'biginteger' } as const;

/**
 * Exports the graph as GEXF 1.3 (https://gexf.net): directed, with parallel edges distinguished by `kind`, amounts as
 * `biginteger`, and positions by `viz` (y upward). Edges have no weight, which would be a floating-point number. `written`:
 * seconds since 1970.
 */
export function gexfOf(document: CanvasDocument, written: number): string {
  const attributes = (part: 'node' | 'edge', fields: readonly Field<never>[]): string =>
    element(
      'attributes',
      { class: part },
      fields.map(([title, kind], id) => element('attribute', { id, title, type: gexfTypes[kind] })),
    );
  const values = <T>(fields: readonly Field<T>[], one: T): string => {
    const known = fields.flatMap(([, , of], i) => {
      const value = of(one);
      return value === null ? [] : element('attvalue', { for: i, value: String(value) });
    });
    return known.length === 0 ? '' : element('attvalues', {}, known);
  };
  const nodes = allOf(document, 'node').map((node) =>
    element('node', { id: node.id, label: nameOf(node) }, [
      values(nodeFields, node),
      element('viz:position', { x: node.x, y: -node.y || 0, z: 0 }),
    ]),
  );
  const edges = edgesOf(document).map((one) => {
    const kind = one.kind === 'connection' ? one.utxoKey || one.id : one.id;
    return element('edge', { id: one.id, source: one.from, target: one.to, kind }, [values(edgeFields, one)]);
  });
  return [
    declaration,
    '<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz" version="1.3">',
    element('meta', { lastmodifieddate: isoTime(written).slice(0, 10) || null }, [
      '<creator>Hopscope</creator>',
    ]),
    '<graph defaultedgetype="directed" idtype="string" mode="static">',
    attributes('node', nodeFields),
    attributes('edge', edgeFields),
    '<nodes>',
    ...nodes,
    '</nodes>',
    '<edges>',
    ...edges,
    '</edges>',
    '</graph>',
    '</gexf>',
    '',
  ].join('\n');
}
