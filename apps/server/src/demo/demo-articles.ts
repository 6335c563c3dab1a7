import type { DemoEntity, EntityType } from '@hopscope/demo';
import { millisecondsOfDay } from '@hopscope/domain';
import type { FeedItem } from '../contexts/explorer/feeds/feed-item.ts';

/** A story about an actor: title and text, with placeholders `{name}` and `{address}`. */
interface Story {
  readonly title: string;
  readonly text: string;
  /** The story as a social media post. */
  readonly post: string;
}

const stories: Readonly<Partial<Record<EntityType, readonly Story[]>>> = {
  exchange: [
    {
      title: '{name} reports a calm quarter and faster withdrawals',
      text: 'Customers waited eleven minutes on average, {name} says. It now batches withdrawals every five minutes.',
      post: 'Withdrawal from {name} came in twelve minutes today. Used to be an hour.',
    },
    {
      title: '{name} moves part of its cold storage',
      text: 'A transfer between wallets of {name} drew attention. The exchange describes it as cold storage maintenance.',
      post: 'If you saw the large transfer: {name} says it is moving cold storage.',
    },
  ],
  mining_pool: [
    {
      title: '{name} finds four blocks in one hour',
      text: 'Luck, says {name}: miners of the pool were paid within the day.',
      post: 'Four blocks in an hour for {name}. Lucky day.',
    },
  ],
  gambling: [
    {
      title: '{name} pays out its largest prize so far',
      text: '{name} paid the prize from its hot wallet in a single transaction.',
      post: 'Someone just won big at {name}.',
    },
  ],
  mixer: [
    {
      title: 'What investigators look for behind {name}',
      text: 'Once coins have gone through {name}, matching amounts and times are often the only leads, an analyst says.',
      post: 'Our compliance desk now asks for a source of funds wherever {name} shows up.',
    },
  ],
  coinjoin_coordinator: [
    {
      title: '{name} raises the number of participants in a round',
      text: 'Rounds of {name} now accept more participants. Taking part in one is not a sign of wrongdoing, its operators say.',
      post: 'Bigger rounds at {name} from today.',
    },
  ],
  darknet_market: [
    {
      title: 'Customs seizes parcels reportedly sent by sellers on {name}',
      text: 'The parcels were found within a week. Investigators are tracing payments to {name}.',
      post: 'More parcels seized, again from sellers on {name}.',
    },
  ],
  ransomware: [
    {
      title: 'Hospital group blames {name} for attack on its booking system',
      text: 'The group says it has not paid the bitcoin ransom that {name} demanded.',
      post: 'Attack on the hospital group: they say it was {name}.',
    },
    {
      title: 'Investigators trace a payment to {name}',
      text: 'The ransom went to {address}, according to a note left by {name}. Anyone who receives funds from it is asked to report them.',
      post: 'Watch {address}: it is in a ransom note left by {name}.',
    },
  ],
  sanctioned: [
    {
      title: 'Authority adds {name} to its sanctions list',
      text: 'Transactions with {name} are prohibited as of today. The listing names {address} as one of its addresses.',
      post: '{name} was sanctioned today. Screen {address}.',
    },
  ],
  investment_scam: [
    {
      title: 'Regulator warns about {name}',
      text: '{name} has no license and promises unrealistic returns. Deposits went to {address}.',
      post: 'My aunt paid {name}. The address was {address}. Please warn others.',
    },
  ],
  hacker: [
    {
      title: 'Funds taken from an exchange begin to move',
      text: 'After days without activity, the {name} moved coins out of {address}.',
      post: 'Coins on the move: {address}, the {name}.',
    },
  ],
  charity: [
    {
      title: '{name} reports how it spent a year of donations',
      text: 'Ninety percent went to wells, according to {name}. It accepts donations at {address}.',
      post: 'Donated to {name} at {address} and got a receipt within the hour.',
    },
  ],
  bridge: [
    {
      title: '{name} pauses for an hour to rotate its keys',
      text: 'No funds were at risk, the {name} team says.',
      post: '{name} is back after rotating its keys.',
    },
  ],
  payment_processor: [
    {
      title: '{name} now settles with merchants every morning',
      text: 'Until now, {name} paid out only in the evening.',
      post: 'Morning settlement at {name} works well for our shop.',
    },
  ],
};

const mark = 'Fictional content for the demo network.';
const people = [
  ['demo_nora', 'Nora (demo)'],
  ['demo_ibrahim', 'Ibrahim (demo)'],
  ['demo_wei', 'Wei (demo)'],
  ['demo_lucia', 'Lucía (demo)'],
] as const;

/** An address in the demo's directory, with the time of its attribution (milliseconds since 1970). */
export interface KnownAddress {
  readonly entity: string;
  readonly address: string;
  readonly since: number;
}

/** Returns an FNV-1a hash, so that the same stories always have the same dates and authors. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return (hash ^ (hash >>> 15)) >>> 0;
}

/**
 * Returns articles and posts about the demo's actors, each marked as fictional. Those with an address are dated the day
 * after its attribution; the others within the 120 days before `now`.
 */
export function demoArticles(
  entities: readonly DemoEntity[],
  known: readonly KnownAddress[],
  now: number,
): FeedItem[] {
  const addresses = Map.groupBy(known, ({ entity }) => entity);
  return entities.flatMap((entity) => {
    const own = addresses.get(entity.id) ?? [];
    return (stories[entity.type] ?? []).flatMap((story, number) => {
      const needs = story.text.includes('{address}');
      if (!needs)
        return articleOf(entity, story, {
          key: String(number),
          address: '',
          at: spread(entity.id, number, now),
        });
      return own.flatMap(({ address, since }) =>
        since + millisecondsOfDay > now
          ? []
          : articleOf(entity, story, { key: address, address, at: since + millisecondsOfDay }),
      );
    });
  });
}

function spread(id: string, number: number, now: number): number {
  return now - (1 + (numberOf(`${id} ${String(number)}`) % (120 * 24))) * 3_600_000;
}

function articleOf(
  { id, name }: DemoEntity,
  story: Story,
  { key, address, at }: { key: string; address: string; at: number },
): FeedItem[] {
  const put = (text: string): string => text.replaceAll('{name}', name).replaceAll('{address}', address);
  const [username, displayName] = people[numberOf(`${id} ${key}`) % people.length] ?? people[0];
  const common = { body: '', link: null, published: Math.floor(at / 1000) * 1000 };
  return [
    {
      ...common,
      kind: 'news',
      identity: `demo news ${id} ${key} ${story.title}`,
      title: put(story.title),
      description: `${put(story.text)} ${mark}`,
      username: null,
      displayName: null,
    },
    {
      ...common,
      kind: 'post',
      identity: `demo post ${id} ${key} ${story.title}`,
      title: '',
      description: `${put(story.post)} (fictional)`,
      username,
      displayName,
    },
  ];
}
