import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const day = z.iso.date();
const link = z.url({ protocol: /^https$/ });
const text = z.string().min(1);

/** On the OFAC list between these days (still on it without the second one). */
const sanction = z.strictObject({
  from: day,
  to: day.optional(),
  source: link,
  /** The programs as OFAC abbreviates them. */
  programs: z.array(text).optional(),
});

/** What a list of countries says of a country. */
const listing = z.strictObject({
  field: z.enum(['fatf_status', 'eu_status', 'ofac_status']),
  value: text,
  source: link,
  from: day.optional(),
  /** The last day on the list. */
  to: day.optional(),
});

/** Addresses with the same label and source; `{address}` in the source stands for each address. */
const addresses = z.strictObject({
  label: text,
  /** Where the owner, an authority, or many people say so. */
  source: z.string().startsWith('https://'),
  addresses: z.array(text).min(1),
});

/** An entity as its authors wrote it down: every fact can be looked up at one of the links. */
const entry = z.strictObject({
  /** The entity's ID in the directory. */
  id: text,
  name: text,
  type: text,
  /** Where the facts of the entry can be read. */
  source: link,
  url: link.optional(),
  aliases: z.array(text).optional(),
  /** ISO 3166-1 alpha-2. */
  countries: z.array(z.string().regex(/^[A-Z]{2}$/)).optional(),
  tags: z.array(text).optional(),
  parent: text.optional(),
  founded: z.int().optional(),
  ticker: text.optional(),
  description: text.optional(),
  dead: z.boolean().optional(),
  noKyc: z.boolean().optional(),
  centralized: z.boolean().optional(),
  ofac: sanction.optional(),
  listings: z.array(listing).optional(),
  coinbaseTags: z.array(text).optional(),
  addresses: z.array(addresses).optional(),
});

export type SeedListing = z.infer<typeof listing>;

export interface SeedAddress {
  readonly address: string;
  readonly label: string;
  readonly source: string;
}

export interface SeedEntry extends Omit<z.infer<typeof entry>, 'addresses'> {
  readonly addresses: readonly SeedAddress[];
}

const folder = fileURLToPath(new URL('./entries', import.meta.url));

/** The texts of all files of the seed, in the order of their names. */
export function seedFiles(): string[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Every entity that ships with Hopscope. Throws what zod says of a file that does not follow the schema. */
export function readSeed(): SeedEntry[] {
  return seedFiles()
    .flatMap((file) => z.array(entry).parse(JSON.parse(file)))
    .map(({ addresses: groups = [], ...facts }) => ({
      ...facts,
      addresses: groups.flatMap(({ label, source, addresses: some }) =>
        some.map((address) => ({ address, label, source: source.replaceAll('{address}', address) })),
      ),
    }));
}
