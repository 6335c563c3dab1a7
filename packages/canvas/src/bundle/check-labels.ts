import { toHex } from '@hopscope/chain';
import type { CanvasNode } from '@hopscope/contract/flow-document';
import { canonicalJsonV2 } from '@hopscope/domain';
import type { z } from 'zod';
import { allOf } from '../document/document.ts';
import { type Checking, readJson, textOf } from './checking.ts';
import { labelsShape, names, scoresShape } from './shapes.ts';

/** Whether the drawing says whose an address is. */
export const isNamed = ({ profile }: CanvasNode): boolean =>
  profile !== null && (profile.entityId !== null || profile.name !== null);

function readOne<T extends z.ZodType>(checking: Checking, name: string, shape: T): z.output<T> | undefined {
  const bytes = checking.take(name);
  const text = bytes && textOf(bytes);
  if (text === undefined) {
    checking.wrong(`${name} is not there, or is no text.`);
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
    if (one.node <= before) checking.wrong(`${name}: ${one.node} is out of order, or there twice.`);
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
    if (!label)
      checking.lacks('label', node.id, `Nothing says why ${node.id} is called ${name ?? entityId}.`);
    else if (label.entity !== entityId || label.name !== name)
      checking.wrong(
        `The label of ${node.id} is of ${label.name}, and the drawing says ${name ?? entityId}.`,
      );
  }
  for (const id of labels.keys())
    checking.wrong(`There is a label of ${id}, which the drawing does not name.`);
  if (checking.wrongs() === before)
    checking.confirm(`${list.length} labels are of the names in the drawing.`);
}

/** Every score of the drawing has the record that it came from, with its hash. */
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
      checking.lacks('score', node.id, `There is no record of the score of ${node.id}.`);
      continue;
    }
    const { record, hash } = score;
    const own = toHex(checking.hashing.sha256(new TextEncoder().encode(canonicalJsonV2(record))));
    if (own !== hash) checking.wrong(`The record of the score of ${node.id} does not have its hash.`);
    if (record.basis.subject.id.split(' ')[0] !== node.address)
      checking.wrong(`The record of the score of ${node.id} is of ${record.basis.subject.id}.`);
    if (record.answer.overall100 !== points)
      checking.wrong(
        `The score of ${node.id} is ${record.answer.overall100}, and the drawing says ${points}.`,
      );
  }
  for (const id of scores.keys())
    checking.wrong(`There is the record of a score of ${id}, which the drawing does not show.`);
  if (checking.wrongs() === before) checking.confirm(`${list.length} records of scores have their hashes.`);
}
