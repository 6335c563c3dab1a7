import { type Problem, type ProblemCode, scimSchemas } from '@hopscope/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError, type Reason } from '../lib/app-error.ts';
import { isBusy, isDiskFull, isUnreachable, SqlError } from '../db/sql-error.ts';
import { issueSentence } from '../lib/issue-texts.ts';

const statuses: Record<Reason, number> = {
  bad_request: 400,
  validation_failed: 400,
  invalid_address: 400,
  invalid_hash: 400,
  invalid_block: 400,
  unauthorized: 401,
  token_expired: 401,
  login_failed: 401,
  second_factor_required: 401,
  second_factor_missing: 403,
  password_too_short: 403,
  sign_in_again: 403,
  second_factor_failed: 401,
  second_factor_code_wrong: 400,
  proof_required: 403,
  forbidden: 403,
  membership_pending: 403,
  email_unverified: 403,
  not_found: 404,
  not_covered: 404,
  not_supported: 501,
  gone: 410,
  email_taken: 409,
  registration_closed: 403,
  token_invalid: 400,
  sign_in_ticket_invalid: 401,
  invitation_invalid: 404,
  conflict: 409,
  changed_meanwhile: 409,
  owns_organization: 409,
  plan_limit: 409,
  payment_failed: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  unavailable: 503,
  storage_full: 507,
  internal: 500,
};

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  409: 'Conflict',
  410: 'Gone',
  413: 'Payload too large',
  414: 'URI too long',
  415: 'Unsupported media type',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Unavailable',
  507: 'Insufficient storage',
};

const codesByStatus: Record<number, ProblemCode> = {
  400: 'bad_request',
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
};

/** Maximum number of issues of one request in a response. */
const mostIssues = 20;

function fromValidation(error: FastifyError): AppError | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined;
  const fields = error.validation.slice(0, mostIssues).map((issue) => ({
    field: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: issue.message ?? 'is not valid',
  }));
  const first = fields[0];
  const message = first ? issueSentence(first) : 'The request is not valid';
  return new AppError('validation_failed', message, { fields });
}

/** Maps SQLSTATE classes that mean "not now": connection, resources, operator intervention. */
function fromDatabase(error: unknown): AppError | undefined {
  if (!(error instanceof SqlError)) return undefined;
  if (isDiskFull(error)) return new AppError('unavailable', 'The database disk is full', { cause: error });
  // A deadlock or a serialization failure: the database rolled back this change in favor of another one.
  if (error.code.startsWith('40'))
    return new AppError('unavailable', 'Someone else changed this at the same time. Please try again.', {
      cause: error,
    });
  // Text with U+0000, or a date before year 1: the database can't store the value.
  if (/^(22007|22008|22021|22P05)$/.test(error.code))
    return new AppError('bad_request', 'The request contains text or a date that cannot be stored', {
      cause: error,
    });
  if (error.code === '57014')
    return new AppError('unavailable', 'The request took too long', { cause: error });
  return isUnreachable(error) || isBusy(error)
    ? new AppError('unavailable', 'The database is not responding', { cause: error })
    : undefined;
}

interface Answer {
  readonly known: AppError;
  readonly status: number;
}

const of = (known: AppError): Answer => ({ known, status: statuses[known.reason] });

function answerTo(error: FastifyError): Answer {
  if (error instanceof AppError) return of(error);
  const known = fromValidation(error) ?? fromDatabase(error);
  if (known) return of(known);
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    const refused = new AppError(codesByStatus[status] ?? 'bad_request', error.message, { cause: error });
    return { known: refused, status };
  }
  return of(new AppError('internal', 'Something went wrong on the server', { cause: error }));
}

/** The same error in the form of SCIM (RFC 7644, section 3.12). */
function scimError({ known, status }: Answer) {
  const { scimType } = known.details ?? {};
  const invalid = known.fields.length > 0 ? 'invalidValue' : undefined;
  return {
    schemas: [scimSchemas.error],
    status: String(status),
    scimType: scimType ?? invalid,
    detail: known.message,
  };
}

/** Converts errors to responses (RFC 9457, and RFC 7644 for calls of SCIM); the only place that does. A 5xx reveals no internals. */
export function sendProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const answer = answerTo(error);
  const { known, status } = answer;
  // Work that stopped because its client has left did not fail.
  const left = error.name === 'AbortError' && reply.raw.destroyed;
  if (status >= 500 && !left) request.log.error({ err: error }, 'request failed');
  const body: Problem = {
    type: `about:blank#${known.code}`,
    title: titles[status] ?? 'Error',
    status,
    code: known.code,
    message: known.message,
    success: false,
    requestId: request.id,
    ...(known.fields.length > 0 ? { errors: known.fields.slice(0, mostIssues) } : {}),
    ...(known.details ? { details: known.details } : {}),
  };
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  const wait = known.details?.['retryAfterSeconds'];
  if (status === 429 && typeof wait === 'number') {
    void reply.header('retry-after', String(wait));
    const { limit, remaining } = known.details ?? {};
    if (typeof limit === 'number' && typeof remaining === 'number') {
      void reply.headers({
        'ratelimit-limit': String(limit),
        'ratelimit-remaining': String(remaining),
        'ratelimit-reset': String(wait),
      });
    }
  }
  const isScim = request.routeOptions?.config.answers === 'application/scim+json';
  void reply
    .status(status)
    .type(isScim ? 'application/scim+json' : 'application/problem+json')
    .serializer(JSON.stringify)
    .send(isScim ? scimError(answer) : body);
}
