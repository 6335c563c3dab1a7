/** What to send; without a body it is a GET. */
export interface JsonRequest {
  path: string;
  body?: object;
  token?: string;
}

/** The JSON of a successful answer; throws unless it is one. */
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
