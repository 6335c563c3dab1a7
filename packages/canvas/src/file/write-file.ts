import type { Step } from '@hopscope/contract/flow-document';
import type { CanvasDocument } from '../document/document.ts';
import { fileOf } from './current.ts';

/**
 * Writes a document as a file of the current version: nodes, connections, timestamp, version, drawings, notes,
 * groups, and the log of steps. `readFile` returns the same document and steps, up to `maxFileBytes`.
 */
export function writeFile(document: CanvasDocument, steps: readonly Step[], timestamp: number): string {
  return `${JSON.stringify(fileOf(document, steps, timestamp))}\n`;
}
