import type { OrderedStep } from '@hopscope/canvas';
import {
  type FlowCursor,
  flowDocumentEndpoints,
  flowLinkHeader,
  flowEvents,
  getSession,
} from '@hopscope/contract';
import { urlOf } from '../../../lib/api/request.ts';
import type { Services } from '../../../lib/services.ts';
import { createEventParser, type ServerSentEvent } from '../../../lib/stream/event-parser.ts';
import { waitBefore } from '../../../lib/stream/live-stream.ts';

export interface DocumentStreamDeps {
  readonly services: Services;
  readonly organizationId: string;
  readonly documentId: string;
  readonly link: string | undefined;
  readonly client: string;
  /** Number of the last known step. */
  readonly after: () => number;
  readonly onOpen: () => void;
  readonly onSteps: (steps: readonly OrderedStep[]) => void;
  readonly onCursor: (cursor: FlowCursor) => void;
  readonly onLeft: (client: string) => void;
  /** The server ended the stream for good. */
  readonly onEnded: (reason: string) => void;
  /** The connection was lost and is retried. */
  readonly onLost: () => void;
}

/** The server sends a heartbeat every 15 seconds. */
const silenceMs = 40_000;

/** Subscribes to changes of a document and reconnects after failures. Returns a function that unsubscribes. */
export function followDocument(deps: DocumentStreamDeps): () => void {
  const { services, organizationId, documentId, link, client } = deps;
  const { openFlowDocument } = flowDocumentEndpoints;
  const all = new AbortController();
  let overlay = false;

  function ask(signal: AbortSignal): Promise<Response> {
    const params = { id: organizationId, documentId };
    const query = { after: deps.after(), client };
    return fetch(urlOf(openFlowDocument.path, { params, query }), {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${services.session.tokens()?.accessToken ?? ''}`,
        ...(link !== undefined && { [flowLinkHeader]: link }),
      },
      cache: 'no-store',
      signal,
    });
  }

  function dispatch({ type, data }: ServerSentEvent): void {
    const value: unknown = JSON.parse(data);
    if (type === 'steps') deps.onSteps(flowEvents.steps.parse(value).steps);
    else if (type === 'cursor') deps.onCursor(flowEvents.cursor.parse(value));
    else if (type === 'left') deps.onLeft(flowEvents.left.parse(value).client);
    else if (type === 'ended') {
      overlay = true;
      deps.onEnded(flowEvents.ended.parse(value).reason);
    }
  }

  async function read(body: ReadableStream<Uint8Array>, one: AbortController): Promise<void> {
    const parser = createEventParser();
    const reader = body
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .getReader();
    let silence: ReturnType<typeof setTimeout> | undefined;
    try {
      for (;;) {
        clearTimeout(silence);
        silence = setTimeout(() => one.abort(), silenceMs);
        const { done, value } = await reader.read();
        if (done) return;
        for (const event of parser.push(value)) dispatch(event);
      }
    } finally {
      clearTimeout(silence);
      await reader.cancel().catch(() => undefined);
    }
  }

  /** Resolves to whether the connection was established. */
  async function attempt(one: AbortController): Promise<boolean> {
    let answer = await ask(one.signal);
    if (answer.status === 401) {
      // This call renews the token or ends the session.
      await services.api(getSession, {}, { signal: one.signal });
      answer = await ask(one.signal);
    }
    // Don't reconnect to a missing document; reopening it shows the reason.
    if (answer.status === 404) {
      overlay = true;
      deps.onEnded('This canvas was deleted, or you no longer have access');
    }
    if (!answer.ok || !answer.body) return false;
    deps.onOpen();
    await read(answer.body, one).catch(() => undefined);
    return true;
  }

  async function run(): Promise<void> {
    for (let failures = 0; !overlay && !all.signal.aborted; ) {
      const wait = waitBefore(failures, Math.random);
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (all.signal.aborted) return;
      const one = new AbortController();
      const pass = (): void => one.abort();
      all.signal.addEventListener('abort', pass);
      const lived = await attempt(one).catch(() => false);
      all.signal.removeEventListener('abort', pass);
      failures = lived ? 1 : failures + 1;
      if (!all.signal.aborted) deps.onLost();
    }
  }

  void run();
  return () => all.abort();
}
