import { type DemoEntity, entities } from './entities.ts';

/** Directory data of an actor besides name, kind, and countries; every text states that it is fictional. */
export interface DemoRecord {
  readonly founded?: number;
  /** A domain below `.example`, which RFC 2606 reserves. */
  readonly site?: string;
  readonly ceo?: string;
  readonly people?: readonly string[];
  readonly ticker?: string;
  readonly aliases?: readonly string[];
  readonly place?: string;
  readonly registration?: string;
  readonly programs?: readonly string[];
  readonly centralized?: boolean;
  readonly about?: string;
  /** Custodian of its keys, if not the actor itself. */
  readonly custodian?: DemoEntity;
}

const person = (name: string): string => `${name} (demo)`;

const records = new Map<string, DemoRecord>(
  (
    [
      [
        'northwind',
        {
          founded: 2014,
          site: 'northwind.example',
          ceo: person('Marit Olhagen'),
          people: [person('Jonas Weidt'), person('Eva Brandl')],
          ticker: 'NWX',
          aliases: ['Northwind', 'NWX'],
          place: '1 Example Quay, Hamburg (demo)',
          registration: 'Fictional register of crypto services DE-0001 (demo)',
          centralized: true,
          about: 'An exchange with identity checks, registered in two countries.',
        },
      ],
      [
        'meridian',
        {
          founded: 2012,
          site: 'meridian.example',
          ceo: person('Alan Prewitt'),
          people: [person('Dora Quint')],
          ticker: 'MRDN',
          aliases: ['Meridian'],
          place: '200 Example Avenue, Austin (demo)',
          registration: 'Fictional money services business US-0002 (demo)',
          centralized: true,
          about: 'An exchange whose hot wallet is robbed in one of the stories.',
        },
      ],
      [
        'kitsune',
        {
          founded: 2016,
          site: 'kitsune.example',
          ceo: person('Haru Ishida'),
          ticker: 'KTS',
          place: '3 Example Street, Osaka (demo)',
          registration: 'Fictional register of exchanges JP-0003 (demo)',
          centralized: true,
          about: 'An exchange in the Asian time zones.',
        },
      ],
      [
        'nonames',
        {
          founded: 2019,
          site: 'nonames.example',
          centralized: true,
          about: 'An exchange desk without identity checks.',
        },
      ],
      [
        'granite',
        { founded: 2013, site: 'granite-pool.example', ceo: person('Paul Tremblay'), centralized: true },
      ],
      ['fjord', { founded: 2017, site: 'fjord-pool.example', ceo: person('Signe Dahl'), centralized: true }],
      [
        'processor',
        {
          founded: 2015,
          site: 'tillpoint.example',
          ceo: person('Anna de Boer'),
          place: '9 Example Canal, Utrecht (demo)',
          registration: 'Fictional payment institution NL-0004 (demo)',
          centralized: true,
          about: 'A payment processor for shops.',
        },
      ],
      ['books', { founded: 2009, site: 'paperlane.example', custodian: entities.processor }],
      ['travel', { founded: 2011, site: 'farfield.example', custodian: entities.processor }],
      ['hosting', { founded: 2010, site: 'rackhill.example', custodian: entities.processor }],
      ['employer', { founded: 2008, site: 'latticeworks.example', ceo: person('Rui Falcão') }],
      ['dice', { founded: 2018, site: 'lucky-lantern.example', centralized: true }],
      ['coordinator', { founded: 2020, site: 'evenround.example', aliases: ['Evenround'] }],
      ['mixer', { founded: 2019, aliases: ['Greywater'], about: 'A mixer that pays out from other coins.' }],
      ['market', { founded: 2021, aliases: ['Undercroft'] }],
      ['ransomware', { founded: 2022, aliases: ['Coldiron'] }],
      [
        'sanctioned',
        {
          founded: 2017,
          aliases: ['Blackreef'],
          programs: ['FICTIONAL-CYBER (demo)'],
        },
      ],
      ['scam', { founded: 2023, site: 'evergain.example', ceo: person('Max Fortune') }],
      [
        'charity',
        {
          founded: 2006,
          site: 'clearwell.example',
          ceo: person('Lea Amstad'),
          place: '4 Example Square, Bern (demo)',
          registration: 'Fictional foundation CH-0005 (demo)',
          custodian: entities.northwind,
        },
      ],
      ['bridge', { founded: 2021, site: 'spanwire.example' }],
      [
        'issuer',
        {
          founded: 2018,
          site: 'demo-dollar.example',
          ceo: person('Niamh Keane'),
          ticker: 'DUSD',
          registration: 'Fictional e-money institution IE-0006 (demo)',
          centralized: true,
        },
      ],
      ['dex', { founded: 2020, site: 'swapyard.example', centralized: false }],
      ['collection', { founded: 2021, site: 'paper-boats.example' }],
      ['coinMixer', { founded: 2019, aliases: ['Oubliette'] }],
    ] as const satisfies readonly (readonly [keyof typeof entities, DemoRecord])[]
  ).map(([name, record]) => [entities[name].id, record]),
);

/** Returns the directory data of an actor by its id; none for people, customers, and actors without data. */
export function demoRecordOf(id: string): DemoRecord {
  return records.get(id) ?? {};
}
