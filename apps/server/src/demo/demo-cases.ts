import { type CaseDetails, type ComplianceTransaction, organizationDefaults } from '@hopscope/contract';
import { millisecondsOfDay } from '@hopscope/domain';
import type { Sources } from '../sources/sources.ts';
import type { createCompliance } from '../contexts/compliance/transactions/compliance.service.ts';
import type { Monitoring } from '../contexts/compliance/watchlist/monitoring.service.ts';
import type { ByMember } from '../contexts/identity/organizations/membership.service.ts';
import type { Cases } from '../contexts/compliance/cases/create-cases.ts';

/** Tag of the demo's cases, to find them after a restart. */
const tag = 'demo';
/** Least transactions of customers before cases are created from them. */
const fewest = 12;

/** Titles of the cases that the demo's reports are about. */
export const demoCaseTitles = {
  highest: 'Deposits with the highest risk',
  unknown: 'Payments from unknown senders',
} as const;

interface DemoCase {
  readonly title: string;
  readonly description: string;
  readonly priority: CaseDetails['priority'];
  readonly tags: readonly string[];
  /** Selects from the transactions of the demo's customers, sorted by score, highest first, then by time. */
  readonly choose: (all: readonly ComplianceTransaction[]) => readonly ComplianceTransaction[];
  readonly notes: readonly string[];
  readonly tasks: readonly string[];
  /** Advances the case to its final state. */
  readonly end: (by: ByMember, made: CaseDetails, decisions: Cases['decisions']) => Promise<CaseDetails>;
}

const scoreOf = ({ riskScores }: ComplianceTransaction): number => riskScores[0] ?? -1;
/** Returns the high-risk transactions of the client with the highest score. */
const ofFirstClient = (all: readonly ComplianceTransaction[]) =>
  all
    .filter(
      (each) =>
        each.clientId === all[0]?.clientId && scoreOf(each) >= organizationDefaults.riskScoreThreshold,
    )
    .slice(0, 3);

const demoCases: readonly DemoCase[] = [
  {
    title: demoCaseTitles.highest,
    description:
      'A fictional demo customer received the payments with the highest scores. Their source must be explained before further payouts.',
    priority: 'HIGH',
    tags: [tag, 'source of funds'],
    choose: ofFirstClient,
    notes: [
      'The scores result from the entities behind the senders. The Risk Dashboard names them.',
      'Customer called and asked for invoices. They will be sent this week.',
    ],
    tasks: ['Trace the largest payment in FlowTrace', 'Request the invoices in writing'],
    end: (by, { _id, version }, decisions) => decisions.status(by, _id, { status: 'INVESTIGATION', version }),
  },
  {
    title: demoCaseTitles.unknown,
    description: 'The senders are unknown. A missing score is not a low score.',
    priority: 'MEDIUM',
    tags: [tag],
    choose: (all) => all.filter(({ screening }) => screening === 'nothing_known').slice(0, 2),
    notes: ['The directory names none of the senders.'],
    tasks: ['Ask the customer about the senders'],
    end: (by, { _id, version }, decisions) =>
      decisions.status(by, _id, { status: 'AWAITING_RESPONSE', note: 'Waiting for the customer', version }),
  },
  {
    title: 'Payment with a known source',
    description: 'Reviewed because the customer is new.',
    priority: 'LOW',
    tags: [tag, 'new customer'],
    choose: (all) => all.filter((each) => scoreOf(each) >= 0).slice(-1),
    notes: ['The customer’s payslip matches the payment.'],
    tasks: [],
    end: (by, { _id, version }, decisions) =>
      decisions.decide(by, _id, {
        outcome: 'NO_SUSPICION',
        reason: 'Wages, documented by a payslip. The score is low.',
        version,
      }),
  },
];

const byScore = (a: ComplianceTransaction, b: ComplianceTransaction): number =>
  scoreOf(b) - scoreOf(a) || (a.timestamp < b.timestamp ? -1 : 1) || (a.txId < b.txId ? -1 : 1);

/** Creates a few fictional cases in the demo's organization, once its customers' transactions are screened. */
export function createDemoCases(options: {
  cases: Cases;
  compliance: Pick<ReturnType<typeof createCompliance>, 'list'>;
  monitoring: Pick<Monitoring, 'list'>;
  sources: Pick<Sources, 'bitcoin'>;
  /** Returns the demo's owner after the first sign-in. */
  owner: () => Promise<ByMember | undefined>;
  now: () => number;
}) {
  const { cases, compliance, monitoring, sources, owner, now } = options;
  let made = false;

  /**
   * Returns the screened transactions; undefined while the history of a customer, or one of their transactions, is
   * pending.
   */
  async function screened({ member }: ByMember): Promise<ComplianceTransaction[] | undefined> {
    const { data: customers } = await monitoring.list(member, {}, { page: 1, limit: 100 });
    if (customers.length === 0 || customers.some(({ past }) => past?.done === false)) return undefined;
    const asked = { page: 1, limit: 100, sortBy: 'timestamp', sortOrder: 'asc' } as const;
    const { transactions } = (await compliance.list(member, { ...asked })).data;
    if (transactions.length < fewest || transactions.some(({ screening }) => screening === 'pending'))
      return undefined;
    return transactions.toSorted(byScore);
  }

  /** Creates a case; returns false if there are no transactions for it yet. */
  async function open(by: ByMember, plan: DemoCase, all: readonly ComplianceTransaction[]): Promise<boolean> {
    const chosen = plan.choose(all);
    const [first] = chosen;
    if (!first) return false;
    const { _id: id } = await cases.service.create(by, {
      title: plan.title,
      description: plan.description,
      priority: plan.priority,
      clientId: first.clientId,
      tags: [...plan.tags],
      dueAt: plan.priority === 'LOW' ? null : new Date(now() + 7 * millisecondsOfDay).toISOString(),
      assignedTo: by.member.userId,
      transactionIds: chosen.map(({ _id }) => _id),
    });
    // A case can have transactions of both chains.
    const addresses = chosen.flatMap(({ blockchain, counterparties: [other] }) =>
      other?.address ? [{ address: other.address, blockchain }] : [],
    );
    if (addresses.length > 0) await cases.contents.addAddresses(by, id, addresses);
    for (const note of plan.notes) await cases.contents.addNote(by, id, note);
    for (const text of plan.tasks)
      await cases.tasks.add(by, id, { text, assigneeId: by.member.userId, dueAt: null });
    await plan.end(by, await cases.service.get(by, id), cases.decisions);
    return true;
  }

  return {
    async keep(): Promise<void> {
      if (made || sources.bitcoin.source !== 'demo' || sources.bitcoin.status()?.phase !== 'following')
        return;
      const by = await owner();
      if (!by) return;
      const all = await screened(by);
      if (!all) return;
      const existing = await cases.service.list(by.member, {
        tag,
        page: 1,
        limit: 100,
        sortBy: 'createdAt',
        sortOrder: 'asc',
      });
      const titles = new Set(existing.data.map(({ title }) => title));
      // What was screened before the directory was complete is screened again, so a missing one can follow.
      let complete = true;
      for (const plan of demoCases) {
        if (!titles.has(plan.title) && !(await open(by, plan, all))) complete = false;
      }
      made = complete;
    },
  };
}
