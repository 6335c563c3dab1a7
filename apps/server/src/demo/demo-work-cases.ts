import type { CaseDetails, ComplianceTransaction } from '@hopscope/contract';
import { millisecondsOfDay } from '@hopscope/domain';
import type { Team, Work } from './demo-work.ts';

/** Tag of the cases that the team has worked on. */
const tag = 'demo work';
const hour = 3_600_000;

interface PastCase {
  readonly title: string;
  readonly description: string;
  readonly priority: CaseDetails['priority'];
  readonly notes: readonly string[];
  readonly task: string | null;
  /** Brings the case to where it is now. */
  readonly end: (opened: CaseDetails, around: { work: Work; team: Team }) => Promise<unknown>;
}

const pastCases: readonly PastCase[] = [
  {
    title: 'Payments through a mixer',
    description: 'A fictional customer received funds that passed a mixer two hops before.',
    priority: 'HIGH',
    notes: ['The share of the mixer is stated in the exposure of each payment.'],
    task: null,
    end: ({ _id, version }, { work, team }) =>
      work.cases.decisions.decide(team.lead, _id, {
        outcome: 'RELATIONSHIP_ENDED',
        reason: 'The customer did not explain the source of the funds twice. The account was closed.',
        version,
      }),
  },
  {
    title: 'Unusual deposits at night',
    description: 'Several deposits within hours, from new addresses.',
    priority: 'MEDIUM',
    notes: ['The customer runs a shop and deposits once a week since.'],
    task: null,
    end: ({ _id, version }, { work, team }) =>
      work.cases.decisions.decide(team.owner, _id, {
        outcome: 'ENHANCED_MONITORING',
        reason: 'Explained by the business of the customer; the threshold of the address was lowered.',
        version,
      }),
  },
  {
    title: 'Exposure to a ransomware wallet',
    description: 'Indirect exposure above the tolerance of the organization.',
    priority: 'HIGH',
    notes: ['The path is in the record of the score.'],
    task: 'Ask the customer about the sender',
    end: ({ _id, version }, { work, team }) =>
      work.cases.decisions.status(team.investigator, _id, {
        status: 'ESCALATED',
        note: 'Needs a decision about the account.',
        version,
      }),
  },
  {
    title: 'Withdrawals to a new exchange',
    description: 'The exchange is not in the directory yet.',
    priority: 'LOW',
    notes: ['A correction was suggested to the editors of the directory.'],
    task: null,
    end: ({ _id, version }, { work, team }) =>
      work.cases.decisions.status(team.investigator, _id, { status: 'PENDING_REVIEW', version }),
  },
  {
    title: 'Customer with two accounts',
    description: 'Two customers are paid from the same addresses.',
    priority: 'MEDIUM',
    notes: [],
    task: 'Compare the two customer files',
    end: async () => undefined,
  },
];

const scoreOf = ({ riskScores }: ComplianceTransaction): number => riskScores[0] ?? -1;

/** Opens the cases of past weeks, each about the riskiest transactions of its time. */
export async function openPastCases(
  past: readonly ComplianceTransaction[],
  { work, team, clock, now }: { work: Work; team: Team; clock: { at: number }; now: () => number },
): Promise<void> {
  const size = Math.floor(past.length / pastCases.length);
  for (const [i, plan] of pastCases.entries()) {
    const [first, second] = past.slice(i * size, (i + 1) * size).toSorted((a, b) => scoreOf(b) - scoreOf(a));
    if (!first) continue;
    const chosen = second && second.clientId === first.clientId ? [first, second] : [first];
    const opened = Date.parse(first.timestamp) + 3 * hour;
    clock.at = opened;
    const { _id: id } = await work.cases.service.create(team.lead, {
      title: plan.title,
      description: plan.description,
      priority: plan.priority,
      clientId: first.clientId,
      tags: [tag],
      // One of those that are still open is overdue.
      dueAt: new Date(now() + (3 * i - 7) * millisecondsOfDay).toISOString(),
      assignedTo: team.investigator.member.userId,
      transactionIds: chosen.map(({ _id }) => _id),
    });
    for (const note of plan.notes) {
      clock.at += 5 * hour;
      await work.cases.contents.addNote(team.investigator, id, note);
    }
    if (plan.task !== null) {
      const assigneeId = team.investigator.member.userId;
      await work.cases.tasks.add(team.lead, id, { text: plan.task, assigneeId, dueAt: null });
    }
    clock.at = Math.min(clock.at + 20 * hour, now());
    await plan.end(await work.cases.service.get(team.lead, id), { work, team });
  }
}
