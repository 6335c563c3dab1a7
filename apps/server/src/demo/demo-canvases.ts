import { randomUUID } from 'node:crypto';
import {
  apply,
  type CanvasDocument,
  type Change,
  emptyDocument,
  layOut,
  layoutTitles,
  type Query,
  queryStep,
  type Step,
  turnPeelChains,
} from '@hopscope/canvas';
import type { DemoPlaceRole, DemoStory } from '@hopscope/contract';
import type { ByMember } from '../contexts/identity/organizations/membership.service.ts';
import type { FlowDocuments } from '../contexts/tracing/documents/flow-documents.service.ts';
import { askNow } from '../contexts/tracing/documents/replay-questions.ts';
import type { createTracing, TracingCall } from '../contexts/tracing/graph/tracing.service.ts';

type Tracing = Pick<ReturnType<typeof createTracing>, 'auto' | 'expand' | 'path' | 'profiles'>;

interface DemoCanvas {
  readonly title: string;
  readonly role: DemoPlaceRole;
  readonly direction: 'forward' | 'backward';
  readonly note: string;
  /** Title of the case that it is linked to. */
  readonly caseTitle: string | null;
}

/** Limits of the demo's traces: pictures that can be read at once. */
const limits = { hops: 6, nodes: 40, reads: 400, minShare: 20_000 };
/** Addresses whose scores are calculated. */
const scored = 20;

const demoCanvases: readonly DemoCanvas[] = [
  {
    title: 'Theft: where the coins went (demo)',
    role: 'thief',
    direction: 'forward',
    note: 'Start: first wallet after the theft. The rest of each payment goes on in a peel chain; watch the bridge and deposits at exchanges.',
    caseTitle: null,
  },
  {
    title: 'Ransomware: who paid, and where it ended (demo)',
    role: 'collector',
    direction: 'forward',
    note: 'Ransoms are collected here before they are cashed out. Each end with its share is listed under Auto-trace.',
    caseTitle: 'Exposure to a ransomware wallet',
  },
];

/** Traces that the team has drawn and shared with everybody of the organization, one linked to a case. */
export async function drawDemoCanvases(
  by: ByMember,
  {
    documents,
    tracing,
    stories,
    linkToCase,
    signal,
    now,
  }: {
    documents: Pick<FlowDocuments, 'append' | 'change' | 'create' | 'list' | 'snapshot'>;
    tracing: Tracing;
    stories: readonly DemoStory[];
    /** Links a document to a case with this title, if there is one. */
    linkToCase: (title: string, documentId: string) => Promise<void>;
    signal: AbortSignal;
    now: () => number;
  },
): Promise<void> {
  const { total } = await documents.list(by.member, { page: 1, limit: 1 });
  if (total > 0) return;
  const { actor, member } = by;
  const call: TracingCall = {
    actor,
    asOrganization: member.organizationId,
    signal,
    inTurn: (work) => work(),
  };
  for (const plan of demoCanvases) {
    const place = stories
      .flatMap(({ places }) => places)
      .find(({ role, kind }) => role === plan.role && kind === 'address');
    if (!place) continue;
    const { _id: id } = await documents.create(by, { title: plan.title });
    const steps = await stepsOf(call, plan, { tracing, start: place.value, now });
    await documents.append(by, id, { base: 0, steps });
    await documents.snapshot(by, id, { name: 'First trace', sequence: steps.length });
    await documents.change(by, id, { everybody: 'edit' });
    if (plan.caseTitle !== null) await linkToCase(plan.caseTitle, id);
  }
}

/** Asks for an auto-trace, and returns the steps that draw, arrange, fold, and describe it. */
async function stepsOf(
  call: TracingCall,
  { direction, note }: DemoCanvas,
  { tracing, start, now }: { tracing: Tracing; start: string; now: () => number },
): Promise<Step[]> {
  const steps: Step[] = [];
  let document: CanvasDocument = emptyDocument;
  const stamp = () => ({ id: randomUUID(), time: Math.floor(now() / 1000), author: '' });
  const add = (step: Step): void => {
    steps.push(step);
    ({ document } = apply(document, step));
  };
  const draw = (title: string, changes: Change[]): void => {
    if (changes.length > 0) add({ ...stamp(), title, changes });
  };
  const query: Query = { kind: 'auto', question: { starts: [{ address: start }], direction, ...limits } };
  const { answer, basis } = await askNow(tracing, call, query);
  const addresses = answer.parties.map(({ id }) => id.slice(id.indexOf(':') + 1));
  const profiles = await tracing.profiles(call, { addresses, scores: scored });
  const risks = new Map(profiles.parties.map(({ party }) => [party?.id, party?.profile.risk ?? null]));
  const parties = answer.parties.map(({ id, profile }) => ({
    id,
    profile: { ...profile, risk: risks.get(id) ?? null },
  }));
  add(queryStep(document, { query, answer: { ...answer, parties }, basis }, stamp()));
  draw(layoutTitles.hops, layOut(document, 'hops'));
  const folded = turnPeelChains(document, randomUUID);
  if (folded) draw(folded.title, [...folded.changes]);
  draw('Add a note', [
    {
      change: 'create',
      record: {
        kind: 'note',
        id: randomUUID(),
        on: `bitcoin:${start}`,
        text: note,
        author: '',
        time: stamp().time,
      },
    },
  ]);
  return steps;
}
