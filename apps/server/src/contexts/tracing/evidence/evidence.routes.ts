import { flowEvidenceEndpoints as calls } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function evidenceRoutes(
  { download, file }: Router,
  { replays, evidence }: Pick<Context, 'replays' | 'evidence'>,
): void {
  download(calls.replayFlowDocument, async (call) => ({
    filename: 'replay.jsonl',
    lines: await replays.replay(call, call.params.documentId, call.body.sequence),
  }));
  file(calls.bundleFlowDocument, (call) => evidence.bundle(call, call.params.documentId, call.body.sequence));
}
