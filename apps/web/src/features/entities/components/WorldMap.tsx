import { createCountryNames } from '@hopscope/domain';
import { type KeyboardEvent, useMemo } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { ChartCard } from '../../../ui/chart/ChartCard.tsx';
import { RowTable, TableFoot } from '../../../ui/display/RowTable.tsx';
import { TextButton } from '../../../ui/button/TextButton.tsx';
import map from '../model/world-map.json';
import css from './WorldMap.module.css';

/** Number of entities of a country by its code, or by the text of a source. */
interface CountryCount {
  readonly value: string;
  readonly count: number;
}

const land: Readonly<Record<string, string>> = map.land;
const points: Readonly<Record<string, readonly number[]>> = map.points;
const fills = ['var(--heat-1)', 'var(--heat-2)', 'var(--heat-3)', 'var(--heat-4)', 'var(--heat-5)'];

/** Returns the color of a count: steps of 1, 2, 5, 10, and 25. */
function fillOf(count: number): string {
  const step = [2, 5, 10, 25].filter((bound) => count >= bound).length;
  return fills[step] ?? '';
}

function Country({
  country: { value, count },
  name,
  chosen,
  onChoose,
}: {
  country: CountryCount;
  name: string;
  chosen: boolean;
  onChoose: () => void;
}) {
  const { counted } = useFormats();
  const [x, y] = points[value] ?? [];
  const label = `${name}: ${counted(count, 'entity', 'entities')}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onChoose();
  };
  return (
    <g
      role="button"
      tabIndex={0}
      aria-pressed={chosen}
      aria-label={label}
      data-country={value}
      data-count={count}
      className={chosen ? `${css.country} ${css.chosen}` : css.country}
      onClick={onChoose}
      onKeyDown={onKeyDown}
    >
      <title>{label}</title>
      {x !== undefined && y !== undefined ? (
        <>
          <circle cx={x} cy={y} r="12" className={css.ground} />
          <circle cx={x} cy={y} r="4.5" fill={fillOf(count)} />
        </>
      ) : (
        <path d={land[value]} fill={fillOf(count)} />
      )}
    </g>
  );
}

/** Map of the countries of entities: colored by number, small countries as points; one of them narrows the list. */
export function WorldMap({
  countries,
  chosen,
  onChoose,
}: {
  /** Most entities first. */
  countries: readonly CountryCount[];
  chosen: string | undefined;
  onChoose: (country: string | undefined) => void;
}) {
  const { count: countText } = useFormats();
  const nameOf = useMemo(createCountryNames, []);
  const onMap = countries.filter(({ value }) => value in land || value in points);
  const missing = countries.filter(({ value }) => !(value in land) && !(value in points));
  const counts = new Set(onMap.map(({ value }) => value));
  const choose = (value: string) => onChoose(value === chosen ? undefined : value);
  return (
    <ChartCard
      title="Countries"
      file="directory-countries"
      count="of entities, as sources name them"
      table={
        <RowTable
          label="Entities by country"
          columns={[
            {
              title: 'Country',
              render: (_, { value }) => (
                <TextButton onClick={() => choose(value)}>{nameOf(value)}</TextButton>
              ),
            },
            { title: 'Entities', align: 'right', render: (_, { count }) => countText(count) },
          ]}
          rows={countries}
          rowKey={({ value }) => value}
        />
      }
      foot={
        missing.length > 0 && (
          <TableFoot>
            <span>
              Not on the map:{' '}
              {missing.map(({ value, count }) => `${nameOf(value)} ${countText(count)}`).join(', ')}
            </span>
          </TableFoot>
        )
      }
    >
      <figure className={css.figure} aria-label="Entities by country">
        <svg data-chart viewBox={`0 0 ${map.width} ${map.height}`} className={css.picture}>
          {Object.entries(land).map(
            ([code, outline]) => !counts.has(code) && <path key={code} d={outline} className={css.empty} />,
          )}
          {map.unnamed.map((outline) => (
            <path key={outline.slice(0, 40)} d={outline} className={css.empty} />
          ))}
          {/* Small countries lie on large ones. */}
          {onMap
            .toSorted((a, b) => Number(a.value in points) - Number(b.value in points))
            .map((country) => (
              <Country
                key={country.value}
                country={country}
                name={nameOf(country.value)}
                chosen={country.value === chosen}
                onChoose={() => choose(country.value)}
              />
            ))}
        </svg>
      </figure>
    </ChartCard>
  );
}
