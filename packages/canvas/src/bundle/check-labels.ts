import { toHex } from '@hopscope/chain';
import type { CanvasNode } from '@hopscope/contract/flow-document';
import { canonicalJsonV2 } from '@hopscope/domain';
import type { z } from 'zod';
import { allOf } from '../document/document.ts';
import { type Checking, readJson, textOf } from './checking.ts';
import { labelsShape, names, scoresShape } from './shapes.ts';

/** Tests whether the drawing names the owner of an address. */
export const isNamed = ({ profile }: CanvasNode): boolean =>
  profile !== null && (profile.entityId !== null || profile.name !== null);

function readOne<T extends z.ZodType>(checking: Checking, name: string, shape: T): z.output<T> | undefined {
  const bytes = checking.take(name);
  const text = bytes && textOf(bytes);
  if (text === undefined) {
    checking.wrong(`${name} is missing or not text.`);
    return undefined;
  }
  const read = readJson(text, shape);
  if (read.ok) return read.value;
  checking.wrong(`${name} ${read.why}.`);
  return undefined;
}

/** By the node that each is of, ascending and each once. */
function byNode<T extends { node: string }>(
  checking: Checking,
  name: string,
  list: readonly T[],
): Map<string, T> {
  const found = new Map<string, T>();
  let before = '';
  for (const one of list) {
    if (one.node <= before) checking.wrong(`${name}: ${one.node} is a duplicate or out of order.`);
    before = one.node;
    found.set(one.node, one);
  }
  return found;
}

/** Every address that the drawing names has a label of that entity, and nothing else has one. */
export function checkLabels(checking: Checking): void {
  const before = checking.wrongs();
  const list = readOne(checking, names.labels, labelsShape);
  if (!list) return;
  const labels = byNode(checking, names.labels, list);
  for (const node of allOf(checking.document, 'node')) {
    if (!isNamed(node)) continue;
    const label = labels.get(node.id);
    labels.delete(node.id);
    const { entityId, name } = node.profile ?? {};
    if (!label) checking.lacks('label', node.id, `The label of ${node.id} (${name ?? entityId}) is missing.`);
    else if (label.entity !== entityId || label.name !== name)
      checking.wrong(`The label of ${node.id} is ${label.name}, but ${name ?? entityId} in the drawing.`);
  }
  for (const id of labels.keys()) checking.wrong(`The label of ${id} is not in the drawing.`);
  if (checking.wrongs() === before) checking.confirm(`${list.length} labels match the names in the drawing.`);
}

/** Checks that every score of the drawing has its record with the right hash. */
export function checkScores(checking: Checking): void {
  const before = checking.wrongs();
  const list = readOne(checking, names.risk, scoresShape);
  if (!list) return;
  const scores = byNode(checking, names.risk, list);
  for (const node of allOf(checking.document, 'node')) {
    const points = node.profile?.risk ?? null;
    if (points === null) continue;
    const score = scores.get(node.id);
    scores.delete(node.id);
    if (!score) {
      checking.lacks('score', node.id, `The score record of ${node.id} is missing.`);
      continue;
    }
    const { record, hash } = score;
    const own = toHex(checking.hashing.sha256(new TextEncoder().encode(canonicalJsonV2(record))));
    if (own !== hash) checking.wrong(`The score record of ${node.id} does not match its hash.`);
    if (record.basis.subject.id.split(' ')[0] !== node.address)
      checking.wrong(`The score record of ${node.id} is for ${record.basis.subject.id}.`);
    if (record.answer.overall100 !== points)
      checking.wrong(`The score of ${node.id} is ${record.answer.overall100}, but ${points} in the drawing.`);
  }
  for (const id of scores.keys()) checking.wrong(`The score of ${id} is not in the drawing.`);
  if (checking.wrongs() === before) checking.confirm(`${list.length} score records match their hashes.`);
}
