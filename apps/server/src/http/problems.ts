import { type Problem, type ProblemCode, problemCodes } from '@hopscope/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError } from '../app-error.ts';
import { isBusy, isDiskFull, isUnreachable, SqlError } from '../db/sql-error.ts';
import { issueSentence } from '../issue-texts.ts';

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

/** Things that are wrong with one request which an answer lists at most. */
const mostIssues = 20;

function fromValidation(error: FastifyError): AppError | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined;
  const fields = error.validation.slice(0, mostIssues).map((issue) => ({
    field: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: issue.message ?? 'is not valid',
  }));
  const first = fields[0];
  const message = first ? issueSentence(first) : 'The request is not valid';
  return new AppError('validation_failed', 400, message, { fields });
}

/** SQLSTATE classes that say "not now": connection, resources, operator intervention. */
function fromDatabase(error: unknown): AppError | undefined {
  if (!(error instanceof SqlError)) return undefined;
  if (isDiskFull(error))
    return new AppError('unavailable', 503, 'The disk of the database is full', { cause: error });
  // A deadlock or a serialization failure: the database undid this change for the sake of another one.
  if (error.code.startsWith('40'))
    return new AppError(
      'unavailable',
      503,
      'This was changed by someone else at the same time. Please try again.',
      {
        cause: error,
      },
    );
  // Text with U+0000, a date before year 1: the database cannot take the value at all.
  if (/^(22007|22008|22021|22P05)$/.test(error.code))
    return new AppError('bad_request', 400, 'The request has a text or a date that cannot be stored', {
      cause: error,
    });
  if (error.code === '57014')
    return new AppError('unavailable', 503, 'The request took too long', { cause: error });
  return isUnreachable(error) || isBusy(error)
    ? new AppError('unavailable', 503, 'The database does not answer', { cause: error })
    : undefined;
}

function toAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  const known = fromValidation(error) ?? fromDatabase(error);
  if (known) return known;
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    return new AppError(codesByStatus[status] ?? 'bad_request', status, error.message, { cause: error });
  }
  return new AppError('internal', 500, 'Something went wrong on the server', { cause: error });
}

/** The one place where errors become answers (RFC 9457). A 5xx says nothing of the inside. */
export function sendProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const known = toAppError(error);
  if (known.status >= 500) request.log.error({ err: error }, 'request failed');
  const body: Problem = {
    type: `about:blank#${known.code}`,
    title: titles[known.status] ?? 'Error',
    status: known.status,
    code: problemCodes.includes(known.code) ? known.code : 'internal',
    message: known.message,
    success: false,
    requestId: request.id,
    ...(known.fields.length > 0 ? { errors: known.fields.slice(0, mostIssues) } : {}),
    ...(known.details ? { details: known.details } : {}),
  };
  if (known.status === 401) void reply.header('www-authenticate', 'Bearer');
  const wait = known.details?.['retryAfterSeconds'];
  if (known.status === 429 && typeof wait === 'number') void reply.header('retry-after', String(wait));
  void reply.status(known.status).type('application/problem+json').serializer(JSON.stringify).send(body);
}
