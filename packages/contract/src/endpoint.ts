import type { z } from 'zod';
import type { KeyScope } from './account/key-scopes.ts';
import type { Permission } from './policies.ts';

/** A call inside an organization: the caller is an active member whose role has the permission. */
export interface OrganizationAccess {
  readonly organization: Permission;
  /** Location of the organization ID: path parameter `:id`, body field `organizationId`, or header `x-organization-id`. */
  readonly from: 'path' | 'body' | 'header';
}
/**
 * Who may call: `public` needs no token, `user` a valid access token, `operator` the operator's, `provider` one of a
 * person with a verified email in the provider's domain or of the operator.
 */
export type Access = 'public' | 'user' | 'operator' | 'provider' | OrganizationAccess;

/** Access for members of the organization that the call names. */
export function inOrganization(
  organization: Permission,
  from: OrganizationAccess['from'] = 'path',
): OrganizationAccess {
  return { organization, from };
}
/** Types of answers that are not JSON. */
export type MediaType =
  | 'application/json'
  | 'application/octet-stream'
  | 'application/pdf'
  | 'application/scim+json'
  | 'application/x-ndjson'
  | 'application/zip'
  | 'image/*'
  | 'text/csv'
  | 'text/event-stream'
  | 'text/plain';
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call of the API as data. Server route, web client, OpenAPI document and tests derive from it. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> {
  readonly id: string;
  readonly method: HttpMethod;
  /** Path below `/api/v1`, parameters as `:name`. */
  readonly path: string;
  readonly access: Who;
  /** Scope that an API key needs for this call; calls without one are closed to keys. */
  readonly scope?: KeyScope;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly status?: 200 | 201 | 204;
  /** Response other than JSON: a redirect, streamed text of one of several types, or an image. */
  readonly answers?: 'redirect' | MediaType | readonly MediaType[];
  /** Passes the raw bytes of the body to the handler (signed messages). */
  readonly rawBody?: true;
  /** Passes the body to the handler as it arrives, in one of these types. */
  readonly streamedBody?: readonly MediaType[];
  /** Bytes of the body at most, where that is more than usual. */
  readonly maxBytes?: number;
  /** Values (list items and fields) of the body at most, where that is more than usual. */
  readonly maxValues?: number;
  /** The body can be so large that it is parsed and checked in another thread, up to the first thing that is wrong. */
  readonly inThread?: true;
  /** Skips response validation: the response can be large and consists of data validated on input. */
  readonly largeAnswer?: true;
  /**
   * Marks an expensive call: a person, or an API key, can have this many pending, an organization three times as many; more are rejected with
   * 429. They run in turn with the expensive calls of others.
   */
  readonly atOnce?: number;
  /** Not open to an account that several people share (those of the demo). */
  readonly ownAccount?: true;
  /**
   * What a person needs to set up a second factor. Other calls require one where the installation does.
   */
  readonly withoutSecondFactor?: true;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly response: Response;
}

/** Keeps the exact schema types of a call declaration; adds nothing at run time. */
export function endpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodType,
  const Who extends Access = Access,
>(declaration: Endpoint<Params, Query, Body, Response, Who>): Endpoint<Params, Query, Body, Response, Who> {
  return declaration;
}

type In<S> = S extends z.ZodUndefined ? undefined : S extends z.ZodType ? z.input<S> : never;

/** What a client passes to call `E`. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B>
    ? (In<P> extends undefined ? { params?: undefined } : { params: In<P> }) &
        (In<Q> extends undefined ? { query?: undefined } : { query?: In<Q> }) &
        (In<B> extends undefined ? { body?: undefined } : { body: In<B> })
    : never;

/** What a client gets back from call `E` (the whole body). */
export type CallOutput<E> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never;
