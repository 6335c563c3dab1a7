import {
  allOf,
  type Basis,
  type BundleLabel,
  type CanvasDocument,
  type CanvasNode,
  isNamed,
  type Missing,
  type Step,
} from '@hopscope/canvas';
import type { Blockchain } from '@hopscope/domain';
import { isRefusal } from '../../../lib/app-error.ts';
import type { SqlSession } from '../../../db/session.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { entitiesAt, stateAt } from '../../directory/records/entities-at.ts';
import { openTracingSnapshot, type TracingAccess } from '../graph/open-tracing.ts';

/** Most states of ledger and directory at which labels are read. */
const mostStates = 50;

/** Returns the basis at which each node's profile was drawn; null: none. */
function basesOfProfiles(steps: readonly Step[]): Map<string, Basis | null> {
  const found = new Map<string, Basis | null>();
  for (const { changes, basis = null } of steps)
    for (const one of changes) {
      if (one.change === 'create' && one.record.kind === 'node' && one.record.profile)
        found.set(one.record.id, basis);
      if (one.change === 'set' && one.kind === 'node' && 'profile' in one.after) found.set(one.id, basis);
    }
  return found;
}

/** Returns the IDs of all entities that a log names. */
function entitiesIn(steps: readonly Step[]): Set<string> {
  const found = new Set<string>();
  const take = (value: unknown): void => {
    const id: unknown = value && typeof value === 'object' ? Reflect.get(value, 'entityId') : undefined;
    if (typeof id === 'string') found.add(id);
  };
  for (const { changes } of steps)
    for (const one of changes) {
      if (one.change === 'set') [one.before, one.after].forEach((fields) => take(fields['profile']));
      else if (one.record.kind === 'node') take(one.record.profile);
    }
  return found;
}

/** Tests whether a log names an entity that is hidden from some. */
export async function namesHidden(
  session: SqlSession,
  steps: readonly Step[],
  now: number,
): Promise<boolean> {
  const state = await stateAt(session, undefined, now);
  const entities = await entitiesAt(session, [...entitiesIn(steps)], state);
  return [...entities.values()].some(({ csam }) => csam);
}

type Named = CanvasNode & { chain: Blockchain; address: string };

async function readAt(
  session: SqlSession,
  nodes: readonly Named[],
  { basis, access }: { basis: Basis | null; access: TracingAccess },
): Promise<{ labels: BundleLabel[]; missing: Missing[] }> {
  const lack = (id: string, why: string): Missing => ({ what: 'label', id, why });
  const [first] = nodes;
  if (!first) return { labels: [], missing: [] };
  const asked = basis
    ? {
        ...(basis.height !== null && { height: basis.height }),
        directory: { version: basis.directoryVersion, day: basis.directoryDay },
      }
    : {};
  try {
    const tracing = await openTracingSnapshot(session, first.chain, asked, access);
    const places = nodes.map(({ address }) => tracing.addressRef(address));
    const owners = await tracing.owners.read(places.map(({ key }) => key));
    const { directoryVersion: version, directoryDay: day } = tracing.basis;
    const labels: BundleLabel[] = [];
    const missing: Missing[] = [];
    for (const [i, { id, profile }] of nodes.entries()) {
      const place = places[i];
      const label = place && owners.get(byteKey(place.key))?.label;
      const name = label?.name.slice(0, 300);
      if (!label || name === undefined || label.entity !== profile?.entityId || name !== profile.name) {
        missing.push(lack(id, 'At that time, the directory had no such label for this address.'));
        continue;
      }
      const { entity, categories, kind, source, since, confidence } = label;
      labels.push({
        node: id,
        entity,
        name,
        categories: [...categories],
        kind,
        source,
        date: since,
        confidence,
        directory: { version, day },
      });
    }
    return { labels, missing };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { labels: [], missing: nodes.map(({ id }) => lack(id, error.message)) };
  }
}

/** Returns the source of each label, at the state at which it was drawn. */
export async function collectLabels(
  session: SqlSession,
  { document, steps }: { document: CanvasDocument; steps: readonly Step[] },
  access: TracingAccess,
): Promise<{ labels: BundleLabel[]; missing: Missing[] }> {
  const bases = basesOfProfiles(steps);
  const labels: BundleLabel[] = [];
  const missing: Missing[] = [];
  const states = new Map<string, { basis: Basis | null; nodes: Named[] }>();
  for (const node of allOf(document, 'node')) {
    if (!isNamed(node)) continue;
    const { chain, address } = node;
    if (chain === null || address === null) {
      missing.push({ what: 'label', id: node.id, why: 'The node is not an address.' });
      continue;
    }
    const drawn = bases.get(node.id) ?? null;
    const basis = drawn?.blockchain === chain ? drawn : null;
    const name = `${chain} ${JSON.stringify(basis)}`;
    const state = states.get(name) ?? { basis, nodes: [] };
    states.set(name, state);
    state.nodes.push({ ...node, chain, address });
  }
  for (const [i, { basis, nodes }] of [...states.values()].entries()) {
    if (i >= mostStates) {
      const why = `Labels of more than ${mostStates} directory releases are not included.`;
      missing.push(...nodes.map(({ id }) => ({ what: 'label' as const, id, why })));
      continue;
    }
    const found = await readAt(session, nodes, { basis, access });
    labels.push(...found.labels);
    missing.push(...found.missing);
  }
  return { labels, missing };
}
