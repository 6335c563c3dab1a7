import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger, FastifySerializerCompiler } from 'fastify';
import { ResponseSerializationError } from 'fastify-type-provider-zod';
import type { z } from 'zod';

/** Responses of a call that are checked before it is trusted. */
const checkedFirst = 50;
/** After that, one of so many is checked. */
const checkedEvery = 50;

/** Tests check each response and fail for fields that the contract does not declare. */
const isTest = process.env['NODE_ENV'] === 'test';

/**
 * Creates the serializers of JSON responses. Checking takes a considerable part of the time of a page of transactions, so a call
 * whose first responses agreed with the contract is checked by sample. A response that violates it fails with 500; undeclared
 * fields are removed and logged, and the call is checked each time from then on.
 */
export function createSerializers(log: FastifyBaseLogger): FastifySerializerCompiler<z.ZodType> {
  return ({ schema, method, url }) => {
    let checked = 0;
    let unchecked = 0;
    let isTrusted = !isTest;
    return (data) => {
      const text = JSON.stringify(data);
      if (isTrusted && checked >= checkedFirst && ++unchecked < checkedEvery) return text;
      unchecked = 0;
      checked++;
      const result = schema.safeParse(data);
      if (!result.success) throw new ResponseSerializationError(method, url, { cause: result.error });
      const declared = JSON.stringify(result.data);
      if (declared === text || isDeepStrictEqual(JSON.parse(declared), JSON.parse(text))) return text;
      if (isTest) {
        throw new TypeError(
          `${method} ${url} has undeclared fields or values: ${text}, declared: ${declared}`,
        );
      }
      if (isTrusted) log.error({ method, url }, 'a response has undeclared fields, which are removed');
      isTrusted = false;
      return declared;
    };
  };
}
