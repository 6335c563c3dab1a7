/** A request; a GET without a body. */
export interface JsonRequest {
  path: string;
  body?: object;
  token?: string;
}

/** Returns the JSON of a successful response; throws for others. */
export async function requestJson(url: string, { path, body, token }: JsonRequest): Promise<unknown> {
  const answer = await fetch(new URL(path, url), {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(60_000),
  });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
  return answer.json();
}
