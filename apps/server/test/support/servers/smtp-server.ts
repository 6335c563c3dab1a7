import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

export interface DeliveredMail {
  from: string;
  to: string[];
  /** Headers and body as received. */
  source: string;
}
export interface MailServer {
  readonly url: string;
  readonly delivered: DeliveredMail[];
  /** Reply to the next recipients: an SMTP reply code, or undefined to accept them. */
  refuseWith: number | undefined;
  close(): Promise<void>;
}

/** Starts a mail server on a loopback port that stores received mails. With `account`, it requires authentication. */
export async function startMailServer(account?: { user: string; password: string }): Promise<MailServer> {
  const delivered: DeliveredMail[] = [];
  const state: { refuseWith: number | undefined } = { refuseWith: undefined };
  const server = new SMTPServer({
    disabledCommands: account ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    authOptional: account === undefined,
    onAuth({ username, password }, _session, done) {
      if (username === account?.user && password === account?.password) done(null, { user: username });
      else done(new Error('Invalid username or password'));
    },
    onRcptTo(_address, _session, done) {
      if (state.refuseWith === undefined) return done();
      return done(Object.assign(new Error('Refused'), { responseCode: state.refuseWith }));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        delivered.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(parts).toString('utf8'),
        });
        done();
      });
    },
  });
  server.on('error', () => {}); // connections closed by clients
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const login = account ? `${account.user}:${account.password}@` : '';
  return {
    url: `smtp://${login}127.0.0.1:${address.port}`,
    delivered,
    get refuseWith() {
      return state.refuseWith;
    },
    set refuseWith(code) {
      state.refuseWith = code;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}
