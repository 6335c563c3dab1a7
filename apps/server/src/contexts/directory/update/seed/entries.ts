import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const day = z.iso.date();
const link = z.url({ protocol: /^https$/ });
const text = z.string().min(1);

/** On the OFAC list between these days (still on it without an end). */
const sanction = z.strictObject({
  from: day,
  to: day.optional(),
  source: link,
  /** Programs by their OFAC abbreviations. */
  programs: z.array(text).optional(),
});

/** The listing of a country. */
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
  /** A statement of the owner, an authority, or many people. */
  source: z.string().startsWith('https://'),
  addresses: z.array(text).min(1),
});

/** An entity of the seed: every fact can be verified at one of the links. */
const entry = z.strictObject({
  /** The entity's ID in the directory. */
  id: text,
  name: text,
  type: text,
  /** Where the facts of the entry can be verified. */
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

/** Returns the texts of all seed files, by file name. */
export function seedFiles(): string[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Returns all entities that ship with Hopscope. Throws a zod error for a file that violates the schema. */
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
