import type { CanvasNode, Connection } from '@hopscope/contract/flow-document';
import { flowBandOf, shortDecimal } from '@hopscope/domain';
import { allOf, type CanvasDocument } from '../document/document.ts';
import { nameOf } from '../trace/summary.ts';
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

const edgeFields: readonly Field<Connection>[] = [
  ['asset', 'string', ({ asset }) => asset.symbol],
  ['contract', 'string', ({ asset }) => asset.contract],
  ['amount', 'string', ({ amount, asset }) => shortDecimal(BigInt(amount), asset.decimals)],
  ['smallestUnits', 'units', ({ amount }) => amount],
  ['time', 'string', ({ time }) => isoTime(time) || null],
  ['block', 'int', ({ height }) => height],
  ['transaction', 'string', ({ transaction }) => transaction],
  ['utxoKey', 'string', ({ utxoKey }) => utxoKey],
  ['fee', 'units', ({ fee }) => fee],
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
  const edges = allOf(document, 'connection').map((one) =>
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
  const edges = allOf(document, 'connection').map((one) => {
    const kind = one.utxoKey || one.id;
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
