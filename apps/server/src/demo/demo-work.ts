import { createHash } from 'node:crypto';
import { type ComplianceTransaction, type DemoPlaceRole, organizationDefaults } from '@hopscope/contract';
import { millisecondsOfDay, screenerBandOf } from '@hopscope/domain';
import type { Sources } from '../sources/sources.ts';
import type { Cases } from '../contexts/compliance/cases/create-cases.ts';
import type { Review } from '../contexts/compliance/review/review.service.ts';
import type { SecondPerson } from '../contexts/compliance/review/approval.service.ts';
import type { createCompliance } from '../contexts/compliance/transactions/compliance.service.ts';
import type { createNotes } from '../contexts/identity/notes/notes.service.ts';
import type { Monitoring } from '../contexts/compliance/watchlist/monitoring.service.ts';
import type { ByMember } from '../contexts/identity/organizations/membership.service.ts';
import type { DirectoryModule } from '../contexts/directory/records/create-directory.ts';
import { drawDemoCanvases } from './demo-canvases.ts';
import { addDiscoveries, discoveriesIn } from './demo-discoveries.ts';
import { openPastCases } from './demo-work-cases.ts';

type Notes = ReturnType<typeof createNotes>;

/** The team's services with a clock. */
export interface Work {
  readonly review: Pick<Review, 'assign' | 'decide'>;
  readonly secondPerson: Pick<SecondPerson, 'answer'>;
  readonly cases: Pick<Cases, 'service' | 'contents' | 'decisions' | 'tasks'>;
}

/** What the team does besides decisions: directory, canvases. */
export interface Findings {
  readonly directory: Pick<DirectoryModule, 'changes'>;
  readonly flowDocuments: Parameters<typeof drawDemoCanvases>[1]['documents'];
  readonly tracing: Parameters<typeof drawDemoCanvases>[1]['tracing'];
}

/** The people of the team. */
export interface Team {
  readonly owner: ByMember;
  readonly lead: ByMember;
  readonly investigator: ByMember;
  /** Edits the directory, as the lead does. */
  readonly editor: ByMember;
}

const [minute, hour] = [60_000, 3_600_000];
/** Newest transactions, which are left to whoever tries the demo; those before them, of which some are in review; and high risks. */
const [leftOpen, inReview, highLeft] = [6, 10, 21].map((days) => days * millisecondsOfDay) as [
  number,
  number,
  number,
];
const pageSize = 100;
const { riskScoreThreshold } = organizationDefaults;

/** Reasons of decisions, by kind. */
const reasons = {
  known: [
    'Known counterparty of this client; source of funds documented.',
    'Usual amount and counterparty for this client.',
  ],
  medium: [
    'Exposure is indirect and below our tolerance.',
    'Client explained the payment; invoice on file.',
    'Source of funds explained and documented.',
  ],
  unknown: ['Sender named by the client; invoice on file.', 'Small amount; the client named the sender.'],
  high: [
    'False positive: the label does not apply to this counterparty.',
    'Client contacted; no suspicion remains.',
    'Funds returned to the sender; client informed.',
  ],
  reopened: 'A newer report names this counterparty.',
} as const;

/** Notes about addresses of the stories. */
const noteTexts: Readonly<Partial<Record<DemoPlaceRole, string>>> = {
  thief: 'First wallet of the theft. Peel chains begin here; watch for deposits of customers that end in it.',
  collector:
    'Ransoms arrive here. A customer who pays it is probably a victim: ask before the account is blocked.',
  sanctioned_wallet: 'Paid a customer directly. Reported; do not send anything back.',
};

/** Returns numbers from 0 to 1 that depend on a text alone. */
function chances(text: string): () => number {
  const bytes = createHash('sha256').update(text).digest();
  let at = 0;
  return () => {
    const value = bytes.readUInt16BE((at * 2) % 30) / 65_536;
    at++;
    return value;
  };
}

function pick<Value>(values: readonly [Value, ...Value[]], chance: number): Value {
  return values[Math.floor(chance * values.length)] ?? values[0];
}

/** Moves a time into working hours: Monday to Friday, 8 to 18 UTC. */
export function inWorkingHours(at: number): number {
  let day = Math.floor(at / millisecondsOfDay);
  let within = at - day * millisecondsOfDay;
  const [start, end] = [8 * hour, 18 * hour];
  if (within >= end) {
    day++;
    within = start + (within % hour);
  } else if (within < start) {
    within = start + (within % hour);
  }
  // 1970-01-01 was a Thursday.
  while ([5, 6].includes((day + 3) % 7)) day++;
  return day * millisecondsOfDay + within;
}

/** Decides on past transactions as a team would have, and opens cases, once everything is screened. */
export function createDemoWork(options: {
  compliance: Pick<ReturnType<typeof createCompliance>, 'list'>;
  monitoring: Pick<Monitoring, 'list'>;
  /** Returns the services with another clock. */
  workAt: (now: () => number) => Work;
  /** Dates transactions back to when they happened. */
  dateBack: (organizationId: string, before: Date) => Promise<void>;
  sources: Pick<Sources, 'bitcoin' | 'stories' | 'attributions'>;
  notes: Pick<Notes, 'create'>;
  findings: Findings;
  /** Returns the demo's owner after the first sign-in. */
  owner: () => Promise<ByMember | undefined>;
  colleague: (role: 'admin' | 'manager' | 'team_member') => Promise<ByMember | undefined>;
  /** Weeks of work; 0: none. */
  weeks: number;
  now: () => number;
}) {
  const { compliance, monitoring, workAt, dateBack, sources, notes, findings } = options;
  const { owner, colleague, weeks, now } = options;
  const clock = { at: 0 };
  const work = workAt(() => clock.at);
  let done = weeks === 0;

  /** Returns all transactions, oldest first; undefined while something is not screened yet. */
  async function screened({ member }: ByMember): Promise<ComplianceTransaction[] | undefined> {
    const { data: customers } = await monitoring.list(member, {}, { page: 1, limit: 1000 });
    if (customers.length === 0 || customers.some(({ past }) => past?.done === false)) return undefined;
    const all: ComplianceTransaction[] = [];
    for (let page = 1; ; page++) {
      const asked = { page, limit: pageSize, sortBy: 'timestamp', sortOrder: 'asc' } as const;
      const { transactions } = (await compliance.list(member, asked)).data;
      if (transactions.some(({ screening }) => screening === 'pending')) return undefined;
      all.push(...transactions);
      if (transactions.length < pageSize) return all;
    }
  }

  async function members(by: ByMember): Promise<Team | undefined> {
    const lead = await colleague('manager');
    const investigator = await colleague('team_member');
    const editor = await colleague('admin');
    return lead && investigator && editor && { owner: by, lead, investigator, editor };
  }

  /** Reviews one transaction; stops where the next step would be later than now. */
  async function reviewOne(transaction: ComplianceTransaction, team: Team): Promise<void> {
    const { _id: id, timestamp, txId, riskScores, clientId } = transaction;
    const score = riskScores[0] ?? null;
    const isHigh = score !== null && score >= riskScoreThreshold;
    const chance = chances(`${txId} ${clientId ?? ''}`);
    const reviewer = chance() < 0.6 ? team.investigator : chance() < 0.7 ? team.owner : team.lead;
    const latest = now() - hour;
    const age = now() - Date.parse(timestamp);
    if (isHigh && age < highLeft && chance() < 0.4) return;
    const wait = isHigh ? 5 * minute + chance() * 50 * minute : 15 * minute + chance() * 9 * hour;
    const began = inWorkingHours(Date.parse(timestamp) + wait);
    if (began > latest) return;
    clock.at = began;
    await work.review.assign(reviewer, id, { assigneeId: reviewer.member.userId });
    if (age < inReview && chance() < 0.4) {
      if (chance() < 0.3) await work.review.decide(reviewer, id, { status: 'HOLD' });
      return;
    }
    const effort = isHigh ? hour + chance() * 26 * hour : 4 * minute + chance() * 100 * minute;
    const decided = inWorkingHours(began + effort);
    if (decided > latest) return;
    clock.at = decided;
    const asked = decisionOn(score, chance);
    const after = await work.review.decide(reviewer, id, asked);
    if (after.proposal === null) {
      if (chance() < 0.02) await reopenAndApprove(after, team, { at: decided, latest });
      return;
    }
    const confirmed = inWorkingHours(decided + hour + chance() * 18 * hour);
    if (confirmed > latest) return;
    clock.at = confirmed;
    const second = reviewer === team.lead ? team.owner : team.lead;
    await work.secondPerson.answer(second, id, { confirm: true });
  }

  /** A manager looks at a decision again. */
  async function reopenAndApprove(
    { _id: id, status }: ComplianceTransaction,
    team: Team,
    { at, latest }: { at: number; latest: number },
  ): Promise<void> {
    const [reopened, closed] = [inWorkingHours(at + 26 * hour), inWorkingHours(at + 30 * hour)];
    if (closed > latest || status !== 'APPROVED') return;
    clock.at = reopened;
    await work.review.decide(team.lead, id, { status: 'IN_REVIEW', note: reasons.reopened });
    clock.at = closed;
    await work.review.decide(team.lead, id, { status: 'CLOSED_WITH_NOTE', note: reasons.high[1] });
  }

  /** Notes of the team about addresses of the stories. */
  async function writeNotes({ investigator }: Team): Promise<void> {
    for (const { role, kind, value } of (sources.stories?.() ?? []).flatMap(({ places }) => places)) {
      const content = noteTexts[role];
      if (content === undefined || kind !== 'address') continue;
      await notes.create(investigator, { type: 'address', address: value, content });
    }
  }

  /** Draws what happened in two stories, and attributes addresses that the directory does not know yet. */
  async function showFindings(
    team: Team,
    all: readonly ComplianceTransaction[],
    signal: AbortSignal,
  ): Promise<void> {
    const { cases } = workAt(now);
    await drawDemoCanvases(team.investigator, {
      documents: findings.flowDocuments,
      tracing: findings.tracing,
      stories: sources.stories?.() ?? [],
      signal,
      now,
      async linkToCase(title, documentId) {
        const asked = { page: 1, limit: 100, sortBy: 'createdAt', sortOrder: 'asc' } as const;
        const { data } = await cases.service.list(team.lead.member, asked);
        const found = data.find((each) => each.title === title);
        if (found) await cases.contents.addDocument(team.investigator, found._id, documentId);
      },
    });
    const time = Math.floor(now() / 1000);
    const discoveries = discoveriesIn(all, sources.attributions?.() ?? [], time);
    await addDiscoveries({ author: team.lead, approver: team.editor }, discoveries, findings.directory);
  }

  return {
    async keep(signal: AbortSignal): Promise<void> {
      if (done || sources.bitcoin.source !== 'demo' || sources.bitcoin.status()?.phase !== 'following')
        return;
      const by = await owner();
      const all = by && (await screened(by));
      const team = by && all && (await members(by));
      if (!team) return;
      const open = all.filter(({ status }) => status === 'UNASSIGNED');
      // Something is decided already: by the team before a restart, or by whoever tries the demo.
      if (open.length < all.length || all.length === 0) {
        done = true;
        return;
      }
      await dateBack(by.member.organizationId, new Date(now() - hour));
      const before = now() - leftOpen;
      const past = open.filter(
        ({ timestamp, presence }) => Date.parse(timestamp) < before && presence === 'confirmed',
      );
      await openPastCases(past, { work, team, clock, now });
      await writeNotes(team);
      for (const transaction of past) {
        if (signal.aborted) return;
        await reviewOne(transaction, team);
      }
      await showFindings(team, all, signal);
      done = true;
    },
  };
}

function decisionOn(score: number | null, chance: () => number) {
  const note = (texts: readonly [string, ...string[]]) => pick(texts, chance());
  if (score === null) return { status: 'APPROVED', note: note(reasons.unknown) } as const;
  if (score >= riskScoreThreshold) {
    const isReported = chance() < 0.3;
    if (isReported) return { status: 'CLOSED_WITH_SAR', sarReport: 'Filed elsewhere (demo)' } as const;
    return { status: 'CLOSED_WITH_NOTE', note: note(reasons.high) } as const;
  }
  const isMedium = screenerBandOf(score) === 'medium';
  if (isMedium && chance() < 0.2) return { status: 'CLOSED_WITH_NOTE', note: note(reasons.medium) } as const;
  return { status: 'APPROVED', note: note(isMedium ? reasons.medium : reasons.known) } as const;
}
