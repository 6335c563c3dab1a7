import {
  autoTraceLine,
  type AutoTraceLine,
  type CallInput,
  flowPathLine,
  type FlowPathLine,
  flowTraceEndpoints,
} from '@hopscope/contract';
import { useOrganizationId } from '../../../lib/organizations/use-organization-id.ts';
import { useServices } from '../../../lib/services.ts';
import { streamLines } from './stream-lines.ts';

const { autoTrace, findFlowPath } = flowTraceEndpoints;

export type AutoQuestion = CallInput<typeof autoTrace>['body'];
export type PathQuestion = CallInput<typeof findFlowPath>['body'];

export interface Runs {
  auto: (question: AutoQuestion, signal: AbortSignal) => AsyncGenerator<AutoTraceLine>;
  path: (question: PathQuestion, signal: AbortSignal) => AsyncGenerator<FlowPathLine>;
}

/** Returns functions that run queries with streamed answers. */
export function useRuns(): Runs {
  const services = useServices();
  const { id: organizationId } = useOrganizationId();
  return {
    auto: (body, signal) =>
      streamLines(services, { endpoint: autoTrace, body, organizationId, signal, line: autoTraceLine }),
    path: (body, signal) =>
      streamLines(services, { endpoint: findFlowPath, body, organizationId, signal, line: flowPathLine }),
  };
}
