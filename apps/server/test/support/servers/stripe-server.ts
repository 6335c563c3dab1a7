import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

type Values = Record<string, unknown>;

interface Item {
  id: string;
  price: { product: string; unit_amount: number; currency: string; interval: string };
}
export interface StripeSubscription {
  id: string;
  customer: string;
  status: string;
  metadata: Record<string, string>;
  item: Item;
  start: number;
  end: number;
  trialEnd: number | null;
  cancelAtPeriodEnd: boolean;
}
interface Checkout {
  id: string;
  status: 'open' | 'complete' | 'expired';
  customer: string;
  organizationId: string;
  item: Item;
  trialDays: number;
  metadata: Record<string, string>;
  subscription: string | null;
}

/** A local stateful server with the part of Stripe's API that the product uses. */
export interface StripeServer {
  readonly url: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly subscriptions: Map<string, StripeSubscription>;
  readonly checkouts: Map<string, Checkout>;
  /** Every call, as `METHOD path`. */
  readonly calls: string[];
  /** Answers for the next calls, one per entry: a status and an error, or a dropped connection. */
  readonly failures: ({ status: number; error: Values } | 'drop')[];
  /** Runs before a subscription is read, to change things in between. */
  beforeRead: (() => Promise<void>) | undefined;
  /** Pays an open checkout as the customer; returns the new subscription. */
  pay(checkoutId: string): StripeSubscription;
  /** Returns a signed webhook event about an object, as Stripe posts it. */
  message(
    type: string,
    object: Values,
    more?: { id?: string; secret?: string; at?: number },
  ): { payload: string; headers: Record<string, string> };
  /** Returns the webhook event about a subscription. */
  about(
    id: string,
    type?: string,
    more?: { id?: string; secret?: string; at?: number },
  ): ReturnType<StripeServer['message']>;
  close(): Promise<void>;
}

/** Parses Stripe's form encoding: `a[b][0][c]=d` as nested values. */
function parseForm(text: string): Values {
  const root: Values = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    let place = root;
    for (const part of path.slice(0, -1)) place = (place[part] ??= {}) as Values;
    place[path.at(-1) ?? ''] = value;
  }
  return root;
}

const read = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (at, part) => (at === undefined || at === null ? undefined : Reflect.get(Object(at), part)),
    value,
  );
const text = (value: unknown, ...path: string[]): string => {
  const found = read(value, ...path);
  return typeof found === 'string' ? found : '';
};

function itemOf(id: string, data: unknown): Item {
  return {
    id,
    price: {
      product: text(data, 'product'),
      unit_amount: Number(text(data, 'unit_amount')),
      currency: text(data, 'currency'),
      interval: text(data, 'recurring', 'interval'),
    },
  };
}

function presentSubscription(subscription: StripeSubscription): Values {
  const { id, customer, status, metadata, item } = subscription;
  return {
    id,
    object: 'subscription',
    customer,
    status,
    metadata,
    trial_end: subscription.trialEnd,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    items: {
      object: 'list',
      data: [
        {
          id: item.id,
          object: 'subscription_item',
          current_period_start: subscription.start,
          current_period_end: subscription.end,
          price: {
            id: `price_${item.id}`,
            object: 'price',
            product: item.price.product,
            unit_amount: item.price.unit_amount,
            currency: item.price.currency,
            recurring: { interval: item.price.interval },
          },
        },
      ],
    },
  };
}

class Refusal extends Error {
  readonly status: number;
  readonly error: Values;
  constructor(status: number, error: Values) {
    super(text(error, 'message'));
    this.status = status;
    this.error = error;
  }
}
const missing = (what: string) =>
  new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}` });

/** Starts the server on loopback; `now` in milliseconds since 1970. */
export async function startStripeServer(now: () => number): Promise<StripeServer> {
  const secretKey = 'sk_test_of_the_tests';
  const webhookSecret = 'whsec_of_the_tests';
  const subscriptions = new Map<string, StripeSubscription>();
  const checkouts = new Map<string, Checkout>();
  const products = new Set<string>();
  const repeated = new Map<string, Values>();
  const calls: string[] = [];
  const failures: StripeServer['failures'] = [];
  let serial = 0;
  const next = (kind: string): string => `${kind}_${(serial += 1)}`;
  const seconds = (): number => Math.floor(now() / 1000);
  const lengthOf = (item: Item): number => (item.price.interval === 'year' ? 365 : 30) * 86_400;
  const found = <T>(map: Map<string, T>, id: string, what: string): T => {
    const value = map.get(id);
    if (value === undefined) throw missing(what);
    return value;
  };
  const presentCheckout = (checkout: Checkout): Values => ({
    id: checkout.id,
    object: 'checkout.session',
    status: checkout.status,
    client_reference_id: checkout.organizationId,
    subscription: checkout.subscription,
    url: checkout.status === 'open' ? `https://checkout.stripe.test/${checkout.id}` : null,
  });

  async function answer(method: string, path: string, body: Values): Promise<Values> {
    const [, , area = '', id = '', action = ''] = path.split('/');
    const call = `${method} ${area}`;
    if (call === 'POST products') {
      if (products.has(text(body, 'id'))) {
        throw new Refusal(400, {
          type: 'invalid_request_error',
          code: 'resource_already_exists',
          message: 'Exists',
        });
      }
      products.add(text(body, 'id'));
      return { id: text(body, 'id'), object: 'product' };
    }
    if (call === 'POST customers') return { id: next('cus'), object: 'customer' };
    if (call === 'POST billing_portal') {
      return {
        id: next('bps'),
        object: 'billing_portal.session',
        url: `https://portal.stripe.test/${text(body, 'customer')}`,
      };
    }
    if (call === 'POST checkout' && action === '') return presentCheckout(openCheckout(body));
    if (area === 'checkout') return checkoutCall(method, action, path.split('/')[5] ?? '');
    if (call === 'POST invoices' && id === 'create_preview') return preview(body);
    if (area === 'subscriptions') return subscriptionCall(method, id, body);
    throw new Refusal(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path})`,
    });
  }

  function openCheckout(body: Values): Checkout {
    const product = text(body, 'line_items', '0', 'price_data', 'product');
    if (!products.has(product)) throw missing(`product: '${product}'`);
    const checkout: Checkout = {
      id: next('cs'),
      status: 'open',
      customer: text(body, 'customer'),
      organizationId: text(body, 'client_reference_id'),
      item: itemOf(next('si'), read(body, 'line_items', '0', 'price_data')),
      trialDays: Number(read(body, 'subscription_data', 'trial_period_days') ?? 0),
      metadata: (read(body, 'subscription_data', 'metadata') ?? {}) as Record<string, string>,
      subscription: null,
    };
    checkouts.set(checkout.id, checkout);
    return checkout;
  }

  function checkoutCall(method: string, id: string, action: string): Values {
    const checkout = found(checkouts, id, 'checkout.session');
    if (method === 'POST' && action === 'expire') {
      if (checkout.status !== 'open')
        throw new Refusal(400, { type: 'invalid_request_error', message: 'Not open' });
      checkout.status = 'expired';
    }
    return presentCheckout(checkout);
  }

  async function subscriptionCall(method: string, id: string, body: Values): Promise<Values> {
    const subscription = found(subscriptions, id, 'subscription');
    if (method === 'DELETE') {
      if (subscription.status === 'canceled') throw missing('subscription');
      subscription.status = 'canceled';
    }
    if (method === 'POST') {
      const data = read(body, 'items', '0', 'price_data');
      if (data !== undefined) {
        const item = itemOf(subscription.item.id, data);
        if (item.price.interval !== subscription.item.price.interval) {
          subscription.start = seconds();
          subscription.end = subscription.start + lengthOf(item);
        }
        subscription.item = item;
      }
      const cancel = read(body, 'cancel_at_period_end');
      if (cancel !== undefined) subscription.cancelAtPeriodEnd = cancel === 'true';
    }
    const shown = presentSubscription(subscription);
    if (method === 'GET') {
      const hook = server.beforeRead;
      server.beforeRead = undefined;
      await hook?.();
    }
    return shown;
  }

  function preview(body: Values): Values {
    const subscription = found(subscriptions, text(body, 'subscription'), 'subscription');
    const item = itemOf('si', read(body, 'subscription_details', 'items', '0', 'price_data'));
    const share = (subscription.end - seconds()) / (subscription.end - subscription.start);
    const credit = -Math.round(subscription.item.price.unit_amount * share);
    const charge = Math.round(item.price.unit_amount * share);
    const line = (amount: number) => ({
      object: 'line_item',
      amount,
      period: { start: seconds(), end: subscription.end },
    });
    return {
      object: 'invoice',
      amount_due: Math.max(0, credit + charge),
      lines: { object: 'list', data: [line(credit), line(charge)] },
    };
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    calls.push(`${request.method} ${path}`);
    const send = (status: number, body: Values): void => {
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': next('req') });
      response.end(JSON.stringify(body));
    };
    const failure = failures.shift();
    if (failure === 'drop') {
      request.socket.destroy();
      return;
    }
    if (failure) return send(failure.status, { error: failure.error });
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      return send(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } });
    }
    const once = request.headers['idempotency-key'];
    const known = typeof once === 'string' ? repeated.get(once) : undefined;
    if (known) return send(200, known);
    try {
      const body = await answer(request.method ?? '', path, parseForm(Buffer.concat(chunks).toString()));
      if (typeof once === 'string') repeated.set(once, body);
      return send(200, body);
    } catch (error) {
      if (error instanceof Refusal) return send(error.status, { error: error.error });
      return send(500, { error: { type: 'api_error', message: String(error) } });
    }
  }

  const http = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  const server: StripeServer = {
    url: `http://127.0.0.1:${port}`,
    secretKey,
    webhookSecret,
    subscriptions,
    checkouts,
    calls,
    failures,
    beforeRead: undefined,
    pay(checkoutId) {
      const checkout = found(checkouts, checkoutId, 'checkout.session');
      const start = seconds();
      const trialEnd = checkout.trialDays > 0 ? start + checkout.trialDays * 86_400 : null;
      const subscription: StripeSubscription = {
        id: next('sub'),
        customer: checkout.customer,
        status: trialEnd === null ? 'active' : 'trialing',
        metadata: checkout.metadata,
        item: checkout.item,
        start,
        end: trialEnd ?? start + lengthOf(checkout.item),
        trialEnd,
        cancelAtPeriodEnd: false,
      };
      checkout.status = 'complete';
      checkout.subscription = subscription.id;
      subscriptions.set(subscription.id, subscription);
      return subscription;
    },
    message(type, object, { id = next('evt'), secret = webhookSecret, at = seconds() } = {}) {
      const payload = JSON.stringify({ id, object: 'event', type, created: at, data: { object } });
      const signature = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex');
      return {
        payload,
        headers: { 'stripe-signature': `t=${at},v1=${signature}`, 'content-type': 'application/json' },
      };
    },
    about(id, type = 'customer.subscription.updated', more = {}) {
      const subscription = subscriptions.get(id);
      const object = subscription ? presentSubscription(subscription) : { id, object: 'subscription' };
      return server.message(type, object, more);
    },
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
  return server;
}
