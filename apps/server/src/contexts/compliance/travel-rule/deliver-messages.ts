import { problem } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Schema } from '../../../db/schema.ts';
import { afterPauses, doubling, errorText, finished, type RetryPolicy } from '../../../jobs/retry-queue.ts';
import { AppError } from '../../../lib/app-error.ts';
import { issueSentence } from '../../../lib/issue-texts.ts';
import { OutboundError } from '../../../outbound/outbound.ts';
import type { SendOutbound } from '../../../outbound/send-outbound.ts';
import { slip44Of } from './assets.ts';
import { applyChange, lastReason } from './changes.ts';
import type { Institution } from './institution.service.ts';
import { writeIvms101 } from './protocol/ivms101-versions.ts';
import {
  decimalOf,
  moreExtension,
  readResolution,
  type TrpResolution,
  trpVersion,
  writeInquiry,
  writeResolution,
} from './protocol/trp-messages.ts';
import { changeOfResolution, resolutionOf } from './resolutions.ts';
import type { Sealed } from './sealed.ts';
import type { Transfers } from './transfers.service.ts';
import { claimMessages, lockTransfer, type TransferRow, updateTransfer } from './travel-rule.store.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** An inquiry is given up after a day and a half; the transfer waits for its answer. */
const inquiryPauses: RetryPolicy = afterPauses([
  5 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  8 * hour,
  24 * hour,
]);
/** Decisions and confirmations are owed: they are tried much longer. */
const owedPauses: RetryPolicy = doubling(5 * second, 6 * hour);
const [connectMs, timeoutMs] = [5 * second, 20 * second];
const atOnce = 8;

/** Attempts of a decision or confirmation that no one accepts, about ten days. */
const owedAttempts = 50;
const gone: ReadonlySet<number> = new Set([409, 410]);

/**
 * Why an attempt failed. `error` is in words of this server; `reason` is what the other institution says, which can name people.
 * `final`: it stays wrong; `over`: the other institution says that the transfer has ended.
 */
interface Failure {
  error: string;
  reason?: string;
  final: boolean;
  over?: boolean;
}
type Outcome = { body: string } | Failure;

/** Reasons that another institution gives in its problem (RFC 9457); undefined: none. */
function reasonsOf(body: string): string | undefined {
  try {
    const read = problem.partial().safeParse(JSON.parse(body));
    if (!read.success || read.data.message === undefined) return undefined;
    return [read.data.message, ...(read.data.errors ?? []).map(issueSentence)].join('; ').slice(0, 500);
  } catch {
    return undefined;
  }
}

/** Sends inquiries, resolutions, and confirmations to other institutions (TRP). Safe to run on several servers. */
export function createDeliverMessages(options: {
  kysely: Kysely<Schema>;
  sealed: Sealed;
  institution: Institution;
  transfers: Pick<Transfers, 'addressOf'>;
  outbound: Pick<SendOutbound, 'post'>;
  logger: Pick<Logger, 'warn'>;
  now: () => number;
}) {
  const { kysely, sealed, institution, transfers, outbound, logger, now } = options;

  function bodyOf(row: TransferRow): string | undefined {
    const personal = sealed.personal(row);
    if (row.message === 'resolution')
      return writeResolution(resolutionOf(row, sealed, institution.callbackUrl));
    if (row.message === 'confirmation') {
      return JSON.stringify(
        row.transaction === null
          ? { canceled: lastReason(personal?.reasons ?? {}) ?? 'No reason is stored anymore' }
          : { txid: row.transaction },
      );
    }
    const callback = sealed.callback(row);
    if (!personal || callback === null) return undefined;
    return writeInquiry({
      asset: row.dti === null ? { slip0044: slip44Of(row.blockchain) } : { dti: row.dti },
      amount: decimalOf(BigInt(row.amount), row.decimals),
      callback: institution.callbackUrl(callback),
      ivms101: writeIvms101(personal.payload, row.ivms_version),
    });
  }

  async function attempt(row: TransferRow, signal: AbortSignal): Promise<Outcome> {
    const url = sealed.peer(row);
    const body = bodyOf(row);
    if (url === null || body === undefined) {
      return { error: 'The data of this transfer can no longer be read', final: true };
    }
    try {
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json',
        'api-version': trpVersion,
        'api-extensions': moreExtension,
        'request-identifier': row.reference,
      };
      const { status, body: text } = await outbound.post({
        url,
        body,
        headers,
        connectMs,
        timeoutMs,
        signal,
      });
      if (status >= 200 && status < 300) return { body: text };
      // What is wrong with the request stays wrong; 408 and 429 ask for another try.
      const final = status >= 400 && status < 500 && status !== 408 && status !== 429;
      const reasons = reasonsOf(text);
      const error = `The other institution responded with status ${status}`;
      return {
        error,
        ...(reasons !== undefined && { reason: `${error}: ${reasons}` }),
        final,
        over: gone.has(status),
      };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { error: errorText(error), final: false };
    }
  }

  /** Reads the response of an inquiry; an answer that is not of the protocol ends it. */
  async function readAnswer(row: TransferRow, body: string): Promise<TrpResolution | Failure> {
    try {
      const resolution = readResolution(Buffer.from(body));
      if (!('approved' in resolution)) return resolution;
      const address = await transfers.addressOf(row.blockchain, resolution.approved.address);
      return { approved: { ...resolution.approved, address } };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { error: `The answer is not of the protocol: ${error.message}`, final: true };
    }
  }

  /** Writes what came of an attempt, unless the transfer changed meanwhile. */
  async function settle(claimed: TransferRow, outcome: Outcome): Promise<void> {
    const result =
      'body' in outcome && claimed.message === 'inquiry' ? await readAnswer(claimed, outcome.body) : outcome;
    await kysely.transaction().execute(async (trx) => {
      const row = await lockTransfer(trx, { id: claimed.id });
      if (!row || row.version !== claimed.version || row.message !== claimed.message) return;
      const at = new Date(now());
      if ('error' in result) return fail(trx, row, result, at);
      const change = 'body' in result ? undefined : changeOfResolution(row, result, sealed);
      if (change) {
        await applyChange(trx, sealed, row, { ...change, actorId: null, at });
        return;
      }
      await updateTransfer(trx, row.id, { message: null, attempts: 0, last_error: null, ...finished(at) });
    });
  }

  /** Plans the next attempt, or gives up: the history says why. */
  async function fail(
    trx: Kysely<Schema>,
    row: TransferRow,
    { error, reason = error, final, over = false }: Failure,
    at: Date,
  ): Promise<void> {
    const { id, message, attempts } = row;
    logger.warn({ transfer: id, message, attempts }, 'travel rule message failed');
    const isInquiry = message === 'inquiry';
    const pause = (isInquiry ? inquiryPauses : owedPauses)(attempts);
    if (isInquiry ? final || pause === undefined : over || attempts >= owedAttempts) {
      await applyChange(trx, sealed, row, {
        kind: 'failed',
        state: isInquiry ? 'failed' : row.state,
        actorId: null,
        reason,
        message: null,
        at,
      });
      return;
    }
    const wait = final ? 6 * hour : (pause ?? 6 * hour);
    await updateTransfer(trx, id, { last_error: error, next_attempt_at: new Date(at.getTime() + wait) });
  }

  return {
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        const due = await claimMessages(kysely, now(), atOnce);
        if (due.length === 0) return;
        await Promise.all(due.map(async (row) => settle(row, await attempt(row, signal))));
      }
    },
  };
}
