import { type CanvasRecord, type OrderedStep, type Step, storedDocument } from '@hopscope/canvas';
import {
  type CallInput,
  type FlowDocumentInfo,
  flowDocumentEndpoints,
  type FlowDocumentDescription,
} from '@hopscope/contract';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import type { CanvasDocument } from '@hopscope/canvas';

/** API calls for the documents of an organization. */
export interface DocumentCalls {
  make: (title: string) => Promise<FlowDocumentInfo>;
  describe: (documentId: string) => Promise<FlowDocumentDescription>;
  version: (documentId: string, sequence: number) => Promise<CanvasDocument>;
  steps: (
    documentId: string,
    after: number,
  ) => Promise<{ readonly sequence: number; readonly steps: readonly OrderedStep[] }>;
  append: (documentId: string, base: number, steps: readonly Step[]) => Promise<readonly OrderedStep[]>;
}

/** Large documents take longer than the default timeout. */
const timeoutMs = 120_000;

const { appendFlowSteps, createFlowDocument, describeFlowDocument, getFlowRecords, listFlowSteps } =
  flowDocumentEndpoints;

/** @param link token of a link that grants view access to a document that is not shared with the caller */
export function createDocumentCalls(
  api: ApiClient,
  organizationId: string,
  link: string | undefined,
): DocumentCalls {
  const options = { timeoutMs, flowLink: link };
  const of = (documentId: string) => ({ id: organizationId, documentId });
  return {
    make: async (title) =>
      (await api(createFlowDocument, { params: { id: organizationId }, body: { title } })).data,
    describe: async (documentId) =>
      (await api(describeFlowDocument, { params: of(documentId) }, options)).data,
    async version(documentId, sequence) {
      const params = { ...of(documentId), sequence };
      const text = await api(getFlowRecords, { params }, options);
      // The server checked each record before it stored it.
      return storedDocument(JSON.parse(text) as CanvasRecord[]);
    },
    steps: (documentId, after) =>
      api(listFlowSteps, { params: of(documentId), query: { after, limit: 200 } }, options),
    async append(documentId, base, steps) {
      const body = { base, steps: [...steps] } as CallInput<typeof appendFlowSteps>['body'];
      return (await api(appendFlowSteps, { params: of(documentId), body }, { timeoutMs })).steps;
    },
  };
}
