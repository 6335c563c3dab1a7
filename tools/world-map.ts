/**
 * Writes the map of the directory: outlines of countries by code (ISO 3166-1 alpha-2), and points of those that are too small
 * to be drawn. Data: Natural Earth (public domain) at 1:110 million, points at 1:50 million; projection: Equal Earth.
 *
 * Use: node tools/world-map.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { geoCentroid, geoEqualEarth, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';

const [width, height] = [720, 340];
const target = 'apps/web/src/features/entities/model/world-map.json';

type Topology = Parameters<typeof feature>[0];

function countriesAt(scale: '110m' | '50m') {
  const file = new URL(`../node_modules/world-atlas/countries-${scale}.json`, import.meta.url);
  const topology = JSON.parse(readFileSync(file, 'utf8')) as Topology;
  const { countries } = topology.objects;
  if (countries?.type !== 'GeometryCollection') throw new Error(`${file.pathname} has no countries`);
  return feature(topology, countries).features;
}

const codes = JSON.parse(
  readFileSync(new URL('../node_modules/i18n-iso-countries/codes.json', import.meta.url), 'utf8'),
) as [alpha2: string, alpha3: string, numeric: string][];
const codeOf = new Map(codes.map(([alpha2, , numeric]) => [numeric, alpha2]));

// Antarctica has no entities, and takes a fifth of the picture.
const shapes = countriesAt('110m').filter(({ id }) => id !== '010');
const projection = geoEqualEarth().fitSize([width, height], { type: 'FeatureCollection', features: shapes });
const path = geoPath(projection).digits(1);

const land: Record<string, string> = {};
const unnamed: string[] = [];
for (const shape of shapes) {
  const outline = path(shape);
  const code = codeOf.get(String(shape.id));
  if (outline === null) continue;
  if (code === undefined) unnamed.push(outline);
  else land[code] = outline;
}

const points: Record<string, [x: number, y: number]> = {};
for (const shape of countriesAt('50m')) {
  const code = codeOf.get(String(shape.id));
  const at = projection(geoCentroid(shape));
  if (code === undefined || code in land || code === 'AQ' || !at) continue;
  points[code] = [Math.round(at[0]), Math.round(at[1])];
}

const sorted = <Value>(record: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
const map = { width, height, land: sorted(land), unnamed, points: sorted(points) };
writeFileSync(new URL(`../${target}`, import.meta.url), `${JSON.stringify(map)}\n`);
console.log(
  `${target}: ${Object.keys(land).length} outlines, ${unnamed.length} without a code, ${Object.keys(points).length} points`,
);
