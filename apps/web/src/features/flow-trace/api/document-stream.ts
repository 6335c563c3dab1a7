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
  /** Number of the last step that is known. */
  readonly after: () => number;
  readonly onOpen: () => void;
  readonly onSteps: (steps: readonly OrderedStep[]) => void;
  readonly onCursor: (cursor: FlowCursor) => void;
  readonly onLeft: (client: string) => void;
  /** The server says that there is nothing more to follow. */
  readonly onEnded: (reason: string) => void;
  /** The connection is gone; it is tried again. */
  readonly onLost: () => void;
}

/** The server says something every 15 seconds. */
const silenceMs = 40_000;

/** Follows what others do on a document until the returned function is called; it comes back by itself after a break. */
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

  function tell({ type, data }: ServerSentEvent): void {
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
        for (const event of parser.push(value)) tell(event);
      }
    } finally {
      clearTimeout(silence);
      await reader.cancel().catch(() => undefined);
    }
  }

  /** Whether it was connected. */
  async function attempt(one: AbortController): Promise<boolean> {
    let answer = await ask(one.signal);
    if (answer.status === 401) {
      // Another call renews the token, or ends the session.
      await services.api(getSession, {}, { signal: one.signal });
      answer = await ask(one.signal);
    }
    // Nobody comes back to what is not there; opening it again says why.
    if (answer.status === 404) {
      overlay = true;
      deps.onEnded('This document is no longer there, or you may no longer look at it');
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
