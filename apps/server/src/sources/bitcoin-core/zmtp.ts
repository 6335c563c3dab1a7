/** Receives bytes of a ZMTP peer and reports complete messages. */
export interface ZmtpReader {
  /** Throws ZmtpError for bytes that aren't ZMTP, or too many. */
  push(chunk: Uint8Array): void;
}

export class ZmtpError extends Error {
  override name = 'ZmtpError';
}

const greetingLength = 64;
/** The largest transaction has 4 MB with its witnesses; `rawblock` isn't subscribed to. */
const longestFrame = 5_000_000;
const mostFrames = 8;

const flagMore = 1;
const flagLong = 2;
const flagCommand = 4;

/** Returns the 64 bytes with which a client without authentication starts (ZMTP 3.0, RFC 23). */
export function zmtpGreeting(): Uint8Array {
  const greeting = Buffer.alloc(greetingLength);
  greeting[0] = 0xff;
  greeting[9] = 0x7f;
  greeting[10] = 3;
  greeting.write('NULL', 12, 'ascii');
  return greeting;
}

function frame(flags: number, body: Uint8Array): Buffer {
  if (body.length < 256) return Buffer.concat([Uint8Array.of(flags, body.length), body]);
  const head = Buffer.alloc(9);
  head[0] = flags | flagLong;
  head.writeBigUInt64BE(BigInt(body.length), 1);
  return Buffer.concat([head, body]);
}

/** Returns the command that ends the handshake of the NULL mechanism. */
export function zmtpReady(socketType: string): Uint8Array {
  const property = (name: string, value: string): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(value.length);
    return Buffer.concat([Uint8Array.of(name.length), Buffer.from(name), length, Buffer.from(value)]);
  };
  return frame(
    flagCommand,
    Buffer.concat([Uint8Array.of(5), Buffer.from('READY'), property('Socket-Type', socketType)]),
  );
}

/** Returns a message that consists of frames. */
export function zmtpMessage(frames: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(frames.map((body, i) => frame(i < frames.length - 1 ? flagMore : 0, body)));
}

/** Returns the subscription to a publisher's topic in ZMTP 3.0: a message of 1 and the topic. */
export function zmtpSubscribe(topic: string): Uint8Array {
  return zmtpMessage([Buffer.concat([Uint8Array.of(1), Buffer.from(topic)])]);
}

/**
 * Creates a reader of the greeting and the frames that follow. `onReady` is called for the peer's READY, `onMessage` for
 * each complete message.
 */
export function createZmtpReader(options: {
  onReady(): void;
  onMessage(frames: readonly Uint8Array[]): void;
}): ZmtpReader {
  let buffered: Buffer = Buffer.alloc(0);
  let greeted = false;
  let message: Uint8Array[] = [];

  function takeGreeting(): boolean {
    if (buffered.length < greetingLength) {
      // Anything other than a greeting is rejected immediately.
      if (buffered.length > 10 && (buffered[0] !== 0xff || (buffered[10] ?? 0) < 3)) throw notZmtp();
      return false;
    }
    const mechanism = buffered.subarray(12, 32).toString('ascii').replace(/\0+$/, '');
    if (
      buffered[0] !== 0xff ||
      ((buffered[9] ?? 0) & 1) !== 1 ||
      (buffered[10] ?? 0) < 3 ||
      mechanism !== 'NULL'
    )
      throw notZmtp();
    buffered = buffered.subarray(greetingLength);
    greeted = true;
    return true;
  }

  /** Returns the location of the body of the next frame; undefined until its header has arrived. */
  function nextFrame(): { flags: number; from: number; to: number } | undefined {
    const [flags, short] = buffered;
    if (flags === undefined || short === undefined) return undefined;
    if (flags > 7) throw notZmtp();
    if ((flags & flagLong) === 0) return { flags, from: 2, to: 2 + short };
    if (buffered.length < 9) return undefined;
    const length = buffered.readBigUInt64BE(1);
    if (length > BigInt(longestFrame)) throw new ZmtpError('A frame is too long');
    return { flags, from: 9, to: 9 + Number(length) };
  }

  function takeFrame(): boolean {
    const next = nextFrame();
    if (!next || buffered.length < next.to) return false;
    const body = new Uint8Array(buffered.subarray(next.from, next.to));
    buffered = buffered.subarray(next.to);
    if ((next.flags & flagCommand) !== 0) {
      if (Buffer.from(body.subarray(0, 6)).toString('latin1') === '\x05READY') options.onReady();
      return true;
    }
    message.push(body);
    if (message.length > mostFrames) throw new ZmtpError('A message has too many frames');
    if ((next.flags & flagMore) === 0) {
      options.onMessage(message);
      message = [];
    }
    return true;
  }

  return {
    push(chunk) {
      buffered = buffered.length === 0 ? Buffer.from(chunk) : Buffer.concat([buffered, chunk]);
      while (greeted ? takeFrame() : takeGreeting());
    },
  };
}

function notZmtp(): ZmtpError {
  return new ZmtpError('The other side does not support ZMTP 3 without authentication');
}
