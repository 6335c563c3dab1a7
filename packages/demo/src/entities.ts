/** Types of actors, from which the directory's categories are derived. */
export type EntityType =
  | 'exchange'
  | 'mining_pool'
  | 'payment_processor'
  | 'merchant'
  | 'employer'
  | 'gambling'
  | 'coinjoin_coordinator'
  | 'mixer'
  | 'darknet_market'
  | 'ransomware'
  | 'sanctioned'
  | 'investment_scam'
  | 'hacker'
  | 'charity'
  | 'bridge'
  | 'token_issuer'
  | 'decentralized_exchange'
  | 'collection'
  | 'spammer'
  | 'csam'
  | 'person'
  | 'customer';

/** A fictional actor of the demo; every name states that it is fictional. */
export interface DemoEntity {
  readonly id: string;
  readonly name: string;
  readonly type: EntityType;
  /** ISO 3166-1 alpha-2; home countries of the actor. */
  readonly countries: readonly string[];
  /** Waking hours (UTC) of people there: start, and hours awake. */
  readonly day: readonly [start: number, hours: number];
  readonly kyc: boolean;
  /** Text that a mining pool writes into coinbases. */
  readonly coinbaseTag?: string;
}

const entity = (
  id: string,
  name: string,
  type: EntityType,
  countries: readonly string[],
  more: { day?: readonly [number, number]; kyc?: boolean } = {},
): DemoEntity => ({
  id: `demo-${id}`,
  name: `${name} (demo)`,
  type,
  countries,
  day: more.day ?? [6, 16],
  kyc: more.kyc ?? false,
});

/** The named actors. People and customers are created by number. */
export const entities = {
  northwind: entity('exchange-northwind', 'Northwind Exchange', 'exchange', ['DE', 'AT'], {
    kyc: true,
    day: [5, 18],
  }),
  meridian: entity('exchange-meridian', 'Meridian Markets', 'exchange', ['US'], { kyc: true, day: [12, 18] }),
  kitsune: entity('exchange-kitsune', 'Kitsune Trade', 'exchange', ['JP', 'SG'], {
    kyc: true,
    day: [22, 18],
  }),
  nonames: entity('exchange-nonames-desk', 'Nonames Desk', 'exchange', ['SC'], { day: [0, 24] }),
  granite: {
    ...entity('pool-granite', 'Granite Pool', 'mining_pool', ['CA']),
    coinbaseTag: '/Granite Pool (demo)/',
  },
  fjord: {
    ...entity('pool-fjord', 'Fjord Pool', 'mining_pool', ['NO', 'IS']),
    coinbaseTag: '/Fjord (demo)/',
  },
  processor: entity('processor-tillpoint', 'Tillpoint Payments', 'payment_processor', ['NL'], { kyc: true }),
  books: entity('merchant-paperlane', 'Paperlane Books', 'merchant', ['NL']),
  travel: entity('merchant-farfield', 'Farfield Travel', 'merchant', ['ES']),
  hosting: entity('merchant-rackhill', 'Rackhill Hosting', 'merchant', ['FI']),
  employer: entity('employer-latticeworks', 'Latticeworks', 'employer', ['PT'], { kyc: true }),
  dice: entity('gambling-lucky-lantern', 'Lucky Lantern', 'gambling', ['CW'], { day: [0, 24] }),
  coordinator: entity('coinjoin-evenround', 'Evenround Coordinator', 'coinjoin_coordinator', []),
  mixer: entity('mixer-greywater', 'Greywater Mixer', 'mixer', []),
  market: entity('market-undercroft', 'Undercroft Market', 'darknet_market', []),
  ransomware: entity('ransomware-coldiron', 'Coldiron Crew', 'ransomware', []),
  sanctioned: entity('sanctioned-blackreef', 'Blackreef Group', 'sanctioned', ['KP']),
  scam: entity('scam-evergain', 'Evergain Invest', 'investment_scam', ['MT']),
  hacker: entity('hack-northgate', 'Meridian hot wallet thief', 'hacker', []),
  charity: entity('charity-clearwell', 'Clearwell Fund', 'charity', ['CH'], { kyc: true }),
  bridge: entity('bridge-spanwire', 'Spanwire Bridge', 'bridge', []),
  spammer: entity('spam-mirrorcast', 'Mirrorcast sender', 'spammer', []),
  issuer: entity('issuer-demo-dollar', 'Demo Dollar issuer', 'token_issuer', ['IE'], { kyc: true }),
  dex: entity('dex-swapyard', 'Swapyard', 'decentralized_exchange', []),
  collection: entity('collection-paper-boats', 'Paper Boats', 'collection', ['PT']),
  coinMixer: entity('mixer-oubliette', 'Oubliette Pools', 'mixer', []),
  tokenSpammer: entity('spam-tinsel', 'Tinsel sender', 'spammer', []),
  csam: entity('csam-record', 'Tagged record without addresses', 'csam', []),
} as const satisfies Record<string, DemoEntity>;

/** Returns an ordinary person by number. */
export function personEntity(number: number): DemoEntity {
  const homes = [
    ['DE', 6],
    ['US', 14],
    ['BR', 11],
    ['JP', 22],
    ['GB', 7],
    ['NG', 6],
    ['IN', 2],
    ['MX', 13],
  ] as const;
  const [country, start] = homes[number % homes.length] ?? homes[0];
  return {
    id: `demo-person-${number}`,
    name: `Person ${number} (demo)`,
    type: 'person',
    countries: [country],
    day: [start, 16],
    kyc: false,
  };
}

/** Returns a customer of the reader's own organization by number; `client` is their ID in the organization. */
export function customerEntity(number: number): DemoEntity & { client: string } {
  const client = `CLIENT-${String(number).padStart(4, '0')}`;
  return {
    id: `demo-customer-${number}`,
    name: `Customer ${number} (demo)`,
    type: 'customer',
    countries: ['DE'],
    day: [6, 16],
    kyc: true,
    client,
  };
}
