import { Socket } from 'node:net';

/** Preloaded into a program (`--import`): blocks connections that leave this machine, and reports each attempt on stderr. */
const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/;
const connect = Socket.prototype.connect;

function hostOf(given: unknown): string | undefined {
  const first: unknown = Array.isArray(given) ? given[0] : given;
  if (typeof first !== 'object' || first === null) return undefined;
  // A Unix domain socket.
  if ('path' in first && typeof first.path === 'string') return undefined;
  return 'host' in first && typeof first.host === 'string' ? first.host : 'localhost';
}

Socket.prototype.connect = function (this: Socket, ...args: Parameters<typeof connect>) {
  const host = hostOf(args[0]);
  if (host !== undefined && !loopback.test(host)) {
    process.stderr.write(`refused a connection to ${host}\n`);
    this.destroy(new Error(`No way out: ${host}`));
    return this;
  }
  return connect.apply(this, args);
} as typeof connect;
