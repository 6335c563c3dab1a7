import type { AlertRuleInput } from '@hopscope/contract';
import { blockchains, millisecondsOfDay } from '@hopscope/domain';
import type { DemoClient, Sources } from '../sources/sources.ts';
import type { AlertRules } from '../contexts/compliance/alerts/alert-rules.service.ts';
import type { ByMember } from '../contexts/identity/organizations/membership.service.ts';
import type { Monitoring } from '../contexts/compliance/watchlist/monitoring.service.ts';
import { addressText } from '../contexts/directory/records/address-text.ts';

/** What happened to the customers before the demo was opened is screened this far back. */
const pastDays = 45;

function entryOf({ blockchain, key, client }: DemoClient, pastFrom: string) {
  return {
    address: addressText(blockchain, key, 'demo'),
    blockchain,
    clientId: client,
    notes: 'A fictional demo customer',
    tags: ['demo'],
    pastFrom,
  };
}

/** What the demo's organization is alerted to, on both chains. */
const demoRules: readonly AlertRuleInput[] = blockchains.map((blockchain) => ({
  targetType: 'entity',
  target: 'Blackreef Group (demo)',
  blockchain,
  direction: 'both',
  amount: null,
  severity: 'high',
  counterpartyRelation: 'direct',
  counterpartyEntity: null,
  category: null,
  summary: 'Payments between a fictional sanctioned group and a demo customer',
}));

/** Has the demo's organization monitor the addresses of its fictional customers, as they come into use. */
export function createDemoMonitoring(options: {
  monitoring: Pick<Monitoring, 'addMany'>;
  rules: Pick<AlertRules, 'list' | 'create'>;
  sources: Pick<Sources, 'bitcoin' | 'clients'>;
  /** The demo's owner, once somebody has looked into the demo. */
  owner: () => Promise<ByMember | undefined>;
  now: () => number;
}) {
  const { monitoring, rules, sources, owner, now } = options;
  let reported = 0;

  /** Before anything is screened, so that the past raises alerts too. */
  async function setRules(by: ByMember): Promise<void> {
    if ((await rules.list(by.member)).length > 0) return;
    for (const rule of demoRules) await rules.create(by, rule);
  }

  return {
    async keep(): Promise<void> {
      const clients = sources.clients?.() ?? [];
      const { bitcoin } = sources;
      if (clients.length === reported || bitcoin.source !== 'demo' || bitcoin.status()?.phase !== 'following')
        return;
      const by = await owner();
      if (!by) return;
      if (reported === 0) await setRules(by);
      const fresh = clients.slice(reported);
      const pastFrom = new Date(now() - pastDays * millisecondsOfDay).toISOString();
      await monitoring.addMany(
        by,
        fresh.map((client) => entryOf(client, pastFrom)),
      );
      reported += fresh.length;
    },
  };
}
