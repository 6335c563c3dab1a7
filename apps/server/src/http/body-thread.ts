import { parentPort } from 'node:worker_threads';
import { type Endpoint, endpoints } from '@hopscope/contract';
import '../lib/issue-texts.ts';
import { readBody, type BodyReply, type BodyRequest } from './read-body.ts';

const declared = new Map(Object.values<Endpoint>(endpoints).map((each) => [each.id, each]));

parentPort?.on('message', ({ job, call, bytes }: BodyRequest) => {
  const declaration = declared.get(call);
  const result = declaration
    ? readBody(declaration, Buffer.from(bytes))
    : { problem: { status: 400 as const, field: '', message: `There is no call ${call}` } };
  parentPort?.postMessage({ job, result } satisfies BodyReply, []);
});
