/** A real mail server (SMTP) in the process of the tests, and what it has received. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { MailSettings } from '#jobs/smtp.ts';
import type { Scope } from '../store.ts';
import { until } from '../until.ts';

type ReceivedMail = {
  /** The recipients of the envelope. */
  to: string[];
  /** The lines of the header, unfolded, as they were sent. */
  headers: string[];
  subject: string;
  text: string;
  html: string;
  /** The secret at the end of the link, or empty text. */
  token: string;
};

/** `later` refuses each mail for now (451), `never` for good (550), `silent` never responds. */
type Behaviour = 'accept' | 'later' | 'never' | 'silent';

export type MailServer = {
  settings: MailSettings;
  mails: ReceivedMail[];
  behaviour: Behaviour;
  /** How many mails were offered, accepted or not. */
  attempts: number;
  /** The mail with this number to an address, counted from 1; waits for it. */
  receive(to: string, number?: number): Promise<ReceivedMail>;
};

export const MAIL_PASSWORD = 'secret-of-the-mail-server';

export async function startMailServer(scope: Scope): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === MAIL_PASSWORD ? done(null, { user: 'weekfare' }) : done(new Error('wrong password')),
    async onData(stream, { envelope }, done) {
      state.attempts += 1;
      const { behaviour } = state;
      // The test may end and close the connection before all has arrived.
      const bytes = await buffer(stream).catch(() => undefined);
      if (!bytes || behaviour === 'silent') return;
      const code = { accept: 250, later: 451, never: 550 }[behaviour];
      const refusal = Object.assign(new Error('refused'), { responseCode: code });
      if (code === 250) mails.push(parseMail(bytes.toString('latin1'), envelope.rcptTo));
      done(code === 250 ? null : refusal);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  scope.after(
    () =>
      new Promise<void>((resolve) => {
        for (const { _socket } of server.connections as unknown as Set<{ _socket: { destroy(): void } }>)
          _socket.destroy();
        server.close(() => resolve());
      }),
  );
  const { port } = server.server.address() as AddressInfo;
  const url = `smtp://weekfare:${MAIL_PASSWORD}@127.0.0.1:${port}`;
  const from = { name: 'Weekfare', address: 'meals@example.org' };
  const state: MailServer = {
    settings: { url, from },
    mails,
    behaviour: 'accept',
    attempts: 0,
    async receive(to, number = 1) {
      const found = () => mails.filter((mail) => mail.to.includes(to))[number - 1];
      await until(`mail ${number} to ${to}`, () => found() !== undefined);
      return found() as ReceivedMail;
    },
  };
  return state;
}

function parseMail(raw: string, recipients: unknown): ReceivedMail {
  const [head = ''] = raw.split('\r\n\r\n', 1);
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const text = partOf(raw, 'text/plain');
  const subject = headers.find((line) => line.startsWith('Subject: '))?.slice('Subject: '.length) ?? '';
  return {
    to: (recipients as { address: string }[]).map(({ address }) => address),
    headers,
    subject: decodeWords(subject),
    text,
    html: partOf(raw, 'text/html'),
    token: /#(\w{43})/.exec(text)?.[1] ?? '',
  };
}

function partOf(raw: string, type: string): string {
  const pattern = new RegExp(`Content-Type: ${RegExp.escape(type)}[^]*?\\r\\n\\r\\n([^]*?)\\r\\n--`);
  const [part = '', body = ''] = pattern.exec(raw) ?? [];
  const isBase64 = /Content-Transfer-Encoding: base64/i.test(part);
  if (isBase64) return Buffer.from(body, 'base64').toString();
  const isQuoted = /Content-Transfer-Encoding: quoted-printable/i.test(part);
  return Buffer.from(isQuoted ? unquote(body.replaceAll(/=\r\n/g, '')) : body, 'latin1').toString();
}

function unquote(text: string): string {
  return text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** RFC 2047: `=?UTF-8?Q?Best=C3=A4tige?=`. */
function decodeWords(text: string): string {
  const joined = text.replaceAll(/\?=\s+=\?/g, '?==?');
  return joined.replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, encoding: string, word: string) => {
    const bytes =
      encoding.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64')
        : Buffer.from(unquote(word.replaceAll('_', ' ')), 'latin1');
    return bytes.toString();
  });
}
