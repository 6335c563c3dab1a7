import type { AlertRuleInput } from '@hopscope/contract';
import { blockchains, millisecondsOfDay } from '@hopscope/domain';
import type { DemoClient, Sources } from '../sources/sources.ts';
import type { AlertRules } from '../contexts/compliance/alerts/alert-rules.service.ts';
import type { ByMember } from '../contexts/identity/organizations/membership.service.ts';
import type { Monitoring } from '../contexts/compliance/watchlist/monitoring.service.ts';
import { addressText } from '../contexts/directory/records/address-text.ts';

/** Fewest days before the first sign-in whose transactions of customers are screened. */
const fewestDays = 45;

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

/** Alert rules of the demo's organization, on both chains. */
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

/** Monitors the addresses of fictional customers for the demo's organization, when they are first used. */
export function createDemoMonitoring(options: {
  monitoring: Pick<Monitoring, 'addMany'>;
  rules: Pick<AlertRules, 'list' | 'create'>;
  sources: Pick<Sources, 'bitcoin' | 'clients'>;
  /** Returns the demo's owner after the first sign-in. */
  owner: () => Promise<ByMember | undefined>;
  /** Weeks of work that the team has behind it. */
  weeks: number;
  now: () => number;
}) {
  const { monitoring, rules, sources, owner, weeks, now } = options;
  const pastDays = Math.max(fewestDays, 7 * weeks);
  let reported = 0;

  /** Creates the alert rules, before anything is screened, so that past transactions raise alerts too. */
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
