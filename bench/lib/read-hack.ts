import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { encodeAddress, fromHex, networks } from '@hopscope/chain';

/** Returns the origin of the hack in `truth.ndjson` of a demo: the first theft and its recipient. */
export async function readHack(path: string): Promise<{ theft: string; thief: string }> {
  const found: { theft?: string; thief?: string } = {};
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (!line.includes('"hack"') || !line.includes('"story"')) continue;
    const { fact, place } = JSON.parse(line);
    if (fact.role === 'theft') found.theft ??= place.txid;
    if (fact.role === 'thief') found.thief ??= encodeAddress(fromHex(place.key), networks.demo);
    if (found.theft !== undefined && found.thief !== undefined) break;
  }
  const { theft, thief } = found;
  if (theft === undefined || thief === undefined) throw new Error('The demo has no hack');
  return { theft, thief };
}
