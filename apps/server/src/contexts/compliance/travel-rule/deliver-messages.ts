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
import { applyChange, lastReason, type TravelChange } from './changes.ts';
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
/** Decisions and confirmations are owed: they are tried until they arrive. */
const owedPauses: RetryPolicy = doubling(5 * second, 6 * hour);
const [connectMs, timeoutMs] = [5 * second, 20 * second];
const atOnce = 8;

/** Result of an attempt: the response, or why there is none; `final`: it is not tried again. */
type Outcome = { body: string } | { error: string; final: boolean };

/** Reasons that another institution gives in its problem (RFC 9457), or what it responds with. */
function refusalText(status: number, body: string): string {
  const plain = `The other institution responded with status ${status}`;
  try {
    const read = problem.partial().safeParse(JSON.parse(body));
    if (!read.success || read.data.message === undefined) return plain;
    const reasons = [read.data.message, ...(read.data.errors ?? []).map(issueSentence)].join('; ');
    return `The other institution responded with status ${status}: ${reasons}`.slice(0, 500);
  } catch {
    return plain;
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
      return { error: refusalText(status, text), final };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { error: errorText(error), final: false };
    }
  }

  /** Reads the response of an inquiry; an answer that is not of the protocol ends it. */
  async function readAnswer(row: TransferRow, body: string): Promise<TrpResolution | { error: string }> {
    try {
      const resolution = readResolution(Buffer.from(body));
      if ('approved' in resolution) await transfers.addressOf(row.blockchain, resolution.approved.address);
      return resolution;
    } catch (error) {
      if (error instanceof AppError) return { error: `The answer is not of the protocol: ${error.message}` };
      throw error;
    }
  }

  /** Writes what came of an attempt, unless the transfer changed meanwhile. */
  async function settle(claimed: TransferRow, outcome: Outcome): Promise<void> {
    const answer =
      'body' in outcome && claimed.message === 'inquiry'
        ? await readAnswer(claimed, outcome.body)
        : undefined;
    const failure =
      'error' in outcome ? outcome : answer && 'error' in answer ? { ...answer, final: true } : undefined;
    await kysely.transaction().execute(async (trx) => {
      const row = await lockTransfer(trx, { id: claimed.id });
      if (!row || row.version !== claimed.version || row.message !== claimed.message) return;
      const at = new Date(now());
      if (failure) return fail(trx, row, failure, at);
      const change: Omit<TravelChange, 'actorId'> | undefined =
        answer && !('error' in answer) ? changeOfResolution(row, answer, sealed) : undefined;
      if (change) {
        await applyChange(trx, sealed, row, { ...change, actorId: null, at });
        return;
      }
      await updateTransfer(trx, row.id, { message: null, attempts: 0, last_error: null, ...finished(at) });
    });
  }

  async function fail(
    trx: Kysely<Schema>,
    row: TransferRow,
    { error, final }: { error: string; final: boolean },
    at: Date,
  ): Promise<void> {
    logger.warn(
      { transfer: row.id, message: row.message, attempts: row.attempts, error },
      'travel rule message failed',
    );
    const isInquiry = row.message === 'inquiry';
    const pause = (isInquiry ? inquiryPauses : owedPauses)(row.attempts);
    if (isInquiry && (final || pause === undefined)) {
      await applyChange(trx, sealed, row, {
        kind: 'failed',
        state: 'failed',
        actorId: null,
        reason: error,
        message: null,
        at,
      });
      return;
    }
    const wait = final ? 6 * hour : (pause ?? 6 * hour);
    await updateTransfer(trx, row.id, {
      last_error: error,
      next_attempt_at: new Date(at.getTime() + wait),
    });
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
