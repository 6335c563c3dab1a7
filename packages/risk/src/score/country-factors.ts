import { type CountryFacts, type CountryListing, listingOf } from '../categories/entity-categories.ts';
import type { Exposure, WalkResult } from '../exposure/types.ts';
import type { ScoreInput } from './answer.ts';
import { countingLabels } from './exposure-factors.ts';
import {
  aboutExposures,
  capAt,
  exposureText,
  intensityOf,
  type RawFactor,
  scoreAt,
  verbOf,
} from './raw-factor.ts';

/** Country lists, most severe first. */
const listings: readonly CountryListing[] = ['ofac', 'fatf_black', 'eu', 'fatf_grey'];

const names: Readonly<Record<CountryListing, string>> = {
  ofac: 'Country under a comprehensive OFAC program',
  fatf_black: 'Country on the FATF call-for-action list',
  eu: 'EU high-risk third country',
  fatf_grey: 'Country under increased FATF monitoring',
};

interface ListedCountry {
  readonly listing: CountryListing;
  /** Countries on the list. */
  readonly countries: readonly CountryFacts[];
}

function gravestOf(countries: readonly CountryFacts[]): ListedCountry | undefined {
  const listed = countries.map((one) => ({ one, listing: listingOf(one) }));
  const listing = listings.find((id) => listed.some((each) => each.listing === id));
  if (!listing) return undefined;
  return { listing, countries: listed.flatMap((each) => (each.listing === listing ? [each.one] : [])) };
}

function countryText({ country, since }: CountryFacts): string {
  return since === null ? country : `${country} since ${since}`;
}

function countriesText(all: readonly CountryFacts[]): string {
  return [...new Set(all.map(countryText))].toSorted().join(', ');
}

/** Returns factors for exposure to entities in listed countries, each by its most severe list. */
export function countryFactors(walk: WalkResult, input: ScoreInput): RawFactor[] {
  const { profile, countries, asset } = input;
  const byListing = new Map<CountryListing, { exposures: Exposure[]; countries: CountryFacts[] }>();
  for (const exposure of walk.exposures) {
    const listed = gravestOf(countries.get(exposure.entity?.id ?? '') ?? []);
    if (!listed) continue;
    const sum = byListing.get(listed.listing) ?? { exposures: [], countries: [] };
    sum.exposures.push(exposure);
    sum.countries.push(...listed.countries);
    byListing.set(listed.listing, sum);
  }
  return [...byListing].flatMap(([listing, sum]): RawFactor[] => {
    const intensity = intensityOf(sum.exposures, walk, profile.countries.saturation, profile);
    const score = scoreAt(profile.countries.severities[listing], intensity);
    if (score === 0) return [];
    const about = aboutExposures(sum.exposures, walk, 'an unnamed entity');
    return [
      {
        ...about,
        id: `${verbOf(walk.direction)}.country.${listing}`,
        group: 'jurisdiction',
        name: `${names[listing]}, ${verbOf(walk.direction)}`,
        description: `${countriesText(sum.countries)}: ${exposureText(about, walk.direction, sum.exposures.length, asset)}`,
        score,
        category: null,
        caps: [capAt(listing, profile.countries.severities[listing])],
      },
    ];
  });
}

/** Returns the factor for the countries of the subject's own entity. */
export function ownCountryFactors(input: ScoreInput): RawFactor[] {
  const { countries, profile } = input;
  const counting = countingLabels(input);
  const listed = gravestOf(counting.flatMap(({ entity }) => countries.get(entity) ?? []));
  if (!listed) return [];
  const score = scoreAt(profile.countries.severities[listed.listing], 1_000_000);
  if (score === 0) return [];
  return [
    {
      id: `own.country.${listed.listing}`,
      group: 'jurisdiction',
      name: `${names[listed.listing]}, own country`,
      description: `${counting.map(({ name }) => name).join(', ')}: ${countriesText(listed.countries)}`,
      score,
      category: null,
      direction: null,
      amount: null,
      share: null,
      hops: 0,
      entities: [],
      evidence: [],
      transactions: 0,
      labels: counting,
      caps: [capAt(listed.listing, profile.countries.severities[listed.listing])],
    },
  ];
}
