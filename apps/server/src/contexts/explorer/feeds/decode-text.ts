import { FeedError } from './feed-item.ts';

function markOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : undefined;
}

function named(label: string | undefined): string | undefined {
  return label === undefined
    ? undefined
    : label
        .trim()
        .replaceAll(/^["']|["']$/g, '')
        .toLowerCase();
}

/**
 * Decodes the text of a feed by its byte order mark, or else the charset of HTTP, of the XML declaration, or UTF-8 (RFC
 * 7303, section 3). Throws FeedError if the bytes are invalid in that encoding. `cut`: the last character may be
 * incomplete.
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined, cut: boolean): string {
  const fromHttp = named(/;\s*charset\s*=\s*([^;]+)/i.exec(contentType ?? '')?.[1]);
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = named(/^\s*<\?xml[^>]*\sencoding\s*=\s*("[^"]+"|'[^']+')/.exec(start)?.[1]);
  const encoding = markOf(bytes) ?? fromHttp ?? declared ?? 'utf-8';
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch (error) {
    throw new FeedError(`its encoding “${encoding.slice(0, 40)}” is unknown`, {
      cause: error,
    });
  }
  try {
    return decoder.decode(bytes, { stream: cut });
  } catch (error) {
    throw new FeedError(`it is not valid ${encoding} text`, { cause: error });
  }
}
